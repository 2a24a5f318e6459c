import SQLite

extension EventLog {
  /// Rebuilds the tables from the log in one transaction, also tables that were dropped or changed.
  ///
  /// - Parameter verifying: whether each event is verified by its digest.
  /// - Returns: how many sessions and events were folded.
  /// - Throws: `LogError.damaged`, and the tables stay as they were; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the log; memory for the largest session.
  @discardableResult
  public func rebuild(verifying: Bool = true) throws -> (sessions: Int, events: Int) {
    guard connection != nil else { return (0, 0) }
    let connection = try create()
    let fresh = try Connection.asMade(schema)
    let count = try write(ids: [], askingFold: false) { _ throws -> (sessions: Int, events: Int) in
      let flaws = try connection.schemaFlaws(against: fresh).filter { isDerived($0) }
      if !flaws.contains(where: { $0.table == "fold" }) { try refuseNewerFold(connection) }
      try connection.remake(flaws, like: fresh)
      for table in projection.names { try connection.execute("DELETE FROM \(table)") }
      try connection.prepare("INSERT INTO fold (fold_version) VALUES (?)")
        .bind(projection.version).run()
      var events = 0
      let sessions = try newestSession
      for session in stride(from: 1, through: sessions, by: 1) {
        events += try projection.fold(session, of: self, into: connection, verifying: verifying)
      }
      return (sessions, events)
    }
    committed()
    return count
  }

  /// The log's own tables and triggers that differ from the migrations: rebuilding does not repair
  /// them.
  package func schemaFlaws() throws -> [SchemaFlaw] {
    guard let connection else { return [] }
    return try connection.schemaFlaws(against: .asMade(schema)).filter { !isDerived($0) }
  }

  /// Whether a flaw is one of the projection's tables, which rebuilding repairs.
  func isDerived(_ flaw: SchemaFlaw) -> Bool { projection.names.contains(flaw.table) }
}
