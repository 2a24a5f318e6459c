import CLinux
import Glibc

/// The Unix signals for a screen, read from a file instead of handled asynchronously.
///
/// The signals are blocked during the life of this object.
package final class UnixSignals {
  /// A file that is readable when a signal has arrived.
  package let file: Int32
  private var originalMask = sigset_t()

  /// Blocks the signals and opens the file; nil if the system has none left.
  ///
  /// An ignored signal, such as SIGHUP under nohup, is not blocked, so that it stays ignored:
  /// "Blocked signals are never ignored" (kernel/signal.c).
  package init?() {
    sigprocmask(SIG_BLOCK, nil, &originalMask)
    let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].filter { clinux_ignores($0) == 0 }
    let wanted = [SIGWINCH, SIGCONT] + ending
    file = clinux_signal_file(wanted, Int32(wanted.count))
    guard file >= 0 else { return nil }
  }

  // A failed init runs the deinit too; its errno must survive.
  deinit {
    if file >= 0 { close(file) }
    sigprocmask(SIG_SETMASK, &originalMask, nil)
  }

  /// Removes the next signal that has arrived; nil if there is none.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(file, &info, size) == size else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Applies the default action of a signal to this process; returns after a stop is continued.
  package static func deliver(_ number: Int32) {
    var defaultAction = sigaction()
    var originalAction = sigaction()
    defaultAction.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(number, &defaultAction, &originalAction)
    var only = sigset_t()
    var originalMask = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    raise(number)
    sigprocmask(SIG_UNBLOCK, &only, &originalMask)
    sigprocmask(SIG_SETMASK, &originalMask, nil)
    sigaction(number, &originalAction, nil)
  }
}

@available(*, unavailable)
extension UnixSignals: Sendable {}

/// A value behind a POSIX mutex.
///
/// The thread sanitizer understands this lock; it does not see the futex of a `Mutex`.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is only used while the mutex is held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    // Without attributes it cannot fail.
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
