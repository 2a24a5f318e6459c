import Glibc

/// Random numbers that a failing test can be run with again: SplitMix64, by Sebastiano Vigna.
package struct Seed: RandomNumberGenerator, CustomStringConvertible, Sendable {
  /// The seed that it began with, for the message of a failure.
  package let description: String
  private var state: UInt64

  /// Begins at a seed.
  package init(_ seed: UInt64) {
    state = seed
    description = "seed \(seed)"
  }

  /// Begins at the seed that `LAPTIMER_SEED` tells, else at a random one.
  package init() {
    let told = getenv("LAPTIMER_SEED").flatMap { UInt64(String(cString: $0)) }
    self.init(told ?? .random(in: 0...UInt64.max))
  }

  /// How many random inputs a test tries: the usual number, else that of `LAPTIMER_TRIES`.
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

  /// A number of any magnitude, small ones as often as large ones.
  package mutating func nanoseconds() -> Int64 {
    let bits = Int64.random(in: 0...63, using: &self)
    return Int64(bitPattern: next()) >> bits
  }
}
