import Glibc
import Synchronization

/// Ends the process if all other limits fail to end a query.
///
/// SQLite checks the time between its steps, and one call of a function such as `trim` or `printf`
/// can be a single step of several minutes. Nothing inside the process can interrupt it. A query
/// only reads, so ending the process does no harm.
package final class Watchdog: Sendable {
  private let isDisarmed = Atomic(false)

  /// Arms the watchdog, which stays armed until `disarm`.
  ///
  /// - Parameters:
  ///   - delay: the time from now: one or two seconds more than the query's own limit.
  ///   - message: the bytes written to standard error before the process ends.
  ///   - status: the exit code.
  package init(after delay: Duration, message: [UInt8], status: Int32) {
    let wait = Wait(stop: self, delay: delay.waitingNanoseconds, message: message, status: status)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(wait).toOpaque()
    let answer = pthread_create(&thread, nil, { Wait.run($0) }, context)
    if answer == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged<Wait>.fromOpaque(context).release()
    }
  }

  /// Disarms the watchdog.
  package func disarm() { isDisarmed.store(true, ordering: .relaxed) }

  private final class Wait: Sendable {
    let stop: Watchdog
    let delay: UInt64
    let message: [UInt8]
    let status: Int32

    init(stop: Watchdog, delay: UInt64, message: [UInt8], status: Int32) {
      self.stop = stop
      self.delay = delay
      self.message = message
      self.status = status
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      let wait = Unmanaged<Wait>.fromOpaque(context).takeRetainedValue()
      var rest = timespec(
        tv_sec: Int(wait.delay / 1_000_000_000), tv_nsec: Int(wait.delay % 1_000_000_000))
      // A signal may interrupt the sleep; `left` then has the remaining time.
      var left = timespec()
      while nanosleep(&rest, &left) != 0 { rest = left }
      if wait.stop.isDisarmed.load(ordering: .relaxed) { return nil }
      _ = wait.message.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      _exit(wait.status)
    }
  }
}
