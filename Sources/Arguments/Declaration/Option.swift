/// An option with a value, `--at WHEN`: declaration, and key to its parsed value in one.
///
/// `Answer` is what `values[option]` gives: `Value?` for an option that may be left out, `Value`
/// for one that is required or has a default, `[Value]` for one that repeats. Given twice, an
/// option that does not repeat keeps its last value.
package struct Option<Answer: Sendable>: Parameter {
  package let definition: Definition
  let answer: @Sendable ([any Sendable]) -> Answer

  package var entries: [Entry] { [.single(definition)] }

  init<Value>(
    _ name: String, short: Character?, _ form: Form<Value>, help: String, discussion: String,
    hidden: Bool, change: (inout Definition) -> Void,
    answer: @escaping @Sendable ([Value]) -> Answer
  ) {
    var definition = Definition(.option, name, form, help: help, discussion: discussion)
    definition.short = short
    definition.isHidden = hidden
    change(&definition)
    self.definition = definition
    let key = definition.key
    self.answer = { answer($0.typed(key)) }
  }
}

extension Option {
  /// An option that may be left out.
  ///
  /// - Parameters:
  ///   - name: its long name, without dashes.
  ///   - short: its letter, without the dash.
  ///   - form: how its value is written.
  ///   - help: one sentence.
  ///   - discussion: more, for the help screen and the manual.
  ///   - defaultText: what help calls the value when it is left out.
  ///   - hidden: whether help and completions keep it to themselves.
  package init<Value>(
    _ name: String, short: Character? = nil, _ form: Form<Value>, help: String,
    discussion: String = "", defaultText: String? = nil, hidden: Bool = false
  ) where Answer == Value? {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.statedDefault = defaultText }, answer: { $0.last })
  }

  /// An option that has a default, which help shows.
  package init(
    _ name: String, short: Character? = nil, _ form: Form<Answer>, default value: Answer,
    help: String, discussion: String = "", hidden: Bool = false
  ) {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.writeDefault = { form.write(value) } }, answer: { $0.last ?? value })
  }

  /// An option that may be given any number of times, each with one value.
  package init<Value>(
    repeating name: String, short: Character? = nil, _ form: Form<Value>, help: String,
    discussion: String = "", hidden: Bool = false
  ) where Answer == [Value] {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.isRepeating = true }, answer: { $0 })
  }

  /// An option that must be given.
  package init(
    required name: String, short: Character? = nil, _ form: Form<Answer>, help: String,
    discussion: String = ""
  ) {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: false,
      change: { $0.isRequired = true }, answer: { $0.required("--\(name)") })
  }
}
