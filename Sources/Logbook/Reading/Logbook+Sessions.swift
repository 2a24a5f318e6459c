import EventLog
import SQLite
import Text
public import Timing

extension Logbook {
  /// Returns the session with this number, uid or name; of several with the name, the newest.
  ///
  /// - Throws: `Rejection.unknownSession`.
  public func sessionNumber(named name: String) throws -> Int {
    guard let connection else { throw Rejection.unknownSession(name) }
    let found: Int?
    if let number = Self.sessionNumber(name) {
      found = try connection.cached("SELECT session FROM sessions WHERE session = ?")
        .bind(number).first { Int($0.int(0)) }
    } else if let uid = EventID(name) {
      found = try connection.cached("SELECT session FROM sessions WHERE uid = ?")
        .bind(uid.description).first { Int($0.int(0)) }
    } else {
      found =
        try connection.cached("SELECT max(session) FROM sessions WHERE name = ?").bind(name)
        .first { $0.optionalInt(0).map { Int($0) } } ?? nil
    }
    guard let found else { throw Rejection.unknownSession(name) }
    return found
  }

  /// Returns the number in a text of digits; if it is too large, 0, which is never the number of a
  /// session.
  static func sessionNumber(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? 0
  }

  /// Returns the default session at a reading.
  ///
  /// It is the one that runs or counts down, else the newest that is neither ready nor discarded,
  /// else the newest that is not discarded.
  ///
  /// - Throws: `Rejection.severalRunning`, `Rejection.noSession`, `Rejection.allDiscarded`.
  public func impliedSession(at now: Reading) throws -> Int {
    guard let connection else { throw Rejection.noSession }
    guard hasCurrentTables else { return try impliedSessionByFolding(at: now) }
    let open = try Tables(connection: connection).openRows(at: now) { try session($0)?.summary }
    return try impliedSession(open.open(at: now)?.map(\.session) ?? [])
  }

  /// Returns the default session if another version of the fold wrote the tables.
  private func impliedSessionByFolding(at now: Reading) throws -> Int {
    var open: [Int] = []
    var newest: (begun: Int?, ready: Int?)
    try forEachSession(at: now) { entry in
      switch entry.summary.phase(at: now) {
      case .running, .countdown: open.insert(entry.number, at: 0)
      case .ready: newest.ready = newest.ready ?? entry.number
      case .stopped, .finished: newest.begun = newest.begun ?? entry.number
      case .discarded: break
      }
    }
    if open.count > 1 { throw Rejection.severalRunning(RunningSessions(open, of: open.count)) }
    guard let found = open.first ?? newest.begun ?? newest.ready else { throw try noneLeft() }
    return found
  }

  /// Returns the reason why there is no default session.
  private func noneLeft() throws -> Rejection {
    let newest = try newestSession
    return newest == 0 ? .noSession : .allDiscarded(newest: newest)
  }

  func impliedSession(_ open: [Int]) throws -> Int {
    if open.count > 1 { throw Rejection.severalRunning(try running(open)) }
    if let only = open.first { return only }
    let newest = try connection?.cached(
      """
      SELECT coalesce( \
      (SELECT session FROM sessions WHERE phase NOT IN ('ready', 'discarded') \
      ORDER BY session DESC LIMIT 1), \
      (SELECT session FROM sessions WHERE phase <> 'discarded' ORDER BY session DESC LIMIT 1))
      """
    ).first { $0.optionalInt(0).map { Int($0) } }
    guard let newest, let newest else { throw try noneLeft() }
    return newest
  }

  /// Returns some sessions that run or count down, with the number of the others.
  ///
  /// If there are many, the number includes all that ran at their last events; some may have
  /// reached their limits since.
  func running(_ newest: [Int]) throws -> RunningSessions {
    guard newest.count > RunningSessions.mostNamed, let connection else {
      return RunningSessions(newest)
    }
    return RunningSessions(newest, of: try Tables(connection: connection).openCount())
  }

  /// Returns the session of the newest event that a device appended itself.
  ///
  /// - Throws: `Rejection.noSession`, `Rejection.noOwnEvent`.
  func session(ofNewestEventBy device: String) throws -> Int {
    let session = try connection?.cached(
      """
      SELECT session FROM events \
      WHERE clock IN (SELECT clock FROM clocks WHERE device = ?) ORDER BY position DESC LIMIT 1
      """
    ).bind(device).first { Int($0.int(0)) }
    if let session { return session }
    throw try newestSession == 0 ? Rejection.noSession : .noOwnEvent
  }
}
