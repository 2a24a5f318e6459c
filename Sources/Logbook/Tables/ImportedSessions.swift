import EventLog
import SQLite
import Text
import Timing

/// Updates the tables at the end of an import: each of its sessions is folded from its events.
final class ImportedSessions: ImportProjection {
  private let projection: SessionProjection
  private let log: EventLog
  private let connection: Connection
  /// The lines of the new events of each session, in the order of the events.
  private var lines: [Int: [Int]] = [:]

  init(_ projection: SessionProjection, _ log: EventLog, _ connection: Connection) {
    self.projection = projection
    self.log = log
    self.connection = connection
  }

  func project(_ record: Record, line: Int) {
    lines[record.session, default: []].append(line)
  }

  /// Writes the rows of the sessions, and of the races to which they belong.
  ///
  /// Throws an `ImportError` for an event that is beyond the timeline of its session.
  func finish() throws {
    let streams = StreamTables(connection: connection)
    var races: Set<Int> = []
    // A session may have joined a race of a higher number.
    var joined: Set<EventID> = []
    for (session, lines) in lines.sorted(by: { $0.key < $1.key }) {
      let former = try streams.point(of: session)
      let state = try projection.refolded(session, of: log, in: connection)
      let known = state.summary.version - lines.count
      if let event = state.firstBeyondTimeline, event > known {
        throw ImportError(
          line: lines[event - known - 1],
          fault: .invalid(
            """
            event \(event) of the session lies more than 146 years from the first, or moves a lap \
            there
            """))
      }
      let profile = state.summary.profile
      if profile.plan.race != nil { races.insert(session) }
      joined.formUnion([former, profile.timingPoint].compactMap { $0?.race })
    }
    races.formUnion(try joined.compactMap { try connection.number(ofSession: $0) })
    for session in races.sorted() {
      try projection.refoldRace(session, of: log, in: connection)
    }
  }
}
