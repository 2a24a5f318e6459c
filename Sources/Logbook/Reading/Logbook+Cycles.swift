import EventLog
import SQLite
import Text
import Timing

/// An event of a session, as a user names it: `@4:12`.
package struct SessionEvent: Hashable, Comparable, Sendable {
  /// The number of the session.
  package var session: Int
  /// The number of the event within the session.
  package var version: Int

  package static func < (left: SessionEvent, right: SessionEvent) -> Bool {
    (left.session, left.version) < (right.session, right.version)
  }
}

extension Logbook {
  /// Returns the reversals of a race's streams that take one another back in a circle, and have no
  /// effect.
  ///
  /// Commands do not make such events: a stream corrects its own events, and the race's own stream
  /// those of all.
  ///
  /// - Returns: the events of each circle, in order.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the events of the sessions that joined races, and in those of the races.
  package func cyclesOfReversals() throws -> [[SessionEvent]] {
    guard let connection, hasCurrentTables else { return [] }
    let tables = StreamTables(connection: connection)
    var cycles: [[SessionEvent]] = []
    for race in try tables.races() {
      let sessions =
        try tables.sessions(joining: race) + [number(ofSession: race)].compactMap(\.self)
      cycles += try cyclesOfReversals(in: sessions, connection)
    }
    return cycles.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func cyclesOfReversals(
    in sessions: [Int], _ connection: Connection
  ) throws -> [[SessionEvent]] {
    var reversals: [EventID: (event: SessionEvent, target: EventID)] = [:]
    let statement = try connection.prepare(
      "SELECT id, version, kind_version, data FROM events WHERE session = ? AND kind = 'reverted'")
    for session in sessions {
      try statement.bind(session)
      while try statement.step() {
        guard let id = statement.withBlob(0, { EventID($0) }),
          let target = try upcasting.kind(
            "reverted", version: Int(statement.int(2)), data: statement.text(3))?.target
        else { continue }
        reversals[id] = (SessionEvent(session: session, version: Int(statement.int(1))), target)
      }
      statement.reset()
    }
    var cycles: [[SessionEvent]] = []
    var seen: Set<EventID> = []
    for first in reversals.keys where !seen.contains(first) {
      var path: [EventID] = []
      var next = first
      while let reversal = reversals[next], seen.insert(next).inserted {
        path.append(next)
        next = reversal.target
      }
      guard let start = path.firstIndex(of: next) else { continue }
      cycles.append(path[start...].compactMap { reversals[$0]?.event }.sorted())
    }
    return cycles
  }
}
