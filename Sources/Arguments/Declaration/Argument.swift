/// A positional argument (`LABEL`), and the key to its parsed value.
///
/// `Parsed` is the type of `values[argument]`: `Value` for a required one, `Value?` for an optional
/// one, `[Value]` for one that repeats and so takes all remaining words.
package struct Argument<Parsed: Sendable>: Parameter {
  package let definition: Definition
  let parsed: @Sendable ([any Sendable]) -> Parsed

  package var entries: [Entry] { [.single(definition)] }

  init<Value>(
    _ name: String, _ form: Form<Value>, help: String, discussion: String,
    change: (inout Definition) -> Void, parsed: @escaping @Sendable ([Value]) -> Parsed
  ) {
    var definition = Definition(.argument, name, form, help: help, discussion: discussion)
    change(&definition)
    self.definition = definition
    let key = definition.key
    self.parsed = { parsed($0.typed(key)) }
  }
}

extension Argument {
  /// Declares a required argument.
  ///
  /// - Parameters:
  ///   - name: its name in help and errors.
  ///   - form: the syntax of its value; the form's own name replaces `name` in help.
  ///   - help: one sentence.
  ///   - discussion: further paragraphs for help and manual.
  package init(
    _ name: String, _ form: Form<Parsed>, help: String, discussion: String = ""
  ) {
    self.init(
      name, form, help: help, discussion: discussion,
      change: { $0.isRequired = true }, parsed: { $0.required("<\(name)>") })
  }

  /// Declares an optional argument; help shows `defaultText` as its default.
  package init<Value>(
    optional name: String, _ form: Form<Value>, help: String, discussion: String = "",
    defaultText: String? = nil
  ) where Parsed == Value? {
    self.init(
      name, form, help: help, discussion: discussion,
      change: { $0.statedDefault = defaultText }, parsed: { $0.last })
  }

  /// Declares an argument that takes all remaining words; if required, at least one.
  package init<Value>(
    repeating name: String, _ form: Form<Value>, required: Bool = false, help: String,
    discussion: String = "", defaultText: String? = nil
  ) where Parsed == [Value] {
    self.init(
      name, form, help: help, discussion: discussion,
      change: {
        $0.isRepeating = true
        $0.isRequired = required
        $0.statedDefault = defaultText
      }, parsed: { $0 })
  }
}

extension [any Sendable] {
  /// Restores the type that the form gave the values.
  func typed<Value>(_ key: String) -> [Value] {
    map {
      // Fails only for a key other than the one declared under this name: a programming error,
      // independent of user input.
      guard let value = $0 as? Value else { preconditionFailure("\(key) has another type") }
      return value
    }
  }
}

extension Array {
  /// Returns the last value; the parser has verified that there is one.
  func required(_ key: String) -> Element {
    guard let last else { preconditionFailure("\(key) is not declared by this subcommand") }
    return last
  }
}
