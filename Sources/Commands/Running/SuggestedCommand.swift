import Arguments
import Text

/// Returns the words of a command after the program's name, see ``Suggestion``.
///
/// The options are quoted: see ``suggestedOption(_:_:)``. A command without `--session` has no
/// session.
func suggestedCommand(
  _ name: String, _ operands: [String], options: [String] = [], session: Int? = nil
) -> String {
  Suggestion(name, operands, options: options).line(adding: session.map { "--session \($0)" })
}

/// Returns an option with its value for a suggested command, quoted for a shell.
func suggestedOption(_ option: Parameter<some Sendable>, _ value: String) -> String {
  let option: Suggestion = "\(option, value)"
  return option.words
}

extension Suggestion.StringInterpolation {
  /// Appends an option and its value.
  mutating func appendInterpolation(_ option: Parameter<some Sendable>, _ value: String) {
    appendInterpolation(option: option.definition.key, value)
  }
}

extension String {
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
