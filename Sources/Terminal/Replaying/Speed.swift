/// How fast a past is replayed: as was asked, and by keys in steps of two.
package struct Speed: Hashable, Sendable {
  /// How many times faster than it happened.
  package let factor: Double

  package static let normal = Speed(1)
  /// The fastest and the slowest to which keys lead: what is shown well.
  private static let (slowest, fastest) = (0.125, 1024.0)

  /// A speed above zero; one without bounds is the fastest that is shown well.
  package init(_ factor: Double) {
    self.factor = factor > 0 && factor.isFinite ? factor : factor > 0 ? Self.fastest : 1
  }

  /// Twice as fast.
  package var faster: Speed { factor < Self.fastest ? Speed(min(factor * 2, Self.fastest)) : self }
  /// Half as fast.
  package var slower: Speed { factor > Self.slowest ? Speed(max(factor / 2, Self.slowest)) : self }

  /// The speed as it is shown, `1x`, `16x`, `1/4x`.
  package var text: String {
    if factor < 1, let divisor = Int(exactly: 1 / factor) { return "1/\(divisor)x" }
    if let whole = Int(exactly: factor) { return "\(whole)x" }
    return "\((factor * 1000).rounded() / 1000)x"
  }
}
