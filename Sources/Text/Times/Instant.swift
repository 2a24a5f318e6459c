/// A reading of this machine's clocks, before a log has numbered them.
public struct Instant: Hashable, Sendable {
  /// The clock of the ticks.
  public var clock: ClockIdentity
  /// CLOCK_BOOTTIME.
  public var ticks: Duration
  /// The wall clock.
  public var recordedAt: Moment

  /// Creates an instant from the values read.
  public init(clock: ClockIdentity, ticks: Duration, recordedAt: Moment) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
  }

  /// The limit of the difference between two measurements of the same distance of wall clock and
  /// ticks, in nanoseconds.
  ///
  /// A reading taken within a microsecond is off by at most half of one.
  package static var jitter: Int64 { 1_000 }
}
