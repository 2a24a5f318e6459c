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

  private let log: EventLog
  private let session: Int?
  private let periods: ChangeWatcher.Periods
  private var watcher: ChangeWatcher?
  /// Whether the log may have unread events, so that no wait is needed.
  private var mayHaveMore = true

  init(
    _ log: EventLog, after position: Int, of session: Int?, periods: ChangeWatcher.Periods
  ) {
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
    let deadline = timeout.map { monotonicNanoseconds() &+ $0.waitingNanoseconds }
    while true {
      // It listens before it reads, so that no append is missed in between.
      try listen()
      var events = try read(max(1, limit))
      var hasMoved = false
      if events.isEmpty, log.connection?.hasMoved == true {
        // No process appends to a file that is no longer at its path: these are its last events.
        (hasMoved, mayHaveMore) = (true, true)
        events = try read(max(1, limit))
      }
      if !events.isEmpty { return .events(events) }
      if hasMoved { throw LogError.moved(path: log.file.path) }
      let rest = deadline.map { deadline -> Duration in
        let now = monotonicNanoseconds()
        return .nanoseconds(Int64(clamping: now < deadline ? deadline - now : 0))
      }
      switch wait(rest, outlet, interrupt) {
      case .changed: mayHaveMore = true
      case .timedOut: return .timedOut
      case .interrupted: return .interrupted
      case .hangup: return .hangup
      }
    }
  }

  /// A descriptor that becomes readable when events may have been appended; nil if only polling
  /// works.
  ///
  /// It is for callers that wait for other descriptors as well: when it is readable, they call
  /// `next` with a timeout of zero. Appends without a ring are found only by polling, even if it is
  /// not nil.
  package var bell: Int32? { watcher.flatMap { $0.hearsTheBell ? $0.file : nil } }

  private func listen() throws {
    if try log.renewCopy() {
      watcher = nil
      mayHaveMore = true
    }
    guard watcher == nil else { return }
    try log.openIfPresent()
    guard let connection = log.connection else { return }
    let bell = log.bell ?? Doorbell(ofLog: log.file.path, disk: log.file.disk)
    watcher = ChangeWatcher(of: connection, bell: bell, periods: periods)
  }

  private func read(_ limit: Int) throws -> [Record] {
    guard mayHaveMore, watcher != nil, let connection = log.connection else { return [] }
    try log.refuseNewerTables(connection)
    let events = try log.records(after: position, of: session, limit: limit)
    mayHaveMore = events.count == limit
    position = events.last?.position ?? position
    return events
  }

  private func wait(
    _ timeout: Duration?, _ outlet: Int32?, _ interrupt: Int32?
  ) -> ChangeWatcher.Wake {
    if let watcher {
      return watcher.wait(timeout: timeout, outlet: outlet, interrupt: interrupt)
    }
    let nap = min(timeout ?? periods.withoutBell, periods.withoutBell)
    let wake = ChangeWatcher.sleep(nap.waitingNanoseconds, nil, outlet, interrupt)
    if let wake { return wake }
    return timeout.map { $0 <= nap } ?? false ? .timedOut : .changed
  }
}

@available(*, unavailable)
extension Follower: Sendable {}

extension EventLog {
  /// Follows the log: first all events after a position, then the appended ones.
  ///
  /// - Parameters:
  ///   - position: the position after which to begin; 0 for the first event.
  ///   - session: the number of the only session to read; nil for all.
  /// - Returns: a follower, which keeps the log open.
  public func follow(after position: Int, of session: Int? = nil) -> Follower {
    follow(after: position, of: session, periods: ChangeWatcher.Periods())
  }

  func follow(
    after position: Int, of session: Int?, periods: ChangeWatcher.Periods
  ) -> Follower {
    Follower(self, after: position, of: session, periods: periods)
  }
}
