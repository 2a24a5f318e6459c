import SQLite
import Text

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
    var report = CheckReport()
    guard let connection else { return report }
    let fresh = try Connection.made(schema)
    var flaws: [SchemaFlaw] = []
    var events = EventCheck(self)
    // An unreadable part hides neither the findings before it nor the other parts.
    try reportingDamage(&report) { try checkFile(connection, &$0) }
    try reportingDamage(&report) {
      $0.isOutdated = try !hasTablesOfThisVersion(connection)
      if try projection.hasOptionalTables(connection) {
        try projection.makeOptionalTables(in: fresh)
      }
      flaws = try connection.schemaFlaws(against: fresh)
      if $0.isOutdated { flaws.removeAll(where: \.isDerived) }
      for flaw in flaws { $0.add(.schema(name: flaw.name, table: flaw.table)) }
    }
    try reportingDamage(&report) { try events.run(connection, &$0) }
    try reportingDamage(&report) { try checkClocks(connection, &$0) }
    if report.isOutdated { return report }
    try reportingDamage(&report) {
      try TableCheck(self, fresh, skipping: events.badSessions, flaws).run(connection, &$0)
    }
    return report
  }

  /// Adds a finding for data that SQLite cannot read, once.
  private func reportingDamage(
    _ report: inout CheckReport, _ body: (inout CheckReport) throws -> Void
  ) throws {
    do {
      try body(&report)
    } catch let error as DatabaseError where error.isDamage {
      let finding = Finding.file(error.message)
      if !report.findings.contains(finding) { report.add(finding) }
    } catch let error as DatabaseError where error.isOfSchema {
      // Missing tables have been reported; otherwise this program is at fault.
      let isReported = report.findings.contains { if case .schema = $0 { true } else { false } }
      guard isReported else { throw error }
    }
  }

  private func checkFile(_ connection: Connection, _ report: inout CheckReport) throws {
    let flaws = try connection.structuralFlaws("integrity_check(100)")
    if flaws.isEmpty { return }
    // "quick_check … does not verify UNIQUE constraints and does not verify that index content
    // matches table content" (pragma.html).
    let areOfIndexes =
      try connection.structuralFlaws("quick_check(1)").isEmpty && !hasRepeatedIDs(connection)
    for flaw in flaws { report.add(areOfIndexes ? .index(flaw) : .file(flaw)) }
  }

  private func hasRepeatedIDs(_ connection: Connection) throws(DatabaseError) -> Bool {
    try connection.prepare("SELECT 1 FROM events NOT INDEXED GROUP BY id HAVING count(*) > 1")
      .first { _ in true } ?? false
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

/// Checks all events in the order of their positions.
struct EventCheck {
  /// Sessions that cannot be folded reliably.
  private(set) var badSessions: Set<Int> = []

  private let log: EventLog
  private var verifier: DigestVerifier
  /// The newest version of each session so far.
  private(set) var versions: [Int: Int] = [:]
  /// The expected position of the next event, and the position from which to read.
  private var next = 1
  private var start = Int.min

  init(_ log: EventLog) {
    self.log = log
    verifier = DigestVerifier(of: log)
  }

  /// Reads all current events in chunks, so that no long snapshot delays the checkpoint, until
  /// `isWanted` returns false.
  mutating func run(
    _ connection: Connection, _ report: inout CheckReport,
    while isWanted: (CheckReport) throws -> Bool = { _ in true }
  ) throws {
    // The newest position of a damaged file may be wrong; then all rows are read.
    let newest =
      try report.isSound
      ? connection.cached("SELECT max(position) FROM events").first { $0.int(0) } ?? 0 : .max
    let statement = try connection.cached(
      """
      SELECT \(Record.columns) FROM events WHERE position >= ? AND position <= ? \
      ORDER BY position LIMIT 500
      """)
    defer { report.sessions = versions.count }
    var isAtEnd = false
    while !isAtEnd {
      let beginning = start
      try statement.bind(start, newest)
      isAtEnd = true
      defer { statement.reset() }
      while try statement.step() {
        try check(statement, &report)
        let position = Int(statement.int(10))
        isAtEnd = position == newest
        // Rows of a damaged file may be out of order; the start never decreases.
        if !isAtEnd { start = max(start, position + 1) }
        next = max(start, 1)
      }
      if try start == beginning || !isWanted(report) { isAtEnd = true }
    }
  }

  private mutating func check(_ row: Statement, _ report: inout CheckReport) throws {
    let found = (
      position: Int(row.int(10)), session: Int(row.int(11)), version: Int(row.int(1))
    )
    if found.position > next { report.add(.missing(positions: next...found.position - 1)) }
    report.events += 1
    let flaw = try flawOfPlace(found.session, found.version) ?? flaw(of: row, &report)
    versions[found.session] = found.version
    guard let flaw else { return }
    badSessions.insert(found.session)
    report.add(
      .event(
        BadEvent(
          position: found.position, session: found.session, version: found.version,
          digest: row.bytes(13), flaw: flaw)))
  }

  private func flawOfPlace(_ session: Int, _ version: Int) -> LogFlaw? {
    guard let before = versions[session] else {
      if session != versions.count + 1 { return "it begins session \(session) out of turn" }
      return version == 1 ? nil : "it is the first of its session, and not its event 1"
    }
    return version == before &+ 1 ? nil : "it comes after event \(before) of its session"
  }

  private mutating func flaw(of row: Statement, _ report: inout CheckReport) throws -> LogFlaw? {
    do {
      let record = try row.record()
      let isKnown = try log.projection.knows(record)
      try verifier.verify(record)
      guard record.data.isPayload else { return .payloadIsNoObject }
      if !isKnown { report.unknownKinds[record.kind, default: 0] += 1 }
      return nil
    } catch let error as LogError {
      guard let flaw = error.flaw else { throw error }
      return flaw
    }
  }
}

/// The results of a check of a log.
public struct CheckReport: Hashable, Sendable {
  /// The number of events checked.
  public internal(set) var events = 0
  /// The number of their sessions.
  public internal(set) var sessions = 0
  /// The number of clocks.
  public internal(set) var clocks = 0
  /// Whether an older version wrote the tables; these were not compared.
  public internal(set) var isOutdated = false
  /// The number of events of each kind that this version does not know, by name.
  public internal(set) var unknownKinds: [String: Int] = [:]
  /// The first hundred findings: of the file, then of the log in its order, then of the tables.
  ///
  /// Unreadable data is listed where it was first met.
  public private(set) var findings: [Finding] = []
  /// The number of findings after the first hundred.
  public private(set) var furtherFindings = 0

  /// Whether there are no findings.
  public var isSound: Bool { findings.isEmpty }

  /// Whether only the tables are at fault, which `EventLog.rebuild()` repairs.
  public var isMendedByRebuilding: Bool {
    !isSound && furtherFindings == 0
      && findings.allSatisfy {
        switch $0 {
        case .table, .index: true
        case .schema(let name, let table): SchemaFlaw(name: name, table: table).isDerived
        case .file, .missing, .event, .clocks: false
        }
      }
  }

  mutating func add(_ finding: Finding) {
    if findings.count < 100 { findings.append(finding) } else { furtherFindings += 1 }
  }
}

/// A fault in a log.
public enum Finding: Hashable, Sendable {
  /// SQLite reports this about the file.
  case file(String)
  /// SQLite reports this about an index, and nothing about the tables; rebuilding repairs it.
  ///
  /// An append finds a known id only by the index of the ids. It does not notice a wrong entry, and
  /// may append the event of that id again: verifying the index requires reading all of it.
  case index(String)
  /// A table, or a trigger or index of one, differs from the one that this program creates.
  ///
  /// Rebuilding repairs it if the table is derived from the log.
  case schema(name: String, table: String)
  /// There are no events at these positions, but at later ones.
  case missing(positions: ClosedRange<Int>)
  /// An event cannot be an appended one.
  case event(BadEvent)
  /// The clocks are not numbered 1, 2, 3, …
  case clocks
  /// The rows of a session in a table do not match its events; rebuilding repairs it.
  case table(name: String, session: Int)
}

/// An event that cannot be an appended one.
public struct BadEvent: Hashable, Sendable {
  /// Its number in the log.
  public var position: Int
  /// The number of its session.
  public var session: Int
  /// Its number in the session.
  public var version: Int
  /// The stored digest.
  public var digest: [UInt8]
  /// The fault.
  public var flaw: LogFlaw
}

extension Finding: CustomStringConvertible {
  /// The finding in English.
  public var description: String {
    switch self {
    case .file(let words), .index(let words): return "the file: \(words)"
    case .schema(let name, _): return "the schema: \(name) is missing or was changed"
    case .missing(let positions):
      let some = "\(positions.lowerBound)…\(positions.upperBound)"
      return "there are no events at the positions \(some)"
    case .event(let event):
      var digest: [UInt8] = []
      digest.append(hexadecimal: event.digest)
      return """
        event \(event.version) of session \(event.session), at position \(event.position), digest \
        \(String(decoding: digest, as: UTF8.self)): \(event.flaw)
        """
    case .clocks: return "the clocks are not numbered consecutively"
    case .table(let name, let session):
      return "the table \(name) does not match the events of session \(session)"
    }
  }
}
