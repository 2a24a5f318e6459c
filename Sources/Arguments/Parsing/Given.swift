/// What was typed, by key.
///
/// Few parameters are ever given: a walk finds a key as fast as a dictionary does, and no type of a
/// dictionary is made at start-up.
struct Given: Sendable {
  private var parameters: [Typed] = []

  private struct Typed {
    var key: String
    var values: [any Sendable]
  }

  /// The values given for a key, in order; nil if it was not given.
  subscript(key: String) -> [any Sendable]? {
    parameters.first { $0.key == key }?.values
  }

  /// Gives a value in place of those that were given before.
  mutating func replace(_ key: String, _ values: [any Sendable]) {
    parameters.removeAll { $0.key == key }
    parameters.append(Typed(key: key, values: values))
  }

  /// Gives one value more.
  mutating func add(_ key: String, _ value: any Sendable) {
    guard let index = parameters.firstIndex(where: { $0.key == key }) else {
      return replace(key, [value])
    }
    // In place: a hundred thousand words are not copied a hundred thousand times.
    parameters[index].values.append(value)
  }
}
