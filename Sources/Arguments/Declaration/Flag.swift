/// A switch without a value, `--also`.
///
/// Given twice it says the same as once.
package struct Flag: Parameter {
  package let definition: Definition

  package var entries: [Entry] { [.single(definition)] }

  /// Declares a flag.
  ///
  /// - Parameters:
  ///   - name: its long name, without dashes.
  ///   - short: its letter, without the dash.
  ///   - help: one sentence.
  ///   - discussion: more, for the help screen and the manual.
  ///   - hidden: whether help and completions keep it to themselves.
  package init(
    _ name: String, short: Character? = nil, help: String, discussion: String = "",
    hidden: Bool = false
  ) {
    definition = Definition(
      kind: .flag, name: name, short: short, help: help, discussion: discussion,
      isHidden: hidden)
  }
}
