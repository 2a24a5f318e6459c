package import Timing
public import Text
import SQLite

/// Which clock ticks were read from: one boot of one device, in one time namespace.
public struct ClockIdentity: Hashable, Sendable {
  /// The kernel's random id of the boot.
  public var bootID: String
  /// The machine, by an id of its own that is kept outside the log.
  public var device: String
  /// How far CLOCK_BOOTTIME of the time namespace is ahead of the machine's, in nanoseconds.
  public var offset: Int64

  /// Names a clock.
  public init(bootID: String, device: String, offset: Int64 = 0) {
    self.bootID = bootID
    self.device = device
    self.offset = offset
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
