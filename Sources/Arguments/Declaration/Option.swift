/// An option with a value (`--at WHEN`), and the key to its parsed value.
///
/// `Parsed` is the type of `values[option]`: `Value?` for an optional one, `Value` for one that is
/// required or has a default, `[Value]` for one that repeats. An option that does not repeat keeps
/// its last value.
package struct Option<Parsed: Sendable>: Parameter {
  package let definition: Definition
  let parsed: @Sendable ([any Sendable]) -> Parsed

  package var entries: [Entry] { [.single(definition)] }

  init<Value>(
    _ name: String, short: Character?, _ form: Form<Value>, help: String, discussion: String,
    hidden: Bool, change: (inout Definition) -> Void,
    parsed: @escaping @Sendable ([Value]) -> Parsed
  ) {
    var definition = Definition(.option, name, form, help: help, discussion: discussion)
    definition.short = short
    definition.isHidden = hidden
    change(&definition)
    self.definition = definition
    let key = definition.key
    self.parsed = { parsed($0.typed(key)) }
  }
}

extension Option {
  /// Declares an optional option.
  ///
  /// - Parameters:
  ///   - name: its long name, without dashes.
  ///   - short: its letter, without the dash.
  ///   - form: the syntax of its value.
  ///   - help: one sentence.
  ///   - discussion: further paragraphs for help and manual.
  ///   - defaultText: the default as help shows it.
  ///   - hidden: whether help and completions omit it.
  package init<Value>(
    _ name: String, short: Character? = nil, _ form: Form<Value>, help: String,
    discussion: String = "", defaultText: String? = nil, hidden: Bool = false
  ) where Parsed == Value? {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.statedDefault = defaultText }, parsed: { $0.last })
  }

  /// Declares an option with a default, which help shows.
  package init(
    _ name: String, short: Character? = nil, _ form: Form<Parsed>, default value: Parsed,
    help: String, discussion: String = "", hidden: Bool = false
  ) {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.writeDefault = { form.write(value) } }, parsed: { $0.last ?? value })
  }

  /// Declares an option that may be given any number of times, each with one value.
  package init<Value>(
    repeating name: String, short: Character? = nil, _ form: Form<Value>, help: String,
    discussion: String = "", hidden: Bool = false
  ) where Parsed == [Value] {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.isRepeating = true }, parsed: { $0 })
  }

  /// Declares a required option.
  package init(
    required name: String, short: Character? = nil, _ form: Form<Parsed>, help: String,
    discussion: String = ""
  ) {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: false,
      change: { $0.isRequired = true }, parsed: { $0.required("--\(name)") })
  }
}

/// An option without a value (`--also`); a repeated flag has no further effect.
package struct Flag: Parameter {
  package let definition: Definition

  package var entries: [Entry] { [.single(definition)] }

  /// Declares a flag.
  ///
  /// - Parameters:
  ///   - name: its long name, without dashes.
  ///   - short: its letter, without the dash.
  ///   - help: one sentence.
  ///   - discussion: further paragraphs for help and manual.
  ///   - hidden: whether help and completions omit it.
  package init(
    _ name: String, short: Character? = nil, help: String, discussion: String = "",
    hidden: Bool = false
  ) {
    definition = Definition(
      kind: .flag, name: name, short: short, help: help, discussion: discussion,
      isHidden: hidden)
  }
}
