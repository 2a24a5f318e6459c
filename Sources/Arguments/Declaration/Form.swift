/// The syntax of one kind of value: its name in help, its parser, its completion.
///
/// A form is declared once and used by every option and argument of that kind:
/// ```swift
/// extension Form where Value == Moment {
///   static var when: Form {
///     Form("when") { word throws(InvalidValue) in try moment(from: word) }
///   }
/// }
/// static let at = Parameter.option("at", .when, help: "When it happened.")
/// ```
package struct Form<Value: Sendable>: Sendable {
  /// The placeholder in help (`<when>`); `nil` uses the name of the option or argument.
  package var name: String?

  /// The words that a shell offers for the value.
  package var completion: Completion

  /// Words with a leading dash that an option of this form accepts as its value.
  package var dashes: Dashes

  /// All possible values in the order of help, if the form is a choice; else empty.
  package var choices: [String] = []

  /// Returns whether a value names a file that the command reads; nil if no value does.
  package var readsFile: (@Sendable (Value) -> Bool)?

  let read: @Sendable (String) throws(InvalidValue) -> Value
  let write: @Sendable (Value) -> String

  /// Declares a form, with a placeholder in help; without one, help shows the name of the option or
  /// argument.
  ///
  /// `read` parses any word, also an empty one, and throws the reason if it is not a value. `write`
  /// makes the word for a value, to show a default. `dashes` are words with a leading dash that are
  /// values (`--by -2s`); a value after `=` (`--by=-2s`) is always accepted.
  package init(
    _ name: String? = nil,
    completion: Completion = .none,
    dashes: Dashes = .never,
    write: @escaping @Sendable (Value) -> String = { String(describing: $0) },
    read: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    self.name = name
    self.completion = completion
    self.dashes = dashes
    self.read = read
    self.write = write
  }

  /// Declares a form with the parser of a type, whose errors describe themselves.
  package init<Failure: Error & CustomStringConvertible>(
    _ name: String? = nil,
    completion: Completion = .none,
    dashes: Dashes = .never,
    parser: @escaping @Sendable (String) throws(Failure) -> Value
  ) {
    self.init(name, completion: completion, dashes: dashes) { word throws(InvalidValue) in
      do throws(Failure) {
        return try parser(word)
      } catch {
        throw InvalidValue(error.description)
      }
    }
  }

  /// Parses a word, for a form derived from this one.
  package func value(of word: String) throws(InvalidValue) -> Value { try read(word) }
}

/// The words that a shell offers for a value.
package enum Completion: Sendable, Equatable {
  /// None: the value is free text.
  case none

  /// Files and folders.
  case file

  /// Fixed words.
  case values([String])

  /// The names of the program's subcommands.
  case subcommands

  /// Names that the program lists.
  case listed(Topic)

  /// The kinds of names that the program lists.
  package enum Topic: Sendable {
    case sessions, tags, courses, segments, comparisons, formats, bibs
  }
}

/// Words with a leading dash that an option accepts as its value.
package enum Dashes: Sendable {
  /// None: `--at --json` lacks a value.
  case never

  /// A dash followed by a digit or a decimal point: `--by -2s`, but not `--by -h`.
  case numbers

  func accept(_ word: String) -> Bool {
    guard word.utf8.first == UInt8(ascii: "-") else { return true }
    guard let second = word.utf8.dropFirst().first else { return true }
    switch self {
    case .never: return false
    case .numbers:
      return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
        || second == UInt8(ascii: ".")
    }
  }
}

extension Form where Value == String {
  /// Any text, unchanged.
  package static var text: Form { text() }

  /// Any text, unchanged; `name` is the placeholder in help.
  package static func text(_ name: String? = nil, completion: Completion = .none) -> Form {
    Form(name, completion: completion, write: { $0 }, read: { $0 })
  }

  /// The path of a file, completed by the shell.
  package static var path: Form { text("path", completion: .file) }
}

extension Form where Value == Int {
  /// A whole number in decimal digits within a range; `name` is the placeholder in help.
  package static func number(_ name: String = "n", in range: ClosedRange<Int>) -> Form {
    Form(name, dashes: .numbers) { word throws(InvalidValue) in
      let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
        .allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard digits, let number = Int(word) else { throw InvalidValue("not a whole number") }
      guard range.contains(number) else {
        throw InvalidValue(
          range.upperBound == .max
            ? "less than \(range.lowerBound)"
            : "not between \(range.lowerBound) and \(range.upperBound)")
      }
      return number
    }
  }
}

extension Form where Value: CaseIterable & RawRepresentable<String>, Value.AllCases == [Value] {
  /// One of an enumeration's cases by its raw value; help and completions list all of them.
  ///
  /// `name` is the placeholder in help; nil uses the name of the option or argument.
  package static func choice(_ type: Value.Type, _ name: String? = nil) -> Form {
    // Every start of the program makes its options: a key path, a collection of any type, and `map`
    // of any type would take longer than the rest of them together.
    var choices: [String] = []
    for value in type.allCases { choices.append(value.rawValue) }
    var form = Form(name, completion: .values(choices), write: { $0.rawValue }) {
      word throws(InvalidValue) in
      guard let value = Value(rawValue: word) else { throw InvalidValue() }
      return value
    }
    form.choices = choices
    return form
  }
}
