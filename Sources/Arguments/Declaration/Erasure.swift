extension Definition {
  /// A definition that reads its words by a form and forgets the type of the value.
  init<Value>(
    _ kind: Kind, _ name: String, _ form: Form<Value>, help: String, discussion: String
  ) {
    self.init(
      kind: kind, name: name, valueName: form.name ?? name, help: help, discussion: discussion,
      choices: form.choices, completion: form.completion, dashes: form.dashes)
    let read = form.read
    self.read = { word throws(InvalidValue) in try read(word) }
  }
}

extension [any Sendable] {
  /// The values with the type that their form gave them.
  func typed<Value>(_ key: String) -> [Value] {
    map {
      // Only a key that is not the one declared under this name can fail here: a fault of the
      // program, whatever the user typed.
      guard let value = $0 as? Value else { preconditionFailure("\(key) is of another type") }
      return value
    }
  }
}

extension Array {
  /// The last value of what parsing has made sure to be there.
  func required(_ key: String) -> Element {
    guard let last else { preconditionFailure("\(key) is not declared by this subcommand") }
    return last
  }
}
