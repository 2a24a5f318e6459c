import CLinux
import Glibc

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
