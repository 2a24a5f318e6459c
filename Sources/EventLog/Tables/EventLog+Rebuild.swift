import Timing
import SQLite

extension EventLog {
  /// Makes the tables anew from the log, in one transaction; also those that somebody has dropped,
  /// or made otherwise.
  ///
  /// - Parameter verifying: whether each event is held against its digest first.
  /// - Returns: how many sessions and events were folded.
  /// - Throws: `LogError.damaged`, and the tables stay as they were; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the log; memory for the largest session.
  @discardableResult
  public func rebuild(verifying: Bool = true) throws -> (sessions: Int, events: Int) {
    guard connection != nil else { return (0, 0) }
    folded = nil
    let connection = try create()
    let fresh = try Connection.asMade()
    let body = { () throws -> (sessions: Int, events: Int) in
      let tables = Tables(connection: connection)
      let flaws = try connection.schemaFlaws(against: fresh).filter(\.isDerived)
      if !flaws.contains(where: { $0.table == "fold" }) { try self.refuseNewerFold(connection) }
      try connection.remake(flaws, like: fresh)
      try tables.clear()
      try connection.prepare("INSERT INTO fold (fold_version) VALUES (?)")
        .bind(Tables.foldVersion).run()
      var events = 0
      let sessions = try self.newestSession
      for session in stride(from: 1, through: sessions, by: 1) {
        events += try self.refold(session, tables, verifying: verifying)
      }
      return (sessions, events)
    }
    let count = try write(ids: [], askingFold: false, body)
    committed()
    return count
  }

  /// What of the log's own tables and triggers is not as it was made, which no rebuilding mends.
  package func schemaFlaws() throws -> [SchemaFlaw] {
    guard let connection else { return [] }
    return try connection.schemaFlaws(against: .asMade()).filter { !$0.isDerived }
  }

  /// Writes the rows of a session that has none, from its events.
  ///
  /// - Returns: how many events it has.
  @discardableResult
  func refold(_ number: Int, _ tables: Tables, verifying: Bool = false) throws -> Int {
    try refolded(number, tables, verifying: verifying).summary.version
  }

  /// Writes the rows of a session that has none, from its events.
  ///
  /// - Returns: the session.
  func refolded(_ number: Int, _ tables: Tables, verifying: Bool = false) throws -> Session {
    var replay = SessionReplay()
    try forEachEvent(of: number, verifying: verifying) { replay.apply($0) }
    let session = replay.finished()
    guard let uid = session.uid else {
      throw LogError.inconsistent(reason: "there is no session \(number), but one after it")
    }
    for lap in session.laps { try tables.put(lap, number) }
    for timestamp in session.timestamps { try tables.put(timestamp, number) }
    try tables.put(session.summary, from: nil, number, uid)
    return session
  }
}
