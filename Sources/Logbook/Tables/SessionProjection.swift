import EventLog
import Racing
import SQLite
import Text
import Timing

/// Maintains the tables `sessions`, `anchors`, `laps` and `timestamps` from the events of sessions.
struct SessionProjection: Projection {
  let sessionTable = "sessions"

  var tables: [ProjectedTable] {
    [
      ProjectedTable("sessions", order: "session"), ProjectedTable("anchors", order: "clock"),
      ProjectedTable("laps", order: "event"), ProjectedTable("timestamps", order: "event"),
    ] + Tables.optional.map { ProjectedTable($0.name, order: $0.order, isOptional: true) }
  }

  func hasOptionalTables(_ connection: Connection) throws(DatabaseError) -> Bool {
    try Tables(connection: connection).hasOptionalTables()
  }

  func makeOptionalTables(in connection: Connection) throws(DatabaseError) {
    _ = try Tables(connection: connection).makeOptionalTables(forRow: true)
  }

  func dropOptionalTables(of connection: Connection) throws(DatabaseError) {
    try Tables(connection: connection).dropOptionalTables()
  }

  func foldAcrossSessions(of log: EventLog, in connection: Connection) throws {
    // A session may have joined a race of a lower number.
    for race in try Tables(connection: connection).joinedRaces() {
      guard let number = try connection.number(ofSession: race) else { continue }
      try refoldRace(number, of: log, in: connection)
    }
  }

  var salvageMark: (kind: String, data: String) {
    let kind = Event.Kind.tagged([SalvageMark.tag])
    return (kind.name, kind.data)
  }

  func knows(_ record: Record) throws(LogError) -> Bool {
    if case .unknown = try Event.content(of: record).kind { false } else { true }
  }

  func invalidity(of event: ExportedEvent) -> String? {
    do {
      let kind = try Event.Kind(
        event.record.kind, version: event.record.kindVersion, data: event.record.data)
      guard let kind else { return "the payload lacks a required field" }
      return kind.validationError
    } catch {
      return "the payload cannot be read"
    }
  }

  func fold(
    _ session: Int, of log: EventLog, into connection: Connection, verifying isVerifying: Bool
  ) throws -> Int {
    let state = try replayed(session, of: log, verifying: isVerifying)
    try write(state, session, into: connection)
    if state.summary.profile.plan.race != nil {
      let rows = try raceRows(session, state, of: log, verifying: isVerifying)
      try Tables(connection: connection).replace(rows, of: session)
    }
    return state.summary.version
  }

  private func replayed(
    _ number: Int, of log: EventLog, verifying isVerifying: Bool = false
  ) throws -> Session {
    var session = Session()
    try session.applyNewest(of: number, in: log, verifying: isVerifying)
    return session
  }

  private func write(
    _ session: Session, _ number: Int, from before: Summary? = nil, into connection: Connection
  ) throws {
    guard let uid = session.uid else { throw LogError.inconsistent(.missingSession(number)) }
    let tables = Tables(connection: connection)
    for lap in session.laps { try tables.put(lap, number) }
    for timestamp in session.timestamps { try tables.put(timestamp, number) }
    try tables.put(session.summary, from: before, number, uid)
    try tables.updateAttempt(number, from: before, to: session.summary) { session }
  }

  /// Returns the rows of a race, from the events of all its streams.
  private func raceRows(
    _ number: Int, _ session: Session, of log: EventLog, verifying isVerifying: Bool = false
  ) throws -> RaceRows {
    var race = FoldedRace(number, Race(session))
    try race.applyNewest(of: log, verifying: isVerifying) { uid in
      try log.connection.map { try Tables(connection: $0).sessions(joining: uid) } ?? []
    }
    race.settle()
    return race.changedRows
  }

  /// Replaces the rows of a race, from the events of all its streams; if one of them is damaged,
  /// the race has no rows.
  func refoldRace(_ number: Int, of log: EventLog, in connection: Connection) throws {
    let rows = try log.unlessDamaged(number, leavingOut: .rows) {
      let session = try replayed(number, of: log)
      guard session.summary.profile.plan.race != nil else { return RaceRows() }
      return try raceRows(number, session, of: log)
    }
    try Tables(connection: connection).replace(rows ?? RaceRows(), of: number)
  }

  func refold(_ lines: [Int: [Int]], of log: EventLog, in connection: Connection) throws {
    // The sessions of the new events of each race.
    var races: [Int: Set<Int>] = [:]
    // A session may have joined a race of a higher number.
    var joined: [EventID: Set<Int>] = [:]
    for (session, lines) in lines.sorted(by: { $0.key < $1.key }) {
      let before = try Tables(connection: connection).row(of: session)
      let after =
        try stepped(session, from: before, of: log, in: connection)
        ?? refolded(session, from: before, lines, of: log, in: connection)
      for profile in [before?.summary.profile, after.profile] {
        if profile?.plan.isRace == true { races[session] = [session] }
        if let race = profile?.timingPoint?.race { joined[race, default: []].insert(session) }
      }
    }
    for (uid, sessions) in joined {
      guard let race = try connection.number(ofSession: uid) else { continue }
      races[race, default: []].formUnion(sessions)
    }
    if let log = log as? Logbook {
      let written = try log.newestPosition - lines.values.reduce(0) { $0 + $1.count }
      var appender = Appender(
        log: log, connection: connection, comparesPlaces: false, isStreamed: false)
      try appender.fold(races, rowsWrittenThrough: written)
    } else {
      // A log that is being made has no rows yet.
      for race in races.keys.sorted() { try refoldRace(race, of: log, in: connection) }
    }
  }

  /// Steps over the events after the row of a session, and writes what they add; nil if one of them
  /// needs the past, or lies beyond the timeline.
  private func stepped(
    _ number: Int, from before: SessionEntry?, of log: EventLog, in connection: Connection
  ) throws -> Summary? {
    let tables = Tables(connection: connection)
    var (summary, uid) = (before?.summary ?? Summary(), before?.uid)
    var additions: [Stopwatch.Step?] = []
    repeat {
      additions.removeAll(keepingCapacity: true)
      let first = summary.version
      try log.forEachEvent(of: number, after: first, through: first + 1_024) { event in
        uid = uid ?? event.id
        additions.append(summary.apply(event))
      }
      for addition in additions {
        guard let addition, !summary.isBeyondTimeline else { return nil }
        try tables.put(addition, number)
      }
    } while !additions.isEmpty
    guard let uid else { throw LogError.inconsistent(.missingSession(number)) }
    try tables.put(summary, from: before?.summary, number, uid)
    try tables.updateAttempt(
      number, from: before?.summary, to: summary, isInOrder: true
    ) {
      try replayed(number, of: log)
    }
    return summary
  }

  /// Folds a session, and replaces its rows but those of a race; `lines` are those of its imported
  /// events.
  private func refolded(
    _ number: Int, from before: SessionEntry?, _ lines: [Int], of log: EventLog,
    in connection: Connection
  ) throws -> Summary {
    let state = try replayed(number, of: log)
    for table in [Lap.table, Timestamp.table] {
      try connection.cached("DELETE FROM \(table) WHERE session = ?").bind(number).run()
    }
    try write(state, number, from: before?.summary, into: connection)
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
    return state.summary
  }
}
