import Glibc
import Text
import SQLite

/// Reads on in a log as others append to it: everything after a position, in order, without a gap.
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
/// The log need not be there yet: it is looked for until it is, and never made.
public final class Follower {
  /// What came of waiting.
  public enum Next: Hashable, Sendable {
    /// These were appended; at least one.
    case events([Record])
    /// Nothing was, in the time given.
    case timedOut
    /// Somebody interrupted, or a signal was handled.
    case interrupted
    /// The reader of the outlet went away.
    case hangup
  }

  /// The newest event that was read, by its position.
  public private(set) var position: Int

  private let log: EventLog
  private let session: Int?
  private let periods: ChangeWatcher.Periods
  private var watcher: ChangeWatcher?
  /// Whether there may be more than was read, so that there is nothing to wait for.
  private var mayHaveMore = true

  init(
    _ log: EventLog, after position: Int, of session: Int?, periods: ChangeWatcher.Periods
  ) {
    self.log = log
    self.position = position
    self.session = session
    self.periods = periods
  }

  /// Waits for events, if there are none yet.
  ///
  /// - Parameters:
  ///   - timeout: how long at most; zero does not wait, nil waits for ever.
  ///   - limit: how many events at most, at least one.
  ///   - outlet: a descriptor, such as standard output, whose reader's going away ends the wait.
  ///   - interrupt: a descriptor that becomes readable when the wait is to end.
  /// - Returns: the events that come next, in order; or why there are none.
  /// - Throws: `LogError.damaged` for an event that cannot be what was appended; `OpeningError`
  ///   for a file that has come to be there and is no log; `LogError.moved` once all that was
  ///   appended to a file that is no longer at its path was read; `DatabaseError`.
  public func next(
    timeout: Duration? = nil, limit: Int = 1000, outlet: Int32? = nil, interrupt: Int32? = nil
  ) throws -> Next {
    let deadline = timeout.map { monotonicNanoseconds() &+ $0.waitingNanoseconds }
    while true {
      // It listens before it reads, so that nothing falls in between.
      try listen()
      var events = try read(max(1, limit))
      var hasMoved = false
      if events.isEmpty, log.connection?.hasMoved == true {
        // Nobody appends to a file that is not at its path any more: this is all.
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

  /// A file that can be read from when something may have been appended; nil where only looking
  /// tells, as it does everywhere for what is appended without a ring.
  ///
  /// For those who wait for other things as well: they ask `next` without waiting when it is so.
  package var bell: Int32? { watcher.flatMap { $0.hearsTheBell ? $0.file : nil } }

  private func listen() throws {
    guard watcher == nil else { return }
    try log.openIfPresent()
    guard let connection = log.connection else { return }
    // Where nobody can write, the bell is never rung, and hangs nowhere.
    let bell = log.bell ?? Doorbell(ofLog: log.file.path, disk: log.file.disk)
    watcher = ChangeWatcher(of: connection, bell: bell, periods: periods)
  }

  private func read(_ limit: Int) throws -> [Record] {
    guard mayHaveMore, watcher != nil else { return [] }
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
    var files = [
      pollfd(fd: outlet ?? -1, events: 0, revents: 0),
      pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let answer = poll(&files, 2, Int32(clamping: (nap.waitingNanoseconds + 999_999) / 1_000_000))
    if answer < 0, errno == EINTR { return .interrupted }
    if files[1].revents != 0 { return .interrupted }
    if files[0].revents != 0 { return .hangup }
    return timeout.map { $0 <= nap } ?? false ? .timedOut : .changed
  }
}

@available(*, unavailable)
extension Follower: Sendable {}

extension EventLog {
  /// Follows the log: all that is after a position, then what is appended.
  ///
  /// - Parameters:
  ///   - position: the event after which to begin; 0 for the first.
  ///   - session: the number of the one session whose events are wanted; nil for all.
  /// - Returns: one who reads on; it keeps the log open.
  public func follow(after position: Int, of session: Int? = nil) -> Follower {
    follow(after: position, of: session, periods: ChangeWatcher.Periods())
  }

  func follow(
    after position: Int, of session: Int?, periods: ChangeWatcher.Periods
  ) -> Follower {
    Follower(self, after: position, of: session, periods: periods)
  }
}
