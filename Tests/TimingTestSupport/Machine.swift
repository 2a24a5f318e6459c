package import Timing
import Text

/// A machine whose clocks are turned by hand: time passes, the wall clock is stepped, it reboots.
package struct Machine: Sendable {
  package var wall: Int64
  package var ticks: Int64 = 5_000_000_000
  package var boot: Int64 = 1

  /// A machine whose wall clock stands at so many nanoseconds since 1970.
  package init(wall: Int64 = 1_800_000_000_000_000_000) {
    self.wall = wall
  }

  /// What its clocks say.
  package var reading: Reading {
    Reading(
      clock: ClockID(rawValue: boot), ticks: .nanoseconds(ticks),
      recordedAt: Moment(nanosecondsSince1970: wall))
  }

  /// Both clocks go on.
  package mutating func pass(_ span: Duration) {
    wall += span.nanoseconds
    ticks += span.nanoseconds
  }

  /// The wall clock alone is set forwards, or backwards.
  package mutating func step(_ span: Duration) {
    wall += span.nanoseconds
  }

  /// The ticks start anew, the wall clock has gone on by so much.
  package mutating func reboot(lasting span: Duration) {
    boot += 1
    ticks = 1_000_000_000
    wall += span.nanoseconds
  }
}
