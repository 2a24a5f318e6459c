public import Text

/// A reading of a machine's clocks at one instant.
///
/// The wall clock shows the time of day, and can be set; the ticks (CLOCK_BOOTTIME on Linux) never
/// jump and include suspended time, but restart with each boot.
public struct Reading: Hashable, Sendable {
  /// The clock of the ticks; ticks of different clocks cannot be compared.
  public var clock: ClockID
  /// The time since the zero of this clock.
  public var ticks: Duration
  /// The wall clock.
  public var recordedAt: Moment

  /// Creates a reading from the values of both clocks.
  public init(clock: ClockID, ticks: Duration, recordedAt: Moment) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
  }

  /// Returns the reading with the wall clock at the distance from the ticks that it has in an
  /// earlier reading of the same clock, unless the wall clock was set in between.
  ///
  /// A machine reads its two clocks one after the other, so their distance varies by some
  /// nanoseconds from reading to reading. Within ``Instant/jitter`` it counts as the same: whole
  /// seconds between moments that were stated with different readings remain whole seconds.
  package func withoutJitter(since last: Reading) -> Reading {
    // Each event is compared: 64 bits are faster than durations. A sum that wraps is not near.
    let passed = ticks.nanoseconds &- last.ticks.nanoseconds
    let expected = last.recordedAt.nanosecondsSince1970 &+ passed
    guard (recordedAt.nanosecondsSince1970 &- expected).magnitude < Instant.jitter else {
      return self
    }
    return Reading(
      clock: clock, ticks: ticks, recordedAt: Moment(nanosecondsSince1970: expected))
  }
}

extension Instant {
  /// The reading, once the clock has its number.
  package func reading(_ clock: ClockID) -> Reading {
    Reading(clock: clock, ticks: ticks, recordedAt: recordedAt)
  }
}
