import EventLog
import SQLite
import Text
import Timing

/// The tables `sessions`, `anchors`, `laps` and `timestamps`, kept of the events of sessions.
struct SessionProjection: Projection {
  let upcasting: Upcasting

  var version: Int { Tables.foldVersion }

  let sessionTable = "sessions"

  var tables: [ProjectedTable] {
    [
      ProjectedTable("sessions", order: "session"), ProjectedTable("anchors", order: "clock"),
      ProjectedTable("laps", order: "event"), ProjectedTable("timestamps", order: "event"),
    ]
  }

  var salvageMark: (kind: String, data: String) {
    let kind = Event.Kind.tagged([SalvageMark.tag])
    return (kind.name, kind.data)
  }

  func knows(_ record: Record) throws(LogError) -> Bool {
    if case .unknown = try upcasting.kind(of: record) { false } else { true }
  }

  func invalidity(of event: ExportedEvent) -> String? {
    do {
      let kind = try upcasting.kind(event.kind, version: event.kindVersion, data: event.data)
      guard let kind else { return "the payload lacks what its kind needs" }
      return kind.validationError
    } catch {
      return "the payload cannot be read"
    }
  }

  func fold(
    _ session: Int, of log: EventLog, into connection: Connection, verifying isVerifying: Bool
  ) throws -> Int {
    try refold(session, of: log, into: connection, verifying: isVerifying).summary.version
  }

  /// Writes the rows of a session that has none, from its events.
  ///
  /// - Returns: the session.
  func refold(
    _ number: Int, of log: EventLog, into connection: Connection, verifying isVerifying: Bool
  ) throws -> Session {
    var replay = SessionReplay()
    try log.forEachRecord(of: number, verifying: isVerifying) {
      replay.apply(try upcasting.event($0))
    }
    let session = replay.finished()
    guard let uid = session.uid else {
      throw LogError.inconsistent(reason: "there is no session \(number), but one after it")
    }
    let tables = Tables(connection: connection)
    for lap in session.laps { try tables.put(lap, number) }
    for timestamp in session.timestamps { try tables.put(timestamp, number) }
    try tables.put(session.summary, from: nil, number, uid)
    return session
  }

  func importing(into log: EventLog, _ connection: Connection) -> any ImportProjection {
    ImportedSessions(self, log, connection)
  }
}
