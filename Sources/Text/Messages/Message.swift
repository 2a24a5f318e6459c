/// A text for people that is safe to show: strings in it cannot control the terminal, numbers have
/// their noun, and commands to try are complete.
///
/// ```swift
/// "Session \(session) has \(count, "lap"): \(command: "show", session: session) lists them."
/// ```
///
/// Interpolated strings are made harmless. A command to try stands in quotes, after the program's
/// name. Options that every command needs, such as `--db` with the user's log, are added when the
/// text is shown.
package struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text, in which commands lack the options that are added when it is shown.
  package private(set) var text: String
  /// The offsets in UTF-8 at which such options belong, in ascending order.
  private var places: [Int] = []

  package init(stringLiteral text: String) { self.text = text }

  /// Creates a message of a text that is shown as it is.
  package init(verbatim text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

  /// Creates a message of several ones.
  package init(joining messages: [Message], separator: Message = "") {
    self = messages.first ?? ""
    for message in messages.dropFirst() { self += separator + message }
  }

  /// Returns the text, in which each command to try has an option, quoted for a shell.
  package func text(adding option: String?) -> String {
    guard let option else { return text }
    var text = text
    for place in places.reversed() {
      text.insert(
        contentsOf: " " + option, at: text.utf8.index(text.startIndex, offsetBy: place))
    }
    return text
  }

  /// The message with its first letter in lower case.
  package var lowercasedFirst: Message {
    var message = self
    message.text = text.prefix(1).lowercased() + text.dropFirst()
    return message
  }

  package static func += (message: inout Message, other: Message) {
    let end = message.text.utf8.count
    message.places += other.places.map { end + $0 }
    message.text += other.text
  }

  package static func + (message: Message, other: Message) -> Message {
    var all = message
    all += other
    return all
  }

  /// Collects the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message: Message = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { message.text += literal }

    package mutating func appendInterpolation(_ text: String) {
      message.text += Harmless.text(text)
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }

    package mutating func appendInterpolation(_ other: Message) { message += other }

    /// Appends a text that is already harmless.
    package mutating func appendInterpolation(verbatim text: String) { message.text += text }

    /// Appends a word of the user, or a path, in quotes; a long one is cut.
    package mutating func appendInterpolation(quoted word: String) { message.text += word.shown }

    /// Appends a number with its noun: `1 runner`, `5 runners`.
    package mutating func appendInterpolation(
      _ count: Int, _ noun: String, _ plural: String? = nil
    ) {
      message.text += "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// Appends a command to try, for a session if it is not nil; one for another log than the
    /// user's names it.
    package mutating func appendInterpolation(
      command: Suggestion, session: Int? = nil, log: String? = nil
    ) {
      message.text += "'laptimer \(command.words)"
      if let session { message.text += " --session \(session)" }
      if let log {
        message.text += " --db \(log.copyable)"
      } else {
        message.places.append(message.text.utf8.count)
      }
      message.text += command.tail.isEmpty ? "'" : " \(command.tail)'"
    }
  }
}

extension Message: CustomStringConvertible {
  package var description: String { text }
}

extension [String] {
  /// The question whether one of these words was meant, after a space: ` Did you mean '17' or
  /// '7'?`; empty without words.
  package var question: String {
    isEmpty ? "" : " Did you mean \(map(\.shown).joined(lastBy: "or"))?"
  }

  /// Returns the texts as in a sentence: `a`, `a or b`, `a, b or c`.
  package func joined(lastBy conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension String? {
  /// The question whether this word was meant, after a space; empty for nil.
  package var question: String { [self].compactMap(\.self).question }
}

extension String {
  /// The word or path in quotes, made harmless and cut after 200 characters.
  package var shown: String { "'\(echoed)'" }
}
