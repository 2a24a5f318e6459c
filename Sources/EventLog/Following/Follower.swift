import Glibc
import Text
import SQLite

/// Reads the events after a position while others append: in order and without a gap.
///
/// ```swift
/// let follower = try log.follow(after: 0)
/// loop: while true {
///   switch try follower.next(outlet: STDOUT_FILENO) {
///   case .events(let events): show(events)
///   case .timedOut, .interrupted, .hangup: break loop
///   }
/// }
/// ```
/// The log may be missing at first: the follower waits for it, and never creates it.
public final class Follower {
  /// The result of waiting for events.
  public enum Next: Hashable, Sendable {
    /// These events were appended; at least one.
    case events([Record])
    /// No event was appended within the timeout.
    case timedOut
    /// The interrupt descriptor became readable, or a signal was handled.
    case interrupted
    /// The reader of the outlet closed it.
    case hangup
  }

  /// The position of the newest event that was read.
  public private(set) var position: Int

  /// The time between two polls of the log itself.
  struct Periods: Sendable {
    var withBell: Duration = .seconds(2)

    /// The period without a bell, or without inotify.
    var withoutBell: Duration = .milliseconds(250)
  }

  private let log: EventLog
  private let session: Int?
  private let periods: Periods
  private var watcher: ChangeWatcher?
  /// Whether the log may have unread events, so that no wait is needed.
  private var mayHaveMore = true

  init(_ log: EventLog, after position: Int, of session: Int?, periods: Periods = Periods()) {
    self.log = log
    self.position = position
    self.session = session
    self.periods = periods
  }

  /// Returns the next events, and waits for some if there are none yet.
  ///
  /// - Parameters:
  ///   - timeout: the maximum time; zero does not wait, nil is no limit.
  ///   - limit: the maximum number of events, at least one.
  ///   - outlet: a descriptor, such as standard output; the wait ends when its reader closes it.
  ///   - interrupt: a descriptor that ends the wait when it becomes readable.
  /// - Returns: the next events, in order; or the reason why there are none.
  /// - Throws: `LogError.damaged` for an event that cannot be as it was appended; `OpeningError`
  ///   for a new file at the path that is not a log; `LogError.moved` if the file is no longer at
  ///   its path, after all its events were read; `LogError.newerTables`; `DatabaseError`.
  public func next(
    timeout: Duration? = nil, limit: Int = 1000, outlet: Int32? = nil, interrupt: Int32? = nil
  ) throws -> Next {
    var events: [Record] = []
    let end = try wait(timeout, outlet, interrupt) { _ in
      events = try log.records(after: position, of: session, limit: max(1, limit))
      (mayHaveMore, position) = (events.count == max(1, limit), events.last?.position ?? position)
      return !events.isEmpty
    }
    return end ?? .events(events)
  }

  /// Returns the sessions of all further events, in the order of their first ones, without waiting;
  /// empty if there are none yet.
  ///
  /// It verifies no event: the damage of one is found by reading its session. Throws as
  /// ``next(timeout:limit:outlet:interrupt:)`` otherwise.
  package func nextSessions() throws -> [Int] {
    var sessions: [Int] = []
    var known: Set<Int> = []
    _ = try wait(.zero, nil, nil) { connection in
      mayHaveMore = false
      let statement = try connection.cached(
        "SELECT session, position FROM events WHERE position > ? ORDER BY position")
      try statement.bind(position)
      defer { statement.reset() }
      while try statement.step() {
        let session = Int(statement.int(0))
        if known.insert(session).inserted { sessions.append(session) }
        position = max(position, Int(statement.int(1)))
      }
      return !sessions.isEmpty
    }
    return sessions
  }

  /// Waits until `read` has read events; returns the reason if it ends without.
  private func wait(
    _ timeout: Duration?, _ outlet: Int32?, _ interrupt: Int32?,
    _ read: (Connection) throws -> Bool
  ) throws -> Next? {
    func readIfMore() throws -> Bool {
      guard mayHaveMore, watcher != nil, let connection = log.connection else { return false }
      try log.refuseNewerTables(connection)
      return try read(connection)
    }
    let deadline = timeout.map { monotonicNanoseconds() &+ $0.waitingNanoseconds }
    while true {
      // It listens before it reads, so that no append is missed in between.
      try listen()
      if try readIfMore() { return nil }
      if log.connection?.hasMoved == true {
        // No process appends to a file that is no longer at its path: these are its last events.
        mayHaveMore = true
        if try readIfMore() { return nil }
        throw LogError.moved(path: log.file.path)
      }
      if watcher?.changed() == true {
        mayHaveMore = true
        continue
      }
      let period = watcher?.isListening == true ? periods.withBell : periods.withoutBell
      var nap = period.waitingNanoseconds
      if let deadline {
        let now = monotonicNanoseconds()
        if now >= deadline { return .timedOut }
        nap = min(nap, deadline - now)
      }
      if let end = sleep(nap, outlet, interrupt) { return end }
    }
  }

  /// A descriptor that becomes readable when events may have been appended; nil if only polling
  /// works.
  ///
  /// It is for callers that wait for other descriptors as well: when it is readable, they call
  /// `next` with a timeout of zero. Appends without a ring are found only by polling, even if it is
  /// not nil.
  package var bell: Int32? { watcher.flatMap { $0.isListening ? $0.file : nil } }

  private func listen() throws {
    if try log.renewCopy() {
      watcher = nil
      mayHaveMore = true
    }
    guard watcher == nil else { return }
    try log.openIfPresent()
    guard let connection = log.connection, let bell = log.bell else { return }
    watcher = ChangeWatcher(of: connection, bell: bell)
  }

  /// Waits for a ring, at most `nap` nanoseconds; returns the reason why the whole wait ends, nil
  /// if it does not.
  private func sleep(_ nap: UInt64, _ outlet: Int32?, _ interrupt: Int32?) -> Next? {
    // poll(2) ignores negative descriptors; it always reports errors and hang-ups of an outlet.
    var files = [
      pollfd(fd: watcher?.file ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outlet ?? -1, events: 0, revents: 0),
      pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let answer = poll(&files, 3, Int32(clamping: (nap + 999_999) / 1_000_000))
    if answer < 0, errno == EINTR { return .interrupted }
    if files[2].revents != 0 { return .interrupted }
    return files[1].revents != 0 ? .hangup : nil
  }
}

@available(*, unavailable)
extension Follower: Sendable {}

extension EventLog {
  /// Follows the log, or one session of it: first all events after a position, then the appended
  /// ones.
  public func follow(after position: Int, of session: Int? = nil) -> Follower {
    Follower(self, after: position, of: session)
  }
}

/// Finds out whether other processes have appended to a log.
///
/// A watcher created before the first read misses nothing: the rings of the bell are queued until
/// the next call of `changed`. Calling it once per period finds appends without a ring: those of
/// another program, or of a process killed between its COMMIT and the ring.
final class ChangeWatcher {
  private let connection: Connection
  private let listener: DoorbellListener?
  private var version: Int64?

  /// Creates a watcher that listens from now on; writes of `connection` itself are not changes.
  init(of connection: Connection, bell: Doorbell) {
    self.connection = connection
    listener = DoorbellListener(to: bell)
    version = dataVersion
  }

  /// Readable after a ring, until the next call of `changed`; `nil` without inotify.
  var file: Int32? { listener?.file }

  /// Whether rings are received now, so that only appends without a ring need the slow poll.
  var isListening: Bool { listener?.isListening ?? false }

  /// Whether events may have been appended since the last call.
  ///
  /// It is also true if the file is no longer at its path. The function does not wait.
  func changed() -> Bool {
    let isRung = listener?.drain() ?? false
    // The version is read before the caller reads, so that any later append changes it again.
    let now = dataVersion
    defer { version = now }
    return isRung || now != version || now == nil || connection.copied?.haveChanged == true
      || connection.hasMoved
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
