import EventLog
import Racing
import SQLite
package import Text
public import Timing

extension Logbook {
  /// Returns the session with this number, uid or name; of several with the name, the newest.
  ///
  /// - Throws: `Rejection.unknownSession`, with a similar name if there is one;
  ///   `Rejection.ambiguousSession` for digits that are the number of one session and the name of
  ///   another.
  public func sessionNumber(named text: String) throws -> Int {
    guard let connection else { throw Rejection.unknownSession(text) }
    let found: Int?
    switch SessionReference(text) {
    case .digits(let number):
      let bearer = try newestSession(named: text, besides: number)
      guard let found = try existing(number) else {
        throw Rejection.unknownSession(text, suggestion: bearer.map { _ in "name:\(text)" })
      }
      if let bearer { throw Rejection.ambiguousSession(text, number: found, named: bearer) }
      return found
    case .number(let number): found = try existing(number)
    case .uid(let uid): found = try connection.number(ofSession: uid)
    case .name(let name):
      found = try newestSession(named: name, besides: 0)
      if found == nil {
        let names = try sessionNames(limit: 10_000)
        throw Rejection.unknownSession(
          text, suggestion: Spelling.nearest(to: name, among: names))
      }
    }
    guard let found else { throw Rejection.unknownSession(text) }
    return found
  }

  private func newestSession(named name: String, besides other: Int) throws -> Int? {
    try connection?.cached("SELECT max(session) FROM sessions WHERE name = ? AND session <> ?")
      .bind(name, other).first { $0.optionalInt(0).map { Int($0) } } ?? nil
  }

  private func existing(_ number: Int) throws -> Int? {
    // One whose events are damaged may have no row.
    try connection?.cached("SELECT session FROM events WHERE session = ? LIMIT 1").bind(number)
      .first { Int($0.int(0)) }
  }

  /// Returns the default session at a reading.
  ///
  /// It is the one that runs or counts down, else the newest that is neither ready nor discarded or
  /// that times a point of a race, else the newest that is not discarded.
  ///
  /// - Throws: `Rejection.severalRunning`, `Rejection.noSession`, `Rejection.allDiscarded`.
  public func impliedSession(at now: Reading) throws -> Int {
    guard connection != nil else { throw Rejection.noSession }
    guard let tables else { return try impliedSessionByFolding(at: now) }
    let open = try tables.openRows(at: now)
    return try impliedSession(open.open(at: now) ?? [])
  }

  /// The default session if the tables are of an older version.
  private func impliedSessionByFolding(at now: Reading) throws -> Int {
    var entries: [SessionEntry] = []
    try forEachSession(matching: SessionFilter(), at: now) { entries.append($0) }
    let open = entries.compactMap { OpenSession(session: $0.number, $0.summary, at: now) }
    if open.count > 1 {
      throw Rejection.severalRunning(RunningSessions(open: open, of: open.count))
    }
    let begun = try entries.first {
      if $0.summary.phase(at: now) != .ready { return true }
      return try $0.summary.profile.timingPoint != nil && !isForeign($0.number)
    }
    guard let found = open.first?.session ?? begun?.number ?? entries.first?.number else {
      throw try noneLeft()
    }
    return found
  }

  private func noneLeft() throws -> Rejection {
    let newest = try newestSession
    return newest == 0 ? .noSession : .allDiscarded(newest: newest)
  }

  /// Returns the default session, for a command that writes among those of this device.
  ///
  /// If the command is for the own session of a race, those that time a point of one are skipped,
  /// too. If only such sessions are left, the newest of them is returned, so that the rejection
  /// names it.
  func impliedSession(of command: Command? = nil, _ open: [OpenSession]) throws -> Int {
    if open.count > 1 { throw Rejection.severalRunning(try running(open)) }
    if let only = open.first { return only.session }
    var conditions = try command == nil ? [] : [isOwn].compactMap(\.self)
    if command?.isForTimingPoints == false {
      conditions.append("(phase <> 'ready' OR ifnull(instr(plan, '\"joined\":'), 0) = 0)")
    }
    let newest = try newestSession(where: (conditions + ["1"]).joined(separator: " AND "))
    guard let newest = try newest ?? newestSession(where: "1") else { throw try noneLeft() }
    return newest
  }

  /// The condition of SQL for a session of this device; nil if the log has no others.
  private var isOwn: String? {
    get throws {
      guard try connection?.hasForeignSessions() == true else { return nil }
      return "session NOT IN (SELECT session FROM foreign_sessions)"
    }
  }

  /// Returns the newest session with a condition that is neither ready nor discarded or by which
  /// this device times a point of a race, else the newest one that is not discarded; nil if there
  /// is none.
  private func newestSession(where condition: String) throws -> Int? {
    var point = "instr(plan, '\"joined\":') > 0"
    if let isOwn = try isOwn { point += " AND " + isOwn }
    let newest = try connection?.cached(
      """
      SELECT coalesce( \
      (SELECT session FROM sessions WHERE (phase NOT IN ('ready', 'discarded') \
      OR phase = 'ready' AND \(point)) AND \(condition) \
      ORDER BY session DESC LIMIT 1), \
      (SELECT session FROM sessions WHERE phase <> 'discarded' AND \(condition) \
      ORDER BY session DESC LIMIT 1))
      """
    ).first { $0.optionalInt(0).map { Int($0) } }
    return newest ?? nil
  }

  /// Returns some sessions that run or count down, with the number of the others.
  ///
  /// If there are many, the number includes all that ran at their last events; some may have
  /// reached their limits since.
  func running(_ newest: [OpenSession]) throws -> RunningSessions {
    guard let connection else { return RunningSessions(open: newest) }
    var count: Int?
    if newest.count > RunningSessions.mostNamed {
      count = try connection.cached(
        "SELECT count(*) FROM sessions WHERE phase IN ('running', 'countdown')"
      ).first { Int($0.int(0)) }
    }
    var running = RunningSessions(open: newest, of: count)
    running.race = try connection.cached(
      """
      SELECT session FROM sessions WHERE instr(plan, '"race":{') > 0 AND phase <> 'discarded' \
      ORDER BY session IN (SELECT value FROM json_each(?)) DESC, session DESC LIMIT 1
      """
    ).bind("\(running.numbers)").first { Int($0.int(0)) }
    return running
  }

  /// Returns the newest session with a name, with or without `name:`, that is not discarded; one
  /// that runs comes first.
  package func undiscardedSession(named text: String) throws -> Int? {
    guard case .name(let name) = SessionReference(text) else { return nil }
    return try connection?.cached(
      """
      SELECT session FROM sessions WHERE name = ? AND phase <> 'discarded' \
      ORDER BY phase = 'running' DESC, session DESC LIMIT 1
      """
    ).bind(name).first { Int($0.int(0)) }
  }

  /// Returns the session of the newest event that a device appended itself, and not one of its pads;
  /// clock comparisons are left out.
  ///
  /// Sessions of other devices are left out: they are read-only here, and events of the device in
  /// them were imported.
  func session(ofNewestEventBy device: String) throws -> Int {
    var condition = """
      clock IN (SELECT clock FROM clocks WHERE device = ?) AND kind <> 'clocks_compared' \
      AND \(PadSource.isOther)
      """
    if let isOwn = try isOwn { condition += " AND " + isOwn }
    let session = try connection?.cached(
      "SELECT session FROM events WHERE \(condition) ORDER BY position DESC LIMIT 1"
    ).bind(device).first { Int($0.int(0)) }
    if let session { return session }
    throw try newestSession == 0 ? Rejection.noSession : .noOwnEvent
  }

  func sessionNames(limit: Int) throws -> [String] {
    try connection?.prepare(
      """
      SELECT name FROM sessions WHERE name IS NOT NULL AND phase <> 'discarded' \
      GROUP BY name ORDER BY max(session) DESC LIMIT ?
      """
    ).bind(limit).all { $0.text(0) } ?? []
  }

  /// Returns sessions that are not discarded, of which the number or the name begins with a text,
  /// newer ones first.
  package func completionSessions(
    beginning prefix: String, limit: Int
  ) throws -> [(number: Int, name: String?, startedAt: Moment?)] {
    try connection?.prepare(
      """
      SELECT session, name, started_at FROM sessions WHERE phase <> 'discarded' \
      AND ?1 IN (substr(session, 1, length(?1)), substr(name, 1, length(?1))) \
      ORDER BY session DESC LIMIT ?2
      """
    ).bind(prefix, limit).all { (Int($0.int(0)), $0.optionalText(1), $0.moment(2)) } ?? []
  }

  /// Returns the tags of all sessions, in order.
  package func tags(beginning prefix: String, limit: Int) throws -> [String] {
    try connection?.prepare(
      """
      SELECT DISTINCT value FROM sessions, json_each(tags) \
      WHERE substr(value, 1, length(?1)) = ?1 ORDER BY value LIMIT ?2
      """
    ).bind(prefix, limit).all { $0.text(0) } ?? []
  }

  /// Returns the courses of all sessions, in order.
  package func courses() throws -> [String] {
    try courseTables?.courses() ?? []
  }

  /// Returns the runners entered in a race with their names, short bibs first.
  package func runners(
    ofRace race: Int, beginning prefix: String, limit: Int
  ) throws -> [(bib: String, name: String?)] {
    guard let connection, try Tables(connection: connection).hasOptionalTables() else { return [] }
    return try connection.prepare(
      """
      SELECT bib, name FROM entries WHERE session = ?1 AND substr(bib, 1, length(?2)) = ?2 \
      ORDER BY length(bib), bib LIMIT ?3
      """
    ).bind(race, prefix, limit).all { ($0.text(0), $0.optionalText(1)) }
  }
}

/// A session as a user names it.
package enum SessionReference: Hashable, Sendable {
  /// Its number, unless another session has the digits as its name.
  case digits(Int)
  /// `number:28`: its number.
  case number(Int)
  case uid(EventID)
  /// `name:28`, or any other text: its name.
  case name(String)

  package init(_ text: String) {
    if let number = Self.number(text[...]) {
      self = .digits(number)
    } else if text.hasPrefix("number:"), let number = Self.number(text.dropFirst(7)) {
      self = .number(number)
    } else if text.hasPrefix("name:") {
      self = .name(String(text.dropFirst(5)))
    } else {
      self = EventID(text).map(Self.uid) ?? .name(text)
    }
  }

  /// Returns the number in a text of digits; if it is too large, 0, which is never the number of a
  /// session.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? 0
  }
}
