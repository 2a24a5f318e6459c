import CLinux
package import Glibc
import Text

/// Interrupts (SIGINT from Ctrl-C, and SIGTERM) as a file descriptor for poll(2).
///
/// signalfd(2): "Normally, the set of signals to be received via the file descriptor should be
/// blocked using sigprocmask(2), to prevent the signals being handled according to their default
/// dispositions." This way no signal is lost before a wait, and no code runs in a signal handler.
package final class Interrupts: Sendable {
  /// A descriptor that becomes readable at the first interrupt and stays readable.
  package let file: Int32

  /// Takes ownership of a descriptor that becomes readable at an interrupt.
  package init(file: Int32) {
    self.file = file
  }

  /// Stops interrupts from ending the process; nil if all of them are ignored.
  ///
  /// It throws if no descriptor is available. Call it before the process has a second thread, since
  /// each thread has its own signal mask.
  ///
  /// A signal that is ignored, as in a background job, is not blocked: "Blocked signals are never
  /// ignored" (kernel/signal.c), so it would be received.
  package convenience init?() throws(WaitError) {
    let signals = [SIGINT, SIGTERM].filter { clinux_ignores($0) == 0 }
    if signals.isEmpty { return nil }
    let file = clinux_signal_file(signals, Int32(signals.count))
    guard file >= 0 else { throw WaitError(number: errno) }
    self.init(file: file)
  }

  deinit { close(file) }

  /// Whether an interrupt has occurred.
  package var hasOccurred: Bool {
    var waiting = pollfd(file)
    return poll(&waiting, 1, 0) > 0
  }
}

/// The system cannot provide a file to wait for interrupts, keys or changes.
package struct WaitError: Error {
  /// The `errno`.
  package let number: Int32
}

extension pollfd {
  /// Waits for something to read; poll(2) ignores a negative descriptor.
  package init(_ file: Int32?) {
    self.init(fd: file ?? -1, events: Int16(POLLIN), revents: 0)
  }
}

/// Waits until a point in time, so that delays of several waits do not add up.
package enum Sleep {
  /// The reason why a wait ended.
  package enum End: Hashable, Sendable {
    /// The time was reached.
    case over
    /// An interrupt occurred.
    case interrupted
    /// The reader of the output closed it.
    case readerClosed
  }

  /// Waits until `CLOCK_BOOTTIME` reaches a time.
  ///
  /// The wait ends at most a millisecond late, the resolution of poll(2). After a suspend of the
  /// machine, poll(2) first waits for the time that was left before it.
  package static func until(_ ticks: Duration, _ interrupts: Interrupts?, outlet: Int32) -> End {
    while true {
      var now = timespec()
      clock_gettime(CLOCK_BOOTTIME, &now)
      let left = ticks - (.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
      // poll(2) reports errors and hang-ups even if no events are requested.
      var files = [pollfd(interrupts?.file), pollfd(fd: outlet, events: 0, revents: 0)]
      let milliseconds = (max(.zero, left).nanoseconds + 999_999) / 1_000_000
      _ = poll(&files, 2, Int32(clamping: milliseconds))
      if files[0].revents != 0 { return .interrupted }
      if files[1].revents != 0 { return .readerClosed }
      if left <= .zero { return .over }
    }
  }
}
