import SQLite

/// Checks all events in the order of their positions.
struct EventCheck {
  private(set) var report: CheckReport
  /// Sessions that cannot be folded reliably.
  private(set) var badSessions: Set<Int> = []

  private let log: EventLog
  private var verifier: DigestVerifier
  /// The newest version of each session so far.
  private(set) var versions: [Int: Int] = [:]
  /// The expected position of the next event, and the position from which to read.
  private var next = 1
  private var start = Int.min

  init(_ log: EventLog, _ report: CheckReport) {
    self.log = log
    self.report = report
    verifier = DigestVerifier(of: log)
  }

  /// Reads all current events in chunks, so that no long snapshot delays the checkpoint.
  ///
  /// - Parameters:
  ///   - connection: the file of the events.
  ///   - goesOn: called after each chunk; returns whether to read the next one.
  /// - Throws: `DatabaseError`; the errors of `goesOn`.
  mutating func run(
    _ connection: Connection, while goesOn: (CheckReport) throws -> Bool = { _ in true }
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
        try look(at: statement)
        let position = Int(statement.int(10))
        isAtEnd = position == newest
        // Rows of a damaged file may be out of order; the start never decreases.
        if !isAtEnd { start = max(start, position + 1) }
        next = max(start, 1)
      }
      if try start == beginning || !goesOn(report) { isAtEnd = true }
    }
  }

  private mutating func look(at row: Statement) throws {
    let found = (
      position: Int(row.int(10)), session: Int(row.int(11)), version: Int(row.int(1))
    )
    if found.position > next { report.add(.missing(positions: next...found.position - 1)) }
    report.events += 1
    let flaw = try flawOfPlace(found.session, found.version) ?? flaw(of: row)
    versions[found.session] = found.version
    guard let flaw else { return }
    badSessions.insert(found.session)
    report.add(
      .event(
        BadEvent(
          position: found.position, session: found.session, version: found.version,
          digest: row.bytes(13), flaw: flaw)))
  }

  private func flawOfPlace(_ session: Int, _ version: Int) -> EventFlaw? {
    guard let before = versions[session] else {
      if session != versions.count + 1 { return .beginsOutOfTurn(session: session) }
      return version == 1 ? nil : .firstIsNotOne
    }
    return version == before &+ 1 ? nil : .follows(version: before)
  }

  private mutating func flaw(of row: Statement) throws -> EventFlaw? {
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
