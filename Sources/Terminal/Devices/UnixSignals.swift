import CLinux
import Glibc

/// The signals of Unix that concern a screen, read from a file like everything else.
///
/// While it lives they are blocked, so that none runs a handler in the middle of something; with it
/// they go back to what they were.
package final class UnixSignals {
  /// Readable when a signal has come.
  package let file: Int32
  private var before = sigset_t()

  /// Takes the signals from now on; nil if the system has no file to give.
  ///
  /// One that would end or stop the process, but is ignored, as SIGHUP is under nohup, is left
  /// alone: "Blocked signals are never ignored" (kernel/signal.c).
  package init?() {
    sigprocmask(SIG_BLOCK, nil, &before)
    let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].filter { clinux_ignores($0) == 0 }
    let wanted = [SIGWINCH, SIGCONT] + ending
    file = clinux_signal_file(wanted, Int32(wanted.count))
    guard file >= 0 else { return nil }
  }

  // It runs after an init that fails, too, whose errno is to stay.
  deinit {
    if file >= 0 { close(file) }
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// The next signal that has come, if any.
  package func next() -> Int32? {
    var letter = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(file, &letter, size) == size else { return nil }
    return Int32(letter.ssi_signo)
  }

  /// Does to the process what a signal does by itself; returns when it may go on, after a stop.
  package static func deliver(_ number: Int32) {
    var action = sigaction()
    var handled = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(number, &action, &handled)
    var only = sigset_t()
    var before = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    raise(number)
    sigprocmask(SIG_UNBLOCK, &only, &before)
    sigprocmask(SIG_SETMASK, &before, nil)
    sigaction(number, &handled, nil)
  }
}
