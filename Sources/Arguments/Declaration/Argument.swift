/// A positional argument, `LABEL`: declaration, and key to its parsed value in one.
///
/// `Answer` is what `values[argument]` gives: `Value` for one that is required, `Value?` for one
/// that may be left out, `[Value]` for one that repeats and so takes all words that are left.
package struct Argument<Answer: Sendable>: Parameter {
  package let definition: Definition
  let answer: @Sendable ([any Sendable]) -> Answer

  package var entries: [Entry] { [.single(definition)] }

  init<Value>(
    _ name: String, _ form: Form<Value>, help: String, discussion: String,
    change: (inout Definition) -> Void, answer: @escaping @Sendable ([Value]) -> Answer
  ) {
    var definition = Definition(.argument, name, form, help: help, discussion: discussion)
    change(&definition)
    self.definition = definition
    let key = definition.key
    self.answer = { answer($0.typed(key)) }
  }
}

extension Argument {
  /// A positional argument that must be given.
  ///
  /// - Parameters:
  ///   - name: what it is called in help and errors.
  ///   - form: how it is written; a name of the form is shown in place of `name`.
  ///   - help: one sentence.
  ///   - discussion: more, for the help screen and the manual.
  package init(
    _ name: String, _ form: Form<Answer>, help: String, discussion: String = ""
  ) {
    self.init(
      name, form, help: help, discussion: discussion,
      change: { $0.isRequired = true }, answer: { $0.required("<\(name)>") })
  }

  /// A positional argument that may be left out; help can say what stands in then.
  package init<Value>(
    optional name: String, _ form: Form<Value>, help: String, discussion: String = "",
    defaultText: String? = nil
  ) where Answer == Value? {
    self.init(
      name, form, help: help, discussion: discussion,
      change: { $0.statedDefault = defaultText }, answer: { $0.last })
  }

  /// A positional argument that takes all words that are left; if required, one at least.
  package init<Value>(
    repeating name: String, _ form: Form<Value>, required: Bool = false, help: String,
    discussion: String = "", defaultText: String? = nil
  ) where Answer == [Value] {
    self.init(
      name, form, help: help, discussion: discussion,
      change: {
        $0.isRepeating = true
        $0.isRequired = required
        $0.statedDefault = defaultText
      }, answer: { $0 })
  }
}
