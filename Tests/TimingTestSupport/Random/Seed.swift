import Glibc

/// A reproducible random number generator: SplitMix64 by Sebastiano Vigna.
package struct Seed: RandomNumberGenerator, CustomStringConvertible, Sendable {
  /// The initial seed, for the message of a failure.
  package let description: String
  private var state: UInt64

  package init(_ seed: UInt64) {
    state = seed
    description = "seed \(seed)"
  }

  /// Creates a generator with the seed in `LAPTIMER_SEED`, else with a random one.
  package init() {
    let seed = getenv("LAPTIMER_SEED").flatMap { UInt64(String(cString: $0)) }
    self.init(seed ?? .random(in: 0...UInt64.max))
  }

  /// The number of random inputs of a test: that in `LAPTIMER_TRIES`, else the usual one.
  package static func tries(_ usual: Int) -> Int {
    getenv("LAPTIMER_TRIES").flatMap { Int(String(cString: $0)) } ?? usual
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random number of a random magnitude.
  package mutating func nanoseconds() -> Int64 {
    let bits = Int64.random(in: 0...63, using: &self)
    return Int64(bitPattern: next()) >> bits
  }

  /// A random number from zero to below a positive bound.
  package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 1) % bound }

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

  package mutating func pick<Element>(from elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// A random span, mostly on a coarse grid or one nanosecond beside it, so that moments, limits
  /// and corrections often coincide.
  package mutating func span() -> Duration {
    switch below(100) {
    case ..<12: .zero
    case ..<17: .nanoseconds(1)
    case ..<22: seconds() + .nanoseconds(1)
    case ..<27: seconds() - .nanoseconds(1)
    case ..<92: seconds()
    case ..<95: .nanoseconds(below(10_000_000_000))
    case ..<97: .seconds(60 * (1 + below(90)))
    default: .seconds(3600 * (1 + below(100)))
    }
  }

  /// One to ten whole seconds, small numbers with a larger probability.
  package mutating func seconds() -> Duration { .seconds(1 + min(below(10), below(10))) }

  package mutating func signed(_ span: Duration) -> Duration { chance(50) ? span : .zero - span }
}

extension String {
  /// A random text of up to twenty characters, half of which have a special meaning somewhere.
  package static func random(using generator: inout some RandomNumberGenerator) -> String {
    let dangerous: [Unicode.Scalar] = [
      "\"", "\\", ",", "\t", "\n", "\r", "'", "=", "|", " ", "\u{0}", "\u{1B}", "\u{202E}",
      "\u{2028}", "\u{301}", "\u{FE0F}", "\u{200D}", "😀", "中", "\u{FEFF}", "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      let scalar =
        Bool.random(using: &generator)
        ? dangerous.randomElement(using: &generator)
        : Unicode.Scalar(UInt32.random(in: 0...0xFFFF, using: &generator))
      if let scalar { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
