import Glibc

/// A reproducible random number generator: SplitMix64 by Sebastiano Vigna.
package struct Seed: RandomNumberGenerator, CustomStringConvertible, Sendable {
  /// The initial seed, for the message of a failure.
  package let description: String
  private var state: UInt64

  /// Creates a generator with a seed.
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
}
