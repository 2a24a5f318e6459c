import Glibc
import SQLite

/// Waits until other processes append to a log.
///
///     let watcher = ChangeWatcher(of: connection, bell: bell)   // it listens from here on
///     repeat { /* read all that is new */ } while watcher.wait() == .changed
///
/// A watcher created before the first read misses nothing: the rings of the bell are queued until
/// the next wait. Polling the log once per period finds appends without a ring: those of another
/// program, or of a process killed between its COMMIT and the ring.
final class ChangeWatcher {
  /// The reason why a wait ended.
  enum Wake: Equatable { case changed, timedOut, interrupted, hangup }

  /// The time between two polls of the log itself.
  struct Periods: Sendable {
    /// The period with a bell.
    var withBell: Duration = .seconds(2)

    /// The period without a bell, or without inotify.
    var withoutBell: Duration = .milliseconds(250)
  }

  private let connection: Connection
  private let ear: DoorbellListener?
  private let periods: Periods
  private var version: Int64?

  /// Creates a watcher that listens from now on; writes of `connection` itself are not changes.
  init(of connection: Connection, bell: Doorbell, periods: Periods = Periods()) {
    self.connection = connection
    self.periods = periods
    ear = DoorbellListener(to: bell)
    version = dataVersion
  }

  /// Readable after a ring, until the next call of `changed`; `nil` without inotify.
  var file: Int32? { ear?.file }

  /// Whether rings are received now, so that only appends without a ring need the slow poll.
  var hearsTheBell: Bool { ear?.isListening ?? false }

  /// Whether events may have been appended since the last call, or since `wait` returned `changed`.
  ///
  /// It is also true if the file is no longer at its path. The function does not wait.
  func changed() -> Bool {
    let heard = ear?.drain() ?? false
    // The version is read before the caller reads, so that any later append changes it again.
    let now = dataVersion
    defer { version = now }
    return heard || now != version || now == nil || connection.copied?.haveChanged == true
      || connection.hasMoved
  }

  /// Waits until events are appended; without a timeout, for any time.
  ///
  /// The wait also ends when the reader of `outlet`, such as standard output, closes it; it is
  /// interrupted when `interrupt` is or becomes readable, and by a signal that was handled.
  func wait(
    timeout: Duration? = nil, outlet: Int32? = nil, interrupt: Int32? = nil
  ) -> Wake {
    let deadline = timeout.map { monotonicNanoseconds() &+ $0.waitingNanoseconds }
    if changed() { return .changed }
    while true {
      var nap = (hearsTheBell ? periods.withBell : periods.withoutBell).waitingNanoseconds
      if let deadline {
        let now = monotonicNanoseconds()
        if now >= deadline { return .timedOut }
        nap = min(nap, deadline - now)
      }
      if let wake = Self.sleep(nap, ear?.file, outlet, interrupt) { return wake }
      if changed() { return .changed }
    }
  }

  /// Waits for a ring, at most so many nanoseconds; returns the reason why the whole wait ends, nil
  /// if it does not.
  static func sleep(
    _ nap: UInt64, _ bell: Int32?, _ outlet: Int32?, _ interrupt: Int32?
  ) -> Wake? {
    // poll(2) ignores negative descriptors; it always reports errors and hang-ups of an outlet.
    var files = [
      pollfd(fd: bell ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outlet ?? -1, events: 0, revents: 0),
      pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let answer = poll(&files, 3, Int32(clamping: (nap + 999_999) / 1_000_000))
    if answer < 0, errno == EINTR { return .interrupted }
    if files[2].revents != 0 { return .interrupted }
    return files[1].revents != 0 ? .hangup : nil
  }

  /// "The integer values returned by two invocations of "PRAGMA data_version" from the same
  /// connection will be different if changes were committed to the database by any other connection
  /// in the interim" (pragma.html#pragma_data_version).
  ///
  /// It is `nil` if it cannot be read: then the caller's own read reports the reason.
  private var dataVersion: Int64? {
    let statement = try? connection.cached("PRAGMA data_version")
    return try? statement?.first { $0.int(0) }
  }
}

@available(*, unavailable)
extension ChangeWatcher: Sendable {}
