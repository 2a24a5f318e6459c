import EventLog
package import Logbook
package import Signals
package import Text
import Timing

/// A log to which processes append, followed once for everything that this process shows.
///
/// It has a separate connection: events of this process arrive like those of others.
package final class LogFeed: Feed {
  package let log: Logbook
  package let clock: LogClock
  package let finishes: FinishedRaces
  package var doorbell: Int32? { follower.bell }
  /// Failures of the log to identify the present clock, and of those who read its new events.
  package var failures: Signal<any Error> { .merge(clock.failures, failureSubject.signal) }

  private let follower: Follower
  private let failureSubject = Subject<any Error>()
  private let reads = Subject<[Int]>()

  /// Follows a log from now on; `now` reads the clocks.
  ///
  /// Events that were read from the log after this call may arrive once more.
  package init(_ log: Logbook, now: @escaping () -> Instant) throws {
    self.log = log
    clock = LogClock(log, now: now)
    finishes = FinishedRaces(log)
    follower = log.follow(after: try log.newestPosition)
    try readNew()
  }

  package func readNew() throws { reads.send(try follower.nextSessions()) }

  /// Runs an action after each read, with the sessions that have new events; its failure is one of
  /// ``failures``.
  package func afterReads(_ action: @escaping ([Int]) throws -> Void) -> Subscription {
    reads.signal.subscribe { [failureSubject] sessions in
      do {
        try action(sessions)
      } catch {
        failureSubject.send(error)
      }
    }
  }

  /// Returns a board with the events of its session that the log has after those of the board.
  func updated(_ board: SessionBoard) throws -> SessionBoard {
    guard let number = board.number else { return board }
    // A session that a key has just started may be the first one of the log.
    try log.openIfPresent()
    var events: [Event] = []
    try log.forEachEvent(of: number, after: board.session.summary.version, verifying: true) {
      events.append($0)
    }
    if events.isEmpty { return board }
    var updated = board.adding(events)
    updated.passedByUndo = try log.eventsPassedByUndo(
      in: updated.session, including: board.passedByUndo)
    return updated
  }
}
