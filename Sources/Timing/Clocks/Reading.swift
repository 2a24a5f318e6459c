public import Text

/// What the clocks of a machine said at one instant, taken together.
///
/// The wall clock may be stepped, and says when something happened to people; the ticks
/// (CLOCK_BOOTTIME on Linux) never jump and count suspended time, but start anew with each boot.
public struct Reading: Hashable, Sendable {
  /// Which ticks these are; ticks of different clocks cannot be compared.
  public var clock: ClockID
  /// Time since this clock's own zero.
  public var ticks: Duration
  /// The wall clock.
  public var recordedAt: Moment

  /// Makes a reading from what the two clocks said.
  public init(clock: ClockID, ticks: Duration, recordedAt: Moment) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
  }
}

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
