import EventLog
import SQLite
import Text
import Timing

/// Updates the tables at the end of an import: each of its sessions is folded from its events.
final class ImportedSessions: ImportProjection {
  private let projection: SessionProjection
  private let log: EventLog
  private let connection: Connection
  private var additions: [Int: Addition] = [:]

  /// The new events of a session.
  private struct Addition {
    /// The number of its events that are not new.
    var known: Int
    /// The first events, by their numbers, of sequences of consecutive lines, with these lines.
    var sequences: [(event: Int, line: Int)] = []

    mutating func append(_ event: Int, line: Int) {
      if sequences.last.map({ line - $0.line == event - $0.event }) != true {
        sequences.append((event, line))
      }
    }

    func line(of event: Int) -> Int {
      sequences.last { $0.event <= event }.map { $0.line + event - $0.event } ?? 0
    }
  }

  init(_ projection: SessionProjection, _ log: EventLog, _ connection: Connection) {
    self.projection = projection
    self.log = log
    self.connection = connection
  }

  func project(_ record: Record, line: Int) {
    additions[record.session, default: Addition(known: record.version - 1)]
      .append(record.version, line: line)
  }

  /// Writes the rows of the sessions, and of the races to which they belong.
  ///
  /// Throws an `ImportError` for an event that is beyond the timeline of its session.
  func finish() throws {
    let streams = StreamTables(connection: connection)
    var races: Set<Int> = []
    // A session may have joined a race of a higher number.
    var joined: Set<EventID> = []
    for (session, addition) in additions.sorted(by: { $0.key < $1.key }) {
      let former = try streams.point(of: session)
      let profile = try refold(session, addition).summary.profile
      if profile.plan.race != nil { races.insert(session) }
      joined.formUnion([former, profile.timingPoint].compactMap { $0?.race })
    }
    races.formUnion(try joined.compactMap { try connection.number(ofSession: $0) })
    for session in races.sorted() {
      try projection.refoldRace(session, of: log, in: connection)
    }
  }

  private func refold(_ number: Int, _ addition: Addition) throws -> Session {
    let session = try projection.refolded(number, of: log, in: connection)
    if let event = session.firstBeyondTimeline, event > addition.known {
      throw ImportError(
        line: addition.line(of: event),
        fault: .invalid(
          """
          event \(event) of the session lies more than 146 years from the first, or moves a lap \
          there
          """))
    }
    return session
  }
}
