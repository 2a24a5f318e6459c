extension Seed {
  /// A random number from zero to below a positive bound.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % bound
  }

  /// Returns true with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A random choice, with a probability in proportion to its weight.
  package mutating func pick<Choice>(_ choices: [(weight: Int, choice: Choice)]) -> Choice? {
    var left = below(max(1, choices.reduce(0) { $0 + $1.weight }))
    for (weight, choice) in choices {
      left -= weight
      if left < 0 { return choice }
    }
    return nil
  }

  /// A random element; nil if there is none.
  package mutating func pick<Element>(from elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
