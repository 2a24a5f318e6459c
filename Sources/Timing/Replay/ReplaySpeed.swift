/// How fast a session is replayed, as a multiple of how fast it happened.
package struct ReplaySpeed: Hashable, Sendable {
  /// The multiple, above zero; infinite for a replay without waits.
  package let factor: Double

  /// The speed at which it happened.
  package static let normal = ReplaySpeed(1)
  /// A replay without waits.
  package static let max = ReplaySpeed(.infinity)
  /// The bounds within which ``faster`` and ``slower`` change a speed.
  private static let (slowest, fastest) = (0.125, 1024.0)

  /// Makes a speed from a factor above zero.
  package init(_ factor: Double) {
    self.factor = factor > 0 ? factor : 1
  }

  /// The speed for a screen, on which a replay without waits could not be seen.
  package var onScreen: ReplaySpeed { factor.isFinite ? self : ReplaySpeed(Self.fastest) }

  /// Twice this speed, at most 1024.
  package var faster: ReplaySpeed {
    factor < Self.fastest ? ReplaySpeed(Swift.min(factor * 2, Self.fastest)) : self
  }

  /// Half this speed, at least 1/8.
  package var slower: ReplaySpeed {
    factor > Self.slowest ? ReplaySpeed(Swift.max(factor / 2, Self.slowest)) : self
  }

  /// The speed as text: `1x`, `16x`, `1/4x`, `max`.
  package var text: String {
    if factor.isInfinite { return "max" }
    if factor < 1, let divisor = Int(exactly: 1 / factor) { return "1/\(divisor)x" }
    if let whole = Int(exactly: factor) { return "\(whole)x" }
    return "\((factor * 1000).rounded() / 1000)x"
  }
}
