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
    change: (inout Definition) -> Void,
    parsed: @escaping @Sendable ([any Sendable], _ key: String) -> Parsed
  ) {
    var definition = Definition(.argument, name, form, help: help, discussion: discussion)
    change(&definition)
    self.definition = definition
    let key = definition.key
    self.parsed = { parsed($0, key) }
  }
}

extension Argument {
  /// Declares a required argument; in help, the form's own name replaces `name`.
  package init(
    _ name: String, _ form: Form<Parsed>, help: String, discussion: String = ""
  ) {
    self.init(
      name, form, help: help, discussion: discussion,
      change: { $0.isRequired = true }, parsed: { $0.required($1) })
  }

  /// Declares an optional argument; help shows `defaultText` as its default.
  package init<Value>(
    optional name: String, _ form: Form<Value>, help: String, discussion: String = "",
    defaultText: String? = nil
  ) where Parsed == Value? {
    self.init(
      name, form, help: help, discussion: discussion,
      change: { $0.statedDefault = defaultText }, parsed: { $0.lastValue($1) })
  }

  /// Declares an argument that takes all remaining words.
  ///
  /// At least one is needed unless another parameter takes its place, which the command verifies.
  package init<Value>(
    needed name: String, _ form: Form<Value>, help: String, discussion: String = ""
  ) where Parsed == [Value] {
    self.init(
      name, form, help: help, discussion: discussion,
      change: {
        $0.isRepeating = true
        $0.isNeeded = true
      }, parsed: { $0.typed($1) })
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
      }, parsed: { $0.typed($1) })
  }
}

extension [any Sendable] {
  /// Restores the type that the form gave the values.
  func typed<Value>(_ key: String) -> [Value] {
    isEmpty ? [] : map { restored($0, key) }
  }

  /// Returns the last value with the type that the form gave it; nil if there is none.
  func lastValue<Value>(_ key: String) -> Value? {
    guard let last else { return nil }
    return restored(last, key)
  }

  /// Returns the last value; the parser has verified that there is one.
  func required<Value>(_ key: String) -> Value {
    // Fails only if a subcommand reads a parameter that it does not declare: a programming error,
    // independent of user input.
    guard let last else { preconditionFailure("\(key) is not declared by this subcommand") }
    return restored(last, key)
  }
}

private func restored<Value>(_ value: any Sendable, _ key: String) -> Value {
  // Fails only for a key other than the one declared under this name: a programming error,
  // independent of user input.
  guard let value = value as? Value else { preconditionFailure("\(key) has another type") }
  return value
}

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
    parsed: @escaping @Sendable ([any Sendable], _ key: String) -> Parsed
  ) {
    var definition = Definition(.option, name, form, help: help, discussion: discussion)
    definition.short = short
    definition.isHidden = hidden
    change(&definition)
    self.definition = definition
    let key = definition.key
    self.parsed = { parsed($0, key) }
  }
}

extension Option {
  /// Declares an optional option; help shows `defaultText` as its default.
  ///
  /// Help and completions omit a hidden one.
  package init<Value>(
    _ name: String, short: Character? = nil, _ form: Form<Value>, help: String,
    discussion: String = "", defaultText: String? = nil, hidden: Bool = false
  ) where Parsed == Value? {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.statedDefault = defaultText }, parsed: { $0.lastValue($1) })
  }

  /// Declares an option with a default, which help shows.
  package init(
    _ name: String, short: Character? = nil, _ form: Form<Parsed>, default value: Parsed,
    help: String, discussion: String = "", hidden: Bool = false
  ) {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.writeDefault = { form.write(value) } }, parsed: { $0.lastValue($1) ?? value })
  }

  /// Declares an option that may be given any number of times, each with one value.
  package init<Value>(
    repeating name: String, short: Character? = nil, _ form: Form<Value>, help: String,
    discussion: String = "", hidden: Bool = false
  ) where Parsed == [Value] {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: hidden,
      change: { $0.isRepeating = true }, parsed: { $0.typed($1) })
  }

  /// Declares a required option.
  package init(
    required name: String, short: Character? = nil, _ form: Form<Parsed>, help: String,
    discussion: String = ""
  ) {
    self.init(
      name, short: short, form, help: help, discussion: discussion, hidden: false,
      change: { $0.isRequired = true }, parsed: { $0.required($1) })
  }
}

/// An option without a value (`--also`); a repeated flag has no further effect.
package struct Flag: Parameter {
  package let definition: Definition

  package var entries: [Entry] { [.single(definition)] }

  /// Declares a flag; help and completions omit a hidden one.
  package init(
    _ name: String, short: Character? = nil, help: String, discussion: String = "",
    hidden: Bool = false
  ) {
    definition = Definition(
      kind: .flag, name: name, short: short, help: help, discussion: discussion,
      isHidden: hidden)
  }
}
