import EventLog
import Racing
import SQLite
import Text
import Timing

/// The tables of courses and races, which the log's first course, race or session that times a point
/// makes: logs without one need not read them at every start.
extension Tables {
  /// Each with the columns that order the rows of a session.
  static let optional: [(name: String, order: String)] =
    [("attempts", "session"), ("race_streams", "session")] + ofRaces.map { ($0.name, $0.order) }

  /// Whether the log has them: all are made at once.
  func hasOptionalTables() throws(DatabaseError) -> Bool {
    try connection.has(table: Self.optional[0].name)
  }

  /// Makes them if a row is to be written and the log lacks them; returns whether it has them then.
  func makeOptionalTables(forRow isWritten: Bool) throws(DatabaseError) -> Bool {
    if try hasOptionalTables() { return true }
    guard isWritten else { return false }
    try connection.execute(
      String(decoding: PackageResources.races_sql, as: UTF8.self).withoutSQLComments)
    return true
  }

  /// The other names of this version and of earlier ones.
  private static let otherNames = ["standings", "course_histories", "race_decisions"]

  /// Drops them with their indexes, and those of earlier versions.
  ///
  /// All tables of laptimer are strict: others with these names are those of a user, and stay.
  func dropOptionalTables() throws(DatabaseError) {
    for name in Self.otherNames + Self.optional.map(\.name) {
      let kind = try connection.cached(
        """
        SELECT type FROM sqlite_schema WHERE name = ? \
        AND (type = 'view' OR type = 'table' AND instr(sql, 'STRICT') > 0)
        """
      ).bind(name).first { $0.text(0) }
      if let kind { try connection.execute("DROP \(kind) \(name)") }
    }
  }
}

/// The table `race_streams`: the sessions that time a point of a race.
extension Tables {
  /// Writes the row of a session; a point is nil if the session times none.
  func put(_ point: TimingPoint?, from before: TimingPoint?, _ session: Int) throws {
    guard point != before, try makeOptionalTables(forRow: point != nil) else { return }
    guard let point else {
      try connection.cached("DELETE FROM race_streams WHERE session = ?").bind(session).run()
      return
    }
    try connection.cached("INSERT OR REPLACE INTO race_streams VALUES (?, ?, ?, ?)")
      .bind(session, point.race.description, point.point, point.priority).run()
  }

  func point(of session: Int) throws(DatabaseError) -> TimingPoint? {
    guard try hasOptionalTables() else { return nil }
    return try connection.cached(
      "SELECT race, point, priority FROM race_streams WHERE session = ?"
    ).bind(session).first { statement in
      EventID(statement.text(0)).map {
        TimingPoint(race: $0, point: statement.text(1), priority: Int(statement.int(2)))
      }
    } ?? nil
  }

  func joinedRaces() throws(DatabaseError) -> [EventID] {
    guard try hasOptionalTables() else { return [] }
    return try connection.prepare("SELECT DISTINCT race FROM race_streams ORDER BY race")
      .all { EventID($0.text(0)) }.compactMap(\.self)
  }

  /// Returns the numbers of the sessions that joined a race, in ascending order; call it only after
  /// another statement, by which SQLite has read a changed schema again.
  func sessions(joining race: EventID) throws(DatabaseError) -> [Int] {
    // Most logs lack the table, which is known without a statement.
    guard try connection.knowsTable("race_streams") else { return [] }
    return try connection.cached(
      "SELECT session FROM race_streams WHERE race = ? ORDER BY session"
    ).bind(race.description).all { Int($0.int(0)) }
  }
}

extension Connection {
  func number(ofSession uid: EventID) throws(DatabaseError) -> Int? {
    try cached("SELECT session FROM sessions WHERE uid = ?").bind(uid.description)
      .first { Int($0.int(0)) }
  }
}

/// The table `attempts`.
extension Tables {
  /// Updates the attempt of a session whose row was written; `before` is nil if it is new, or
  /// unknown.
  ///
  /// A lap of an attempt that runs on changes nothing here: the splits are written once it has
  /// ended, so that a lap costs the same on a course. `isInOrder` is true if no event between
  /// the states was a correction.
  func updateAttempt(
    _ session: Int, from before: Summary?, to after: Summary, isInOrder: Bool = false,
    folding fold: () throws -> Session
  ) throws {
    guard after.profile.plan.course != nil || before?.profile.plan.course != nil else { return }
    if let before, before.isSameAttempt(as: after, isInOrder: isInOrder) { return }
    let attempt = Attempt(try fold(), number: session)
    guard try makeOptionalTables(forRow: attempt != nil) else { return }
    guard let attempt else {
      return try connection.cached("DELETE FROM attempts WHERE session = ?").bind(session).run()
    }
    try connection.cached(
      "INSERT OR REPLACE INTO attempts (\(Self.attemptColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    ).bind(
      session, attempt.uid.description, attempt.course,
      attempt.startedAt?.nanosecondsSince1970, attempt.endedAt?.nanosecondsSince1970,
      attempt.isFinished ? 1 : 0, attempt.segments.storedJSON,
      attempt.endedAt == nil ? "[]" : attempt.splits.storedJSON
    ).run()
  }

  private static let attemptColumns =
    "session, uid, course, started_at, ended_at, finished, segments, splits"
  private static let selectAttempts = "SELECT \(attemptColumns) FROM attempts "

  func attempt(_ session: Int) throws -> Attempt? {
    let statement = try connection.cached(Self.selectAttempts + "WHERE session = ?").bind(session)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return try Self.attempt(
      of: statement, [String](storedJSON: statement.text(6), column: "segments"))
  }

  /// Returns the attempts at a course that ended, in the order of their ends, without its `own`
  /// session.
  ///
  /// Those that ended exactly at the limit count if they have a smaller uid.
  func endedAttempts(
    _ course: String, before limit: (at: Moment, uid: EventID)?, without own: Int?
  ) throws -> [Attempt] {
    let statement = try connection.prepare(
      Self.selectAttempts + """
        WHERE course = ?1 AND ended_at IS NOT NULL AND session IS NOT ?2 \
        AND (?3 IS NULL OR (ended_at, uid) < (?3, ?4)) ORDER BY ended_at, uid
        """
    ).bind(course, own, limit?.at.nanosecondsSince1970, limit?.uid.description)
    var attempts: [Attempt] = []
    // Most attempts have the segments of the one before, which are parsed once.
    var (text, segments) = ("[]", [String]())
    while try statement.step() {
      if !statement.text(6).utf8.elementsEqual(text.utf8) {
        text = statement.text(6)
        segments = try [String](storedJSON: text, column: "segments")
      }
      attempts.append(try Self.attempt(of: statement, segments))
    }
    return attempts
  }

  func newestAttempt(_ course: String, before limit: Int = .max) throws -> Attempt? {
    let session =
      try connection.cached("SELECT max(session) FROM attempts WHERE course = ? AND session < ?")
      .bind(course, limit)
      .first { $0.optionalInt(0).map { Int($0) } } ?? nil
    return try session.flatMap { try attempt($0) }
  }

  func runningAttempts(_ course: String) throws(DatabaseError) -> Int {
    try connection.cached("SELECT count(*) FROM attempts WHERE course = ? AND ended_at IS NULL")
      .bind(course).first { Int($0.int(0)) } ?? 0
  }

  func courses() throws(DatabaseError) -> [String] {
    try connection.prepare("SELECT DISTINCT course FROM attempts ORDER BY course")
      .all { $0.text(0) }
  }

  func newestCourse() throws(DatabaseError) -> String? {
    try connection.prepare("SELECT course FROM attempts ORDER BY session DESC LIMIT 1")
      .first { $0.text(0) }
  }

  private static func attempt(of statement: Statement, _ segments: [String]) throws -> Attempt {
    guard let uid = EventID(statement.text(1)) else {
      throw LogError.inconsistent(.malformed(column: "uid"))
    }
    return Attempt(
      session: Int(statement.int(0)), uid: uid, course: statement.text(2),
      startedAt: Moment(nanosecondsSince1970: statement.int(3)),
      endedAt: statement.optionalInt(4).map(Moment.init(nanosecondsSince1970:)),
      isFinished: statement.int(5) != 0,
      segments: segments, splits: try [Duration?](storedJSON: statement.text(7)))
  }
}

extension Summary {
  /// Whether the later state is the same attempt with the same result; false if only a fold can
  /// tell.
  func isSameAttempt(as other: Summary, isInOrder: Bool) -> Bool {
    let (clock, otherClock) = (stopwatch, other.stopwatch)
    let isOpen = clock.finish == nil && clock.stoppedAt == nil
    let isOtherOpen = otherClock.finish == nil && otherClock.stoppedAt == nil
    // Of an attempt that has ended, a lap that counts or a correction may change the splits.
    guard
      isOpen && isOtherOpen
        || isInOrder && clock.finish == otherClock.finish && clock.stoppedAt == otherClock.stoppedAt
          && clock.lapCount == otherClock.lapCount
    else { return false }
    return startedAt == other.startedAt && profile.isDiscarded == other.profile.isDiscarded
      && profile.storedRules?.utf8.elementsEqual((other.profile.storedRules ?? "").utf8) ?? false
  }
}

extension [Duration?] {
  fileprivate init(storedJSON text: String) throws(LogError) {
    guard let times = try? JSONReader.integers(text),
      // The differences of two are spans as well.
      times.allSatisfy({ ($0 ?? 0).magnitude < 1 << 63 - 1 })
    else { throw .inconsistent(.malformed(column: "splits")) }
    self = times.map { $0.map { .nanoseconds($0) } }
  }

  var storedJSON: String { JSONWriter.text(map { $0?.nanoseconds }) }
}
