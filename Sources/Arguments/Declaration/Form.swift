/// How one kind of value is written on the command line: what help calls it, how a word is read,
/// how a shell completes it.
///
/// A form is declared once and used by every option and positional argument of that kind:
/// ```swift
/// extension Form where Value == Moment {
///   static var when: Form {
///     Form("when") { word throws(InvalidValue) in try moment(from: word) }
///   }
/// }
/// static let at = Option("at", .when, help: "When it happened.")
/// ```
package struct Form<Value: Sendable>: Sendable {
  /// What the value is called between angle brackets; `nil`: like the option or argument itself.
  package var name: String?

  /// What a shell offers in the value's place.
  package var completion: Completion

  /// Which words that begin with a dash are taken as the value of an option of this form.
  package var dashes: Dashes

  /// All values there are, in the order of help, if the form is a choice; else empty.
  package var choices: [String] = []

  let read: @Sendable (String) throws(InvalidValue) -> Value
  let write: @Sendable (Value) -> String

  /// Declares a form.
  ///
  /// - Parameters:
  ///   - name: what the value is called in help; `nil`: like the option or argument itself.
  ///   - completion: what a shell offers in its place.
  ///   - dashes: which words that begin with a dash are values (`--by -2s`). A value behind `=`
  ///     (`--by=-2s`) is always taken.
  ///   - write: the word for a value, used to show a default.
  ///   - read: the value of a word, any word, also an empty one; throws why it is none.
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
}

/// Which words that begin with a dash an option takes as its value.
package enum Dashes: Sendable {
  /// None: `--at --json` lacks a value.
  case never

  /// A dash with a digit or a decimal point behind it: `--by -2s`, but not `--by -h`.
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

extension Form {
  /// The value of a word, for a form that is made of this one.
  package func value(of word: String) throws(InvalidValue) -> Value { try read(word) }
}
