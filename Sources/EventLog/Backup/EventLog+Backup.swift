import SQLite

extension EventLog {
  /// Copies the log into a file of its own, while others go on writing.
  ///
  /// The copy is proven before it takes the place of anything: the structure of the file, and each
  /// event by its digest and its place, so that no good copy gives way to a bad one. The other
  /// tables are not folded anew: what is wrong with them, or that one is not there, `rebuild()`
  /// mends in the copy as well. They are asked only whether they tell of more events.
  ///
  /// - Parameters:
  ///   - target: the path of the copy.
  ///   - replacing: whether a file that is there may be replaced.
  ///   - isInterrupted: asked now and then; `true` ends it.
  /// - Returns: the length of the copy in bytes.
  /// - Throws: `BackupError`; at the target is then what was there before, but for `unsynced`.
  /// - Complexity: O(n) in the events; memory for a few words for each session.
  @discardableResult
  public func backUp(
    to target: String, replacing: Bool = false, isInterrupted: () -> Bool = { false }
  ) throws(BackupError) -> Int {
    guard let connection else { throw .noLog(path: file.path) }
    try file.backUp(connection, to: target, replacing: replacing, isInterrupted: isInterrupted) {
      try flaw(inCopy: $0, isInterrupted)
    }
    return FileStatus(target).map { Int($0.size) } ?? 0
  }

  /// What is first found to be wrong with the events of a copy.
  func flaw(inCopy copy: Connection, _ isInterrupted: () -> Bool) throws -> String? {
    let log = EventLog(over: copy, of: file, upcasting)
    var events = EventCheck(log, CheckReport())
    try events.run(copy) { report in
      if isInterrupted() { throw BackupError.interrupted }
      return report.isSound
    }
    if let finding = events.report.findings.first { return "\(finding)" }
    return try flaw(atTheEndsOf: events.versions, log, copy)
  }

  /// What the tables tell of events that are gone from the end of a session, which nothing else
  /// does; nothing if they are of another fold, or not there to be asked.
  private func flaw(
    atTheEndsOf versions: [Int: Int], _ log: EventLog, _ copy: Connection
  ) throws -> String? {
    do {
      guard try log.foldVersion(copy) == Tables.foldVersion else { return nil }
      let counts = try copy.prepare("SELECT session, events FROM sessions ORDER BY session")
      while try counts.step() {
        let (session, told) = (Int(counts.int(0)), Int(counts.int(1)))
        let found = versions[session] ?? 0
        if told > found { return "session \(session) had \(told) events, and \(found) are there" }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      return nil
    }
    return nil
  }
}
