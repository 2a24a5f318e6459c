import Glibc
import SQLite

/// Waits until others append to a log.
///
///     let watcher = ChangeWatcher(of: connection, bell: bell)   // it listens from here on
///     repeat { /* read all that is new */ } while watcher.wait() == .changed
///
/// Made before the first read, it misses nothing: the bell's rings are kept until they are waited
/// for. What was appended without a ring (by another program, or by a process killed between its
/// COMMIT and the ring) is found by looking at the log once a period.
package final class ChangeWatcher {
  /// Why a wait ended.
  package enum Wake: Equatable { case changed, timedOut, interrupted, hangup }

  /// How long to wait between two looks at the log itself.
  package struct Periods: Sendable {
    /// While the bell is listened to.
    package var withBell: Duration

    /// Where there is no bell, or no inotify.
    package var withoutBell: Duration

    /// Two periods, neither shorter than a millisecond.
    package init(
      withBell: Duration = .seconds(2), withoutBell: Duration = .milliseconds(250)
    ) {
      self.withBell = max(withBell, .milliseconds(1))
      self.withoutBell = max(withoutBell, .milliseconds(1))
    }
  }

  private let connection: Connection
  private let ear: DoorbellListener?
  private let periods: Periods
  private var version: Int64?

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - connection: the connection that reads. What it writes itself is no change to it.
  ///   - bell: the bell of the log that it reads.
  ///   - periods: how often to look where no bell rings.
  init(of connection: Connection, bell: Doorbell, periods: Periods = Periods()) {
    self.connection = connection
    self.periods = periods
    ear = DoorbellListener(to: bell)
    version = dataVersion
  }

  /// Readable once the bell was rung, until `changed` is asked; `nil` without inotify.
  package var file: Int32? { ear?.file }

  /// Whether rings are heard now, so that the slow look is only for what does not ring.
  package var hearsTheBell: Bool { ear?.isListening ?? false }

  /// Whether anything may have been appended since this was asked last, or `wait` said so; also if
  /// the file is no longer at its path.
  ///
  /// It does not wait.
  package func changed() -> Bool {
    let heard = ear?.drain() ?? false
    // The version is taken before the caller reads: what comes after it changes it again.
    let now = dataVersion
    defer { version = now }
    return heard || now != version || now == nil || connection.hasMoved
  }

  /// Waits until something was appended.
  ///
  /// - Parameters:
  ///   - timeout: how long at most; `nil` for ever.
  ///   - outlet: a descriptor, such as standard output, whose reader's going away ends the wait.
  ///   - interrupt: a descriptor that becomes readable when the wait is to end; that it is already
  ///     ends it at once.
  /// - Returns: why it ended; `interrupted` also for a signal that was handled.
  package func wait(
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
      // poll(2) ignores negative descriptors; of an outlet it always tells errors and hang-ups.
      var files = [
        pollfd(fd: ear?.file ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: outlet ?? -1, events: 0, revents: 0),
        pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let answer = poll(&files, 3, Int32(clamping: (nap + 999_999) / 1_000_000))
      if answer < 0, errno == EINTR { return .interrupted }
      if files[2].revents != 0 { return .interrupted }
      if files[1].revents != 0 { return .hangup }
      if changed() { return .changed }
    }
  }

  /// "The integer values returned by two invocations of "PRAGMA data_version" from the same
  /// connection will be different if changes were committed to the database by any other
  /// connection in the interim" (pragma.html#pragma_data_version).
  ///
  /// It is `nil` if it cannot be read: then the caller's own read will tell why.
  private var dataVersion: Int64? {
    let statement = try? connection.cached("PRAGMA data_version")
    return try? statement?.first { $0.int(0) }
  }
}

@available(*, unavailable)
extension ChangeWatcher: Sendable {}
