import SQLite

extension EventLog {
  /// Proves the log sound, or tells where it is not.
  ///
  /// It looks at the file and its schema, at each event by its digest and its place, and at the
  /// tables by folding every session anew. Nothing is written.
  ///
  /// What is appended meanwhile is not waited for.
  ///
  /// - Returns: what is not as it should be, not the first of it alone.
  /// - Throws: `DatabaseError` where it is not the log that is at fault: it stayed locked, or the
  ///   machine failed.
  /// - Complexity: O(n log n) in the events; memory for the largest session, and a few words for each
  ///   session.
  public func check() throws -> CheckReport {
    var report = CheckReport(rebuiltTables: projection.names)
    guard let connection else { return report }
    let fresh = try Connection.asMade(schema)
    var flaws: [SchemaFlaw] = []
    var badSessions: Set<Int> = []
    // What cannot be read to its end hides neither what was found before it, nor the rest.
    try tellingDamage(&report) { try checkFile(connection, &$0) }
    try tellingDamage(&report) {
      flaws = try connection.schemaFlaws(against: fresh)
      for flaw in flaws { $0.add(.schema(name: flaw.name, table: flaw.table)) }
    }
    try tellingDamage(&report) { try checkEvents(connection, &$0, &badSessions) }
    try tellingDamage(&report) { try checkClocks(connection, &$0) }
    try tellingDamage(&report) {
      try TableCheck(self, fresh, skipping: badSessions, flaws).run(connection, &$0)
    }
    return report
  }

  /// Makes a finding of what SQLite cannot read, once.
  private func tellingDamage(
    _ report: inout CheckReport, _ look: (inout CheckReport) throws -> Void
  ) throws {
    do {
      try look(&report)
    } catch let error as DatabaseError where error.isDamage {
      let finding = Finding.file(error.message)
      if !report.findings.contains(finding) { report.add(finding) }
    } catch let error as DatabaseError where error.isOfSchema {
      // What is missing has been told, unless it is this program that is wrong.
      let isTold = report.findings.contains { if case .schema = $0 { true } else { false } }
      guard isTold else { throw error }
    }
  }

  /// Looks at the events, as far as they can be read, and tells the sessions that cannot be folded
  /// for certain.
  private func checkEvents(
    _ connection: Connection, _ report: inout CheckReport, _ badSessions: inout Set<Int>
  ) throws {
    var events = EventCheck(self, report)
    defer {
      report = events.report
      badSessions = events.badSessions
    }
    try events.run(connection)
  }

  private func checkFile(_ connection: Connection, _ report: inout CheckReport) throws {
    for flaw in try connection.structuralFlaws("integrity_check(100)") { report.add(.file(flaw)) }
  }

  private func checkClocks(_ connection: Connection, _ report: inout CheckReport) throws {
    let clocks = try connection.prepare(
      "SELECT count(*), ifnull(min(clock), 1), ifnull(max(clock), 0) FROM clocks"
    ).first { (count: Int($0.int(0)), first: Int($0.int(1)), last: Int($0.int(2))) }
    guard let clocks else { return }
    report.clocks = clocks.count
    if clocks.first != 1 || clocks.last != clocks.count { report.add(.clocks) }
  }
}
