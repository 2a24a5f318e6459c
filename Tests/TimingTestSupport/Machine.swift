package import Timing
import Text

/// A simulated machine, whose clocks advance, step and reboot on request.
package struct Machine: Sendable {
  package var wall: Int64
  package var ticks: Int64 = 5_000_000_000
  package var boot: Int64 = 1

  /// Creates a machine with a wall-clock time in nanoseconds since 1970.
  package init(wall: Int64 = 1_800_000_000_000_000_000) {
    self.wall = wall
  }

  /// The current reading of its clocks.
  package var reading: Reading {
    Reading(
      clock: ClockID(rawValue: boot), ticks: .nanoseconds(ticks),
      recordedAt: Moment(nanosecondsSince1970: wall))
  }

  /// The reading, with the identity of the clock instead of its number in a log.
  package var instant: Instant {
    Instant(
      clock: ClockIdentity(bootID: "boot-\(boot)", device: "device"), ticks: reading.ticks,
      recordedAt: reading.recordedAt)
  }

  /// Advances both clocks.
  package mutating func pass(_ span: Duration) {
    wall += span.nanoseconds
    ticks += span.nanoseconds
  }

  /// Steps the wall clock forward, or back by a negative span.
  package mutating func step(_ span: Duration) {
    wall += span.nanoseconds
  }

  /// Starts the ticks of a new boot, after a span of wall-clock time.
  package mutating func reboot(lasting span: Duration) {
    boot += 1
    ticks = 1_000_000_000
    wall += span.nanoseconds
  }
}
