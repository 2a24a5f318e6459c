import Timing
import Text

/// Where a player is, and how it moves: a value, asked and told with the scheduler's moments.
struct Transport {
  private(set) var speed: Speed
  private(set) var isPaused = false
  /// Where it pauses by itself; once the user has moved beyond it, the end of all.
  private(set) var end: Duration
  private let length: Duration
  private var from: (position: Duration, moment: Duration)

  init(position: Duration, end: Duration, length: Duration, speed: Speed, now: Duration) {
    self.length = length
    self.end = min(end, length)
    self.speed = speed
    from = (min(max(position, .zero), self.end), now)
  }

  /// The position at a moment.
  func position(at now: Duration) -> Duration {
    guard !isPaused else { return from.position }
    let passed = Double((now - from.moment).nanoseconds)
    return min(end, from.position + span(passed * speed.factor))
  }

  /// The first moment at which a position ahead is reached.
  func moment(of position: Duration) -> Duration {
    let ahead = Double((position - from.position).nanoseconds)
    // Rounded up: at that moment it has been reached.
    return from.moment + span((ahead / speed.factor).rounded(.up))
  }

  /// A number of nanoseconds, as far as they can be counted: some 285 years.
  private func span(_ nanoseconds: Double) -> Duration {
    .nanoseconds(Int64(min(max(nanoseconds, -9e18), 9e18)))
  }

  mutating func playOrPause(at now: Duration) {
    let position = position(at: now)
    let isAtEnd = isPaused && position >= length
    end = position >= end ? length : end
    from = (isAtEnd ? .zero : position, now)
    isPaused.toggle()
  }

  mutating func setSpeed(_ speed: Speed, at now: Duration) {
    from = (position(at: now), now)
    self.speed = speed
  }

  mutating func move(by span: Duration, at now: Duration) {
    move(to: position(at: now) + span, at: now)
  }

  mutating func move(to position: Duration, at now: Duration) {
    from = (min(max(position, .zero), length), now)
    if from.position > end { end = length }
  }

  /// Pauses, if the end is reached.
  mutating func stopAtEnd(at now: Duration) {
    guard !isPaused, position(at: now) >= end else { return }
    from = (end, now)
    isPaused = true
  }
}
