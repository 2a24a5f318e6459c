public import Text

/// What the clocks of this machine said at one instant, before any log gave them a number.
public struct Instant: Hashable, Sendable {
  /// The clock that the ticks are of.
  public var clock: ClockIdentity
  /// CLOCK_BOOTTIME.
  public var ticks: Duration
  /// The wall clock.
  public var recordedAt: Moment

  /// Makes an instant of what was read.
  public init(clock: ClockIdentity, ticks: Duration, recordedAt: Moment) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
  }

  /// The reading, once the clock has its number.
  package func reading(_ clock: ClockID) -> Reading {
    Reading(clock: clock, ticks: ticks, recordedAt: recordedAt)
  }
}
