import Glibc
import Timing
import Text

/// Waiting for a point of time, which no wait before it can shift.
package enum Sleep {
  /// Why a sleep ended.
  package enum End: Hashable, Sendable {
    /// The time has come.
    case over
    /// Somebody interrupted.
    case interrupted
    /// Nobody reads what is written any more.
    case readerClosed
  }

  /// Waits until `CLOCK_BOOTTIME` shows at least this.
  ///
  /// It is late by a millisecond at most, the grain of poll(2), and no sleep after it is later for
  /// it. Only when the machine was suspended meanwhile, poll(2) waits on for what was left then.
  static func until(_ ticks: Duration, _ interrupts: Interrupts?, outlet: Int32) -> End {
    while true {
      var now = timespec()
      clock_gettime(CLOCK_BOOTTIME, &now)
      let left = ticks - (.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
      // Of an outlet poll(2) always tells errors and hang-ups, also when nothing is asked.
      var files = [pollfd(interrupts?.file), pollfd(fd: outlet, events: 0, revents: 0)]
      let milliseconds = (max(.zero, left).nanoseconds + 999_999) / 1_000_000
      _ = poll(&files, 2, Int32(clamping: milliseconds))
      if files[0].revents != 0 { return .interrupted }
      if files[1].revents != 0 { return .readerClosed }
      if left <= .zero { return .over }
    }
  }
}
