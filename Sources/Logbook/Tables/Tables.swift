import EventLog
import SQLite
import Text
import Timing

/// The tables `sessions`, `anchors`, `laps` and `timestamps`, in the transaction of an append.
struct Tables {
  let connection: Connection

  /// Returns the row of a session; nil if there is no such session.
  ///
  /// With a `reading`, the summary is valid for that reading only. Without labels, `readLabels`
  /// must complete it before a lap is applied.
  func row(
    of session: Int, for reading: Reading? = nil, withLabels: Bool = true
  ) throws -> SessionEntry? {
    let statement = try connection.cached(SessionColumn.selectOne)
    try statement.bind(session)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try row(of: statement, for: reading, withLabels: withLabels)
  }

  /// Returns the row of a statement that begins with `SessionColumn.select`.
  func row(
    of statement: Statement, for reading: Reading? = nil, withLabels: Bool = true
  ) throws -> SessionEntry {
    var row = try SessionColumn.row(of: statement)
    let newest = row.summary.timeline?.newest.reading.clock
    // A reading of the newest clock neither needs nor changes those of the other clocks.
    if reading == nil || reading?.clock != newest {
      row.summary.timeline?.others = try anchors(of: row.number)
    }
    if withLabels { try readLabels(&row.summary, row.number) }
    return row
  }

  /// Reads the shortest laps of each label, unless they are known: O(n log n) in the laps.
  func readLabels(_ summary: inout Summary, _ session: Int) throws(DatabaseError) {
    guard summary.labelBests?.isEmpty == true else { return }
    let statement = try connection.cached(
      """
      SELECT label, count(*), min(number), min(lap_ns) FROM laps \
      WHERE session = ? AND number IS NOT NULL GROUP BY label
      """
    ).bind(session)
    defer { statement.reset() }
    var bests = LabelBests()
    while try statement.step() {
      let group = LabelBests.Group(
        count: Int(statement.int(1)), first: Int(statement.int(2)),
        best: .nanoseconds(statement.int(3)))
      bests.add(group, label: statement.optionalText(0))
    }
    summary.labelBests = bests
  }

  func put(_ step: Stopwatch.Step, _ session: Int) throws(DatabaseError) {
    switch step {
    case .nothing: break
    case .lap(let lap): try put(lap, session)
    case .timestamp(let timestamp): try put(timestamp, session)
    }
  }

  func put(_ change: Session.Change, of after: Session, _ session: Int) throws(DatabaseError) {
    switch change {
    case .added(let step): try put(step, session)
    case .recomputed(let laps, let timestamps):
      try replace(laps.before, after.laps[laps.first...], session)
      try replace(timestamps.before, after.timestamps[timestamps.first...], session)
    }
  }

  /// Adds a lap or timestamp; `isChanged` replaces its former row.
  ///
  /// A plain INSERT writes no statement journal, which saves a third of the time of a long fold. An
  /// unexpected existing row can only be in a damaged table, and is replaced.
  func put<Element: Listed>(
    _ element: Element, _ session: Int, isChanged: Bool = false
  ) throws(DatabaseError) {
    if !isChanged {
      do {
        return try element.bind(to: connection.cached(Element.insert), session).run()
      } catch  where error.code.primary == .constraint {}
    }
    try element.bind(to: connection.cached(Element.replace), session).run()
  }

  func put(
    _ summary: Summary, from before: Summary?, _ session: Int, _ uid: EventID
  ) throws {
    try connection.write(summary, in: before, session: session, uid: uid)
    try StreamTables(connection: connection).put(
      summary.profile.timingPoint, from: before?.profile.timingPoint, session)
    let old = before?.timeline?.others ?? [:]
    let new = summary.timeline?.others ?? [:]
    // Few sessions have more than one clock.
    if old == new { return }
    try connection.cached("DELETE FROM anchors WHERE session = ?").bind(session).run()
    for (clock, anchor) in new {
      try connection.cached("INSERT INTO anchors VALUES (?, ?, ?, ?, ?, ?)").bind(
        session, clock.rawValue, anchor.reading.recordedAt.nanosecondsSince1970,
        anchor.reading.ticks.nanoseconds, anchor.place.nanoseconds, anchor.isSound ? 1 : 0
      ).run()
    }
  }

  private func anchors(of session: Int) throws(DatabaseError) -> [ClockID: Anchor] {
    let statement = try connection.cached(
      "SELECT clock, recorded_at, ticks_ns, place, is_sound FROM anchors WHERE session = ?")
    try statement.bind(session)
    var anchors: [ClockID: Anchor] = [:]
    while try statement.step() {
      let clock = ClockID(rawValue: statement.int(0))
      anchors[clock] = Anchor(
        reading: Reading(
          clock: clock, ticks: .nanoseconds(statement.int(2)),
          recordedAt: Moment(nanosecondsSince1970: statement.int(1))),
        place: .nanoseconds(statement.int(3)), isSound: statement.int(4) != 0)
    }
    return anchors
  }
}
