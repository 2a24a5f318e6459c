import Glibc
import Synchronization

/// Ends the process if a query outlasts all else.
///
/// SQLite looks at the clock between its steps, and one call of a function such as `trim` or
/// `printf` can be a single step of minutes. Nothing inside the process can end that; and as a
/// query only reads, to end the process harms nothing.
package final class Watchdog: Sendable {
  private let isDisarmed = Atomic(false)

  /// Arms it; it stays armed until `disarm`.
  ///
  /// - Parameters:
  ///   - delay: how long from now on: a second or two longer than the query's own limit.
  ///   - message: the bytes that go to standard error before the end.
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

  /// Lets the process live.
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
      // A signal may cut the sleep short: what is left of it is in `left` then.
      var left = timespec()
      while nanosleep(&rest, &left) != 0 { rest = left }
      if wait.stop.isDisarmed.load(ordering: .relaxed) { return nil }
      _ = wait.message.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      _exit(wait.status)
    }
  }
}
