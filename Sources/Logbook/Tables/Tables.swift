import EventLog
import SQLite
import Text
import Timing

/// The tables of a log: `sessions`, `anchors`, `laps` and `timestamps`, and those of courses and races.
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

  func put(_ summary: Summary, from before: Summary?, _ session: Int, _ uid: EventID) throws {
    try connection.write(summary, in: before, session: session, uid: uid)
    try put(
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

/// A session that runs or counts down.
struct OpenSession {
  var session: Int
  var phase: Phase

  /// The largest number of sessions to look up.
  ///
  /// One more than are named shows that there are more, and one may be the session of the request.
  static let most = RunningSessions.mostNamed + 2

  /// Creates an open session at a reading; nil if it has reached its limit, or is not open.
  init?(session: Int, _ summary: Summary, at now: Reading) {
    (self.session, phase) = (session, summary.phase(at: now))
    if !phase.isOpen { return nil }
  }
}

extension Summary {
  var isOpen: Bool { storedPhase.isOpen }
}

/// The rows of the newest sessions that ran or counted down at their last events, newest first.
struct OpenRows {
  var rows: [(session: Int, summary: Summary)] = []
  /// Whether there are no others.
  var isComplete = false

  /// Returns the newest that run or count down at a reading; nil if older rows may be needed.
  func open(at now: Reading) -> [OpenSession]? {
    var open: [OpenSession] = []
    for row in rows where open.count < OpenSession.most {
      if let session = OpenSession(session: row.session, row.summary, at: now) {
        open.append(session)
      }
    }
    return isComplete || open.count == OpenSession.most ? open : nil
  }

  /// Updates the rows with a session's row that was written; returns false if they lack that of a
  /// session that runs or counts down.
  mutating func follow(_ session: Int, _ summary: Summary) -> Bool {
    guard let index = rows.firstIndex(where: { $0.session == session }) else {
      return !summary.isOpen || !isComplete && session < rows.last?.session ?? 0
    }
    if summary.isOpen { rows[index].summary = summary } else { rows.remove(at: index) }
    return true
  }
}

extension Tables {
  /// Reads the rows of the newest sessions that ran or counted down at their last events.
  ///
  /// It stops after `most` sessions that run or count down at a reading; the summaries are valid for
  /// this reading only, and have no labels.
  func openRows(
    at now: Reading, most: Int = OpenSession.most, without skipped: Set<Int> = []
  ) throws -> OpenRows {
    let statement = try connection.cached(
      SessionColumn.select + "phase IN ('running', 'countdown') ORDER BY session DESC")
    var open = OpenRows()
    var count = 0
    defer { statement.reset() }
    while count < most {
      guard try statement.step() else {
        open.isComplete = true
        break
      }
      let row = try row(of: statement, for: now, withLabels: false)
      if skipped.contains(row.number) { continue }
      open.rows.append((row.number, row.summary))
      if OpenSession(session: row.number, row.summary, at: now) != nil { count += 1 }
    }
    return open
  }
}
