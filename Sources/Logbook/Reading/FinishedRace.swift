import EventLog
import Racing
import SQLite
import Text
package import Timing

/// A race in which everybody has finished or has a status; its clock may still run.
package struct FinishedRace: Hashable, Sendable {
  /// The running time at which the last runner finished, or at which the time limit was reached;
  /// nil if it is not known.
  package var time: Duration?
}

extension Logbook {
  /// Returns whether everybody in a race has finished or has a status; nil for other sessions, and
  /// for races that go on or that nobody entered.
  ///
  /// - Complexity: O(n log n) in the events of the race; mostly O(n) in the runners while it goes on,
  ///   and if it was stopped before all had finished.
  package func finishedRace(
    _ number: Int, _ summary: Summary, at now: Reading
  ) throws -> FinishedRace? {
    guard summary.profile.plan.race != nil, !summary.profile.isDiscarded,
      summary.startPlace != nil, hasCurrentTables, let connection
    else { return nil }
    do {
      if try RaceTables(connection: connection).isUnfinished(number, at: summary.place(of: now)) {
        return nil
      }
      guard let standings = try newestRace(number)?.standings(at: now, passages: .none),
        standings.phase == .finished, standings.waves.contains(where: { !$0.rows.isEmpty })
      else { return nil }
      return FinishedRace(time: standings.finishTime)
    } catch let error as DatabaseError where error.isOfFile {
      return nil
    } catch is LogError {
      return nil
    }
  }

  /// Returns a race; nil if there is no such session.
  ///
  /// - Complexity: O(1) if the newest transaction folded it; else O(n log n) in its events.
  func newestRace(_ number: Int) throws -> Race? {
    if isUnchanged, let folded = cache.race, folded.session == number,
      try folded.hasAllEvents(of: self)
    {
      return folded.race
    }
    return try race(number)
  }
}

extension RaceTables {
  /// Whether somebody is on course at a place by the rows, or was when the clock was stopped; false
  /// if only a fold can tell.
  fileprivate func isUnfinished(_ session: Int, at place: Duration) throws -> Bool {
    guard try waves(of: session).allSatisfy({ $0.nextChange.map { $0 > place } ?? true }) else {
      return false
    }
    return try connection.cached(
      """
      SELECT 1 FROM competitors WHERE session = ? \
      AND (status = 'running' OR status = 'dnf' AND ruling IS NULL) LIMIT 1
      """
    ).bind(session).first { _ in true } ?? false
  }
}
