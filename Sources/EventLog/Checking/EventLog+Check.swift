import SQLite

extension EventLog {
  /// Verifies the log, and reports its faults.
  ///
  /// It checks the file and its schema, each event by its digest and its place, and the tables by
  /// folding every session again. Nothing is written.
  ///
  /// Events that are appended meanwhile are not waited for.
  ///
  /// - Returns: all faults, not only the first.
  /// - Throws: `DatabaseError` if the log is not at fault: it stayed locked, or the machine failed.
  /// - Complexity: O(n log n) in the events; memory for the largest session, and a few words for
  ///   each session.
  public func check() throws -> CheckReport {
    var report = CheckReport(rebuiltTables: projection.names)
    guard let connection else { return report }
    let fresh = try Connection.asMade(schema)
    var flaws: [SchemaFlaw] = []
    var badSessions: Set<Int> = []
    // An unreadable part hides neither the findings before it nor the other parts.
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

  /// Adds a finding for data that SQLite cannot read, once.
  private func tellingDamage(
    _ report: inout CheckReport, _ look: (inout CheckReport) throws -> Void
  ) throws {
    do {
      try look(&report)
    } catch let error as DatabaseError where error.isDamage {
      let finding = Finding.file(error.message)
      if !report.findings.contains(finding) { report.add(finding) }
    } catch let error as DatabaseError where error.isOfSchema {
      // Missing tables have been reported; otherwise this program is at fault.
      let isTold = report.findings.contains { if case .schema = $0 { true } else { false } }
      guard isTold else { throw error }
    }
  }

  /// Checks the events as far as they are readable, and sets the sessions that cannot be folded
  /// reliably.
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
