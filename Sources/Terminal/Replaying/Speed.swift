/// How fast a past is replayed, in steps of two: 1/8 to 1024 times its own pace, or that given.
package struct Speed: Hashable, Sendable {
  /// How many times faster than it happened.
  package let factor: Double

  package static let normal = Speed(1)
  private static let slowest = 0.125
  private static let fastest = 1024.0

  /// A speed; held within what is shown well.
  package init(_ factor: Double) {
    self.factor = factor.isNaN ? 1 : min(max(factor, Self.slowest), Self.fastest)
  }

  /// Twice as fast.
  package var faster: Speed { Speed(factor * 2) }
  /// Half as fast.
  package var slower: Speed { Speed(factor / 2) }

  /// The speed as it is shown, `1x`, `16x`, `1/4x`.
  package var text: String {
    if factor < 1, let divisor = Int(exactly: 1 / factor) { return "1/\(divisor)x" }
    if let whole = Int(exactly: factor) { return "\(whole)x" }
    return "\((factor * 100).rounded() / 100)x"
  }
}
