import Arguments
import Text

/// Returns the words of a command after the program's name, quoted for a shell so that they can be
/// copied.
///
/// Operands that begin with `-` come last, after `--`: `enter --session 1 -- -17`. The options are
/// quoted: see ``suggestedOption(_:_:)``. A command without `--session` has no session.
func suggestedCommand(
  _ name: String, _ operands: [String], options: [String] = [], session: Int? = nil
) -> String {
  let options = options + (session.map { ["--session \($0)"] } ?? [])
  let quoted = operands.map(\.copyable)
  let words =
    operands.contains { $0.hasPrefix("-") } ? options + ["--"] + quoted : quoted + options
  return ([name] + words).joined(separator: " ")
}

/// Returns an option with its value for a suggested command, quoted for a shell.
func suggestedOption(_ option: Parameter<some Sendable>, _ value: String) -> String {
  let key = option.definition.key
  return value.hasPrefix("-") ? "\(key)=\(value.copyable)" : "\(key) \(value.copyable)"
}

extension String {
  /// The word quoted for a shell, so that it can be copied from a screen.
  ///
  /// Characters that a screen does not show have escapes, which bash, zsh and ksh read.
  var copyable: String {
    guard unicodeScalars.contains(where: Harmless.isObeyed) else { return shellQuoted }
    let escaped = unicodeScalars.map { scalar -> String in
      guard scalar == "'" || scalar == "\\" || Harmless.isObeyed(scalar) else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (escape, length) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
      return escape + String(repeating: "0", count: length - digits.count) + digits
    }
    return "$'\(escaped.joined())'"
  }

  /// The index in a suggested command before which options are inserted: before `--`, else the end.
  var endOfOptions: Index {
    var isQuoted = false
    var index = startIndex
    while index < endIndex {
      if self[index] == "'" { isQuoted.toggle() }
      if !isQuoted, self[index...].hasPrefix(" -- ") { return index }
      // A quote within a quoted word is outside its quotes, after a backslash.
      let next = self.index(after: index)
      let isEscape = !isQuoted && self[index] == "\\" && next < endIndex
      index = isEscape ? self.index(after: next) : next
    }
    return endIndex
  }
}
