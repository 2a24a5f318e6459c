import CLinux
import Glibc
import Text
import Timing

/// Interrupts (SIGINT, which is Ctrl-C, and SIGTERM) as something that can be waited for together
/// with other things.
///
/// signalfd(2): "Normally, the set of signals to be received via the file descriptor should be
/// blocked using sigprocmask(2), to prevent the signals being handled according to their default
/// dispositions." So none is lost between looking and waiting, and nothing runs in a handler.
package final class Interrupts: Sendable {
  /// Readable once an interrupt has come, for ever after.
  package let file: Int32

  /// Takes over a descriptor that becomes readable with an interrupt.
  package init(file: Int32) {
    self.file = file
  }

  /// Keeps interrupts from ending the process from now on.
  ///
  /// To be called before the process has a second thread: each has a mask of its own.
  ///
  /// One that is ignored, as those of a job in the background are, is left alone: "Blocked signals
  /// are never ignored" (kernel/signal.c), so that it would be received all the same. Nil where all
  /// are ignored.
  ///
  /// - Throws: `Failure` if the system has no descriptor to give.
  convenience init?() throws(Failure) {
    let signals = [SIGINT, SIGTERM].filter { clinux_ignores($0) == 0 }
    if signals.isEmpty { return nil }
    let file = clinux_signal_file(signals, Int32(signals.count))
    guard file >= 0 else { throw .cannotWait(errno: errno) }
    self.init(file: file)
  }

  deinit { close(file) }

  /// Whether one has come.
  package var hasCome: Bool {
    var waiting = pollfd(file)
    return poll(&waiting, 1, 0) > 0
  }
}

extension pollfd {
  /// Waits for something to read; poll(2) ignores a negative descriptor.
  init(_ file: Int32?) {
    self.init(fd: file ?? -1, events: Int16(POLLIN), revents: 0)
  }
}

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
