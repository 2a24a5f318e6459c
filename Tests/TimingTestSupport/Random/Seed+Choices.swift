extension Seed {
  /// A number below the given one, which is above zero.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % bound
  }

  /// True in so many of a hundred cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of the choices, each as often as its weight says.
  package mutating func pick<Choice>(_ choices: [(weight: Int, choice: Choice)]) -> Choice? {
    var left = below(max(1, choices.reduce(0) { $0 + $1.weight }))
    for (weight, choice) in choices {
      left -= weight
      if left < 0 { return choice }
    }
    return nil
  }

  /// One of the elements, if there are any.
  package mutating func pick<Element>(from elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
