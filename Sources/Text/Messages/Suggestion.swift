/// A command to try, without the program's name.
///
/// As a literal, the words are those of a shell; interpolated strings are quoted for it:
/// `"amend \(reference) --at WHEN"`.
package struct Suggestion: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The words before further options, quoted for a shell.
  package private(set) var words: String
  /// The words after further options, `--` and operands, quoted for a shell; empty without them.
  package private(set) var tail = ""

  package init(stringLiteral words: String) { self.words = words }

  package init(stringInterpolation: StringInterpolation) { words = stringInterpolation.words }

  /// Creates a command with words that are quoted for a shell; the tail follows further options.
  package init(_ words: [String], tail: [String]) {
    self.words = words.map(\.copyable).joined(separator: " ")
    self.tail = tail.map(\.copyable).joined(separator: " ")
  }

  /// Creates a command with operands; options are already quoted.
  ///
  /// Operands of which one begins with `-` come last, after `--`: `enter --session 1 -- -17`.
  package init(_ name: String, _ operands: [String], options: [String] = []) {
    let quoted = operands.map(\.copyable)
    let isLast = operands.contains { $0.hasPrefix("-") }
    words = ([name] + (isLast ? options : quoted + options)).joined(separator: " ")
    if isLast { tail = (["--"] + quoted).joined(separator: " ") }
  }

  /// The words of the command, with one more option, quoted for a shell.
  package func line(adding option: String? = nil) -> String {
    [words, option, tail.isEmpty ? nil : tail].compactMap(\.self).joined(separator: " ")
  }

  /// Collects the words of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    package fileprivate(set) var words = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { words += literal }

    package mutating func appendInterpolation(_ number: Int) { words += "\(number)" }

    package mutating func appendInterpolation(_ word: String) { words += word.copyable }

    /// Appends an option and its value.
    package mutating func appendInterpolation(option key: String, _ value: String) {
      words += value.hasPrefix("-") ? "\(key)=\(value.copyable)" : "\(key) \(value.copyable)"
    }
  }
}
