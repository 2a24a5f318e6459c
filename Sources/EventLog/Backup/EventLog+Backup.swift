import SQLite

extension EventLog {
  /// Copies the log into a single file, while other processes write to it.
  ///
  /// The copy is verified before it replaces a file: the structure of the database, and each event
  /// by its digest and position. The other tables are only checked for events that are missing at
  /// the end of a session; `rebuild()` repairs them, also in the copy.
  ///
  /// - Parameters:
  ///   - target: the path of the copy.
  ///   - replacing: whether an existing file may be replaced.
  ///   - isInterrupted: called repeatedly; `true` ends the backup.
  /// - Returns: the bytes of the copy, and its events.
  /// - Throws: `BackupError`; the target is unchanged, except with `unsynced`.
  /// - Complexity: O(n) in the events; memory for a few words for each session.
  @discardableResult
  public func backUp(
    to target: String, replacing: Bool = false, isInterrupted: () -> Bool = { false }
  ) throws(BackupError) -> (bytes: Int, events: Int) {
    guard let connection else { throw file.missingLog }
    var events = 0
    try file.backUp(connection, to: target, replacing: replacing, isInterrupted: isInterrupted) {
      let flaw = try flaw(inCopy: $0, isInterrupted)
      if flaw == nil { events = try EventLog(over: $0, like: self).newestPosition }
      return flaw
    }
    return (FileStatus(target).map { Int($0.size) } ?? 0, events)
  }

  /// Returns the first fault in the events of a copy.
  func flaw(inCopy copy: Connection, _ isInterrupted: () -> Bool) throws -> String? {
    let log = EventLog(over: copy, like: self)
    var events = EventCheck(log, CheckReport())
    try events.run(copy) { report in
      if isInterrupted() { throw BackupError.interrupted }
      return report.isSound
    }
    if let finding = events.report.findings.first { return "\(finding)" }
    return try flaw(atTheEndsOf: events.versions, log, copy)
  }

  /// Returns a fault if the tables count events that are missing at the end of a session.
  ///
  /// It returns nil also if the tables are missing or have another version.
  private func flaw(
    atTheEndsOf versions: [Int: Int], _ log: EventLog, _ copy: Connection
  ) throws -> String? {
    do {
      guard try log.foldVersion(copy) == projection.version else { return nil }
      let counts = try copy.prepare(
        "SELECT session, events FROM \(projection.sessionTable) ORDER BY session")
      while try counts.step() {
        let (session, told) = (Int(counts.int(0)), Int(counts.int(1)))
        let found = versions[session] ?? 0
        if told > found { return "session \(session) had \(told) events, but has \(found)" }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      return nil
    }
    return nil
  }
}
