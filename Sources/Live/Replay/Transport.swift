import Text

/// The state of a replay: position, speed, playing or paused, as a function of the time.
///
/// The caller passes the time, in the moments of its scheduler.
package struct Transport: Hashable, Sendable {
  /// The speed while playing.
  package private(set) var speed: ReplaySpeed
  /// The position at which the replay pauses: the requested end, or the tape's length once the user
  /// has moved beyond it.
  package private(set) var end: Duration
  private let length: Duration
  private var isHeld = false
  private var anchor: Anchor

  /// A position and the moment at which it was reached.
  private struct Anchor: Hashable {
    var position: Duration
    var moment: Duration
  }

  /// Starts playing at the beginning of the range, and pauses at its end.
  package init(
    _ range: ClosedRange<Duration>, of length: Duration, speed: ReplaySpeed, now: Duration
  ) {
    self.length = length
    self.speed = speed
    end = min(range.upperBound, length)
    anchor = Anchor(position: min(max(range.lowerBound, .zero), end), moment: now)
  }

  /// Whether the replay is paused by the user, or at its end.
  package func isPaused(at now: Duration) -> Bool { isHeld || position(at: now) >= end }

  package func position(at now: Duration) -> Duration {
    guard !isHeld else { return anchor.position }
    guard speed.factor.isFinite else { return end }
    let passed = Double((now - anchor.moment).nanoseconds)
    return min(end, anchor.position + Self.span(passed * speed.factor))
  }

  /// The first moment at which a position ahead is reached while playing.
  package func moment(of position: Duration) -> Duration {
    let ahead = Double((position - anchor.position).nanoseconds)
    // Rounded up, so that the position has been reached at that moment.
    return anchor.moment + Self.span((ahead / speed.factor).rounded(.up))
  }

  /// Pauses or continues; at the end of the tape, plays it again.
  package mutating func togglePause(at now: Duration) {
    let position = position(at: now)
    let wasPaused = isPaused(at: now)
    if position >= end { end = length }
    anchor = Anchor(position: wasPaused && position >= length ? .zero : position, moment: now)
    isHeld = !wasPaused
  }

  /// Changes the speed from now on.
  package mutating func setSpeed(_ speed: ReplaySpeed, at now: Duration) {
    anchor = Anchor(position: position(at: now), moment: now)
    self.speed = speed
  }

  /// Moves by a span, within the tape.
  package mutating func move(by span: Duration, at now: Duration) {
    move(to: position(at: now) + span, at: now)
  }

  /// Moves to a position, within the tape.
  package mutating func move(to position: Duration, at now: Duration) {
    isHeld = isPaused(at: now)
    anchor = Anchor(position: min(max(position, .zero), length), moment: now)
    if anchor.position > end { end = length }
  }

  /// A number of nanoseconds as a duration, within ±285 years.
  private static func span(_ nanoseconds: Double) -> Duration {
    .nanoseconds(Int64(min(max(nanoseconds, -9e18), 9e18)))
  }
}

/// The speed of a replay, as a multiple of real time.
package struct ReplaySpeed: Hashable, Sendable {
  /// The multiple, above zero; infinite for a replay without waits.
  package let factor: Double

  /// Real time.
  package static let normal = ReplaySpeed(1)
  /// A replay without waits.
  package static let max = ReplaySpeed(.infinity)
  /// The bounds within which ``faster`` and ``slower`` change a speed.
  private static let (slowest, fastest) = (0.125, 1024.0)

  package init(_ factor: Double) {
    self.factor = factor > 0 ? factor : 1
  }

  /// The speed for a screen, which replaces a replay without waits by a fast one.
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
