import EventLog
import SQLite
import Text
import Timing

/// Maintains the tables `sessions`, `anchors`, `laps` and `timestamps` from the events of sessions.
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

  func isCurrent(_ session: Int, in connection: Connection) throws -> Bool {
    // The state of a row begins with the version that wrote it.
    try connection.cached("SELECT substr(state, 1, ?) = ? FROM sessions WHERE session = ?")
      .bind(current.utf8.count, current, session).first { $0.int(0) != 0 } ?? true
  }

  /// The beginning of each state of this version.
  private var current: String { "[\(version)," }

  func nextOutdated(after session: Int, in connection: Connection) throws -> Int? {
    try connection.cached(
      "SELECT session FROM sessions WHERE session > ? AND substr(state, 1, ?) <> ? LIMIT 1"
    ).bind(session, current.utf8.count, current).first { Int($0.int(0)) }
  }

  /// Replaces the rows of a session that another version of the fold wrote.
  ///
  /// - Returns: the session.
  func renew(_ session: Int, of log: EventLog, in connection: Connection) throws -> Session {
    try remove(session, from: connection)
    return try refold(session, of: log, into: connection, verifying: false)
  }

  /// Writes the rows of a session without any, from its events.
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
      throw LogError.inconsistent(.missingSession(number))
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
