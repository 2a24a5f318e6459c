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
  /// Returns whether everybody in a race has finished or has a status; nil for other sessions, for
  /// races that go on or that nobody entered, and for those that only a long fold knows.
  ///
  /// - Complexity: O(n log n) in the runners; of a race that goes on, mostly O(1).
  package func finishedRace(
    _ number: Int, _ summary: Summary, at now: Reading
  ) throws -> FinishedRace? {
    guard summary.profile.plan.race != nil, !summary.profile.isDiscarded, let connection,
      hasCurrentTables, summary.startPlace != nil
    else { return nil }
    do {
      return try finish(number, summary, at: now, connection)
    } catch let error as DatabaseError where error.isOfFile {
      return nil
    } catch is LogError {
      return nil
    }
  }

  private func finish(
    _ number: Int, _ summary: Summary, at now: Reading, _ connection: Connection
  ) throws -> FinishedRace? {
    let tables = RaceTables(connection: connection)
    guard try tables.exist(), let start = summary.startPlace else { return nil }
    let uid = try uid(of: number)
    guard let race = try tables.race(number, uid, summary), !race.waves.isEmpty,
      case let present = max(summary.place(of: now), race.present(summary.newestPlace)),
      !race.changes(at: present)
    else { return try foldedFinish(number, summary, at: now) }
    let clock = WaveRow.Clock(start: start, stop: summary.stopPlace, now: present)
    let isStanding = clock.standingStop != nil
    let isLeft =
      isStanding ? "status = 'dnf' AND ruling IS NULL" : "status = 'running'"
    let hasRunners = try exists("session = ?", number, connection)
    guard present >= start, hasRunners, try !exists("session = ? AND \(isLeft)", number, connection)
    else { return nil }
    guard summary.clock.hasOneInterval else { return try foldedFinish(number, summary, at: now) }
    let ends = try race.waves.map { wave in
      let statement = try connection.cached(
        """
        SELECT max(c.place), count(*) FILTER (WHERE p.status = 'finished') \
        FROM competitors AS p LEFT JOIN crossings AS c \
        ON c.session = p.session AND c.stream = p.last_stream AND c.event = p.last_event \
        WHERE p.session = ? AND p.wave IS ?
        """
      ).bind(number, wave.name)
      let last = try statement.first { row in (place: row.duration(0), finished: row.int(1)) }
      return Standings.WaveEnd(
        format: wave.format, gun: wave.gun(after: start), last: last?.place,
        hasFinished: last?.finished ?? 0 > 0)
    }
    // A limit of the clock may be earlier.
    let time = ends.compactMap { $0.place(start: start) }.max().map { place in
      min(place - start, summary.runningTime(atPlace: present) ?? place - start)
    }
    return FinishedRace(time: time)
  }

  private func exists(
    _ condition: String, _ number: Int, _ connection: Connection
  ) throws(DatabaseError) -> Bool {
    try connection.cached("SELECT 1 FROM competitors WHERE \(condition) LIMIT 1").bind(number)
      .first { _ in true } ?? false
  }

  /// Returns the finish by a fold of a race that is not long: the state of a session is shown after
  /// most commands.
  private func foldedFinish(
    _ number: Int, _ summary: Summary, at now: Reading
  ) throws -> FinishedRace? {
    guard summary.version <= 5_000, let standings = try race(number)?.standings(at: now),
      standings.phase == .finished, standings.waves.contains(where: { !$0.rows.isEmpty })
    else { return nil }
    return FinishedRace(time: standings.finishTime)
  }
}
