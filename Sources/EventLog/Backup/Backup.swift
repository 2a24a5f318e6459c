import CSQLite
import Glibc
public import SQLite
import Text

extension EventLog {
  /// Copies the log into a single file, while other processes write to it.
  ///
  /// The copy is the log as of one moment. It is written under another name beside the target,
  /// verified, synced and renamed, so that the target is either the complete copy or unchanged. The
  /// copy is one file, which needs no write-ahead file beside it. A new file may be read only by its
  /// owner; a replaced one keeps its owner and permissions.
  ///
  /// The structure of the database is verified, the indexes of the events, and each event by its
  /// digest and position. The other tables are only checked for events that are missing at the end
  /// of a session; `rebuild()` repairs them, also in the copy.
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
    let source = try connectionToCopy()
    let place = try backupPlace(target, source, replacing: replacing)
    let (draft, events) = try draft(of: source, beside: place, on: file, adding: 0, isInterrupted)
    do {
      try draft.rename(to: place, replacing: replacing)
    } catch {
      draft.discard()
      throw error.number == EEXIST ? .exists(path: target) : .system(error)
    }
    do {
      try file.disk.sync(folder(of: place))
    } catch {
      throw .unsynced(error)
    }
    return (FileStatus(target).map { Int($0.size) } ?? 0, events)
  }

  func connectionToCopy() throws(BackupError) -> Connection {
    if let connection { return connection }
    throw FileStatus(file.path) == nil ? .noLog(path: file.path) : .empty(path: file.path)
  }

  /// Creates a complete, verified and synced copy beside a place, and returns it with the number of
  /// its events.
  ///
  /// If there is a file at the place, the copy has its owner, its permissions and the added ones.
  func draft(
    of source: Connection, beside place: String, on target: LogFile, adding permissions: UInt32,
    _ isInterrupted: () -> Bool
  ) throws(BackupError) -> (Draft, events: Int) {
    do {
      let draft = try Draft(beside: place, disk: target.disk)
      do {
        let events = try copy(source, to: target.connection(to: draft.path), isInterrupted)
        if let file = FileStatus(place) {
          file.shareOwner(with: draft.path, permissions: file.permissions | permissions)
        }
        try target.disk.sync(draft.path)
        return (draft, events)
      } catch {
        draft.discard()
        throw error
      }
    } catch {
      switch error {
      case let error as BackupError: throw error
      case let error as SystemError: throw .system(error)
      case var error as DatabaseError:
        // The user asked for the place, not for the draft.
        if let file = error.file, Draft.isDraft(file) { error.file = place }
        throw error.isDamage ? damaged(.file(error.message)) : .failed(error)
      default: throw .failed(DatabaseError(code: .error, message: "\(error)"))
      }
    }
  }

  /// Returns the real path of the target, after checking that the copy would harm nothing there.
  private func backupPlace(
    _ target: String, _ source: Connection, replacing: Bool
  ) throws(BackupError) -> String {
    guard realPath(folder(of: target)) != nil else {
      throw .system(SystemError(call: "open", path: target, number: errno))
    }
    guard !["", ".", ".."].contains(fileName(of: target)) else { throw .notAFile(path: target) }
    // A link is followed, so that its target is replaced.
    let real = realPath(target)
    if real == nil, errno == EILSEQ {
      throw .system(SystemError(call: "open", path: target, number: EILSEQ))
    }
    let place = real ?? resolvingFolder(of: target)
    let own = ["", "-wal", "-shm", "-journal", "-bell"].map { source.path + $0 }
    guard !own.contains(place) else { throw .isTheLog(path: target) }
    if let status = FileStatus(place) {
      guard status.isFile else { throw .notAFile(path: target) }
      if let log = FileStatus(source.path), log.isSameFile(as: status) {
        throw .isTheLog(path: target)
      }
      guard replacing else { throw .exists(path: target) }
    }
    // SQLite would play a write-ahead file that stayed beside another database into it
    // (howtocorrupt.html, "Unlinking or renaming a database file while in use").
    for suffix in ["-wal", "-journal"] {
      if let status = FileStatus(place + suffix), status.size > 0 {
        throw .inUse(path: target, by: place + suffix)
      }
    }
    return place
  }

  /// Fills and verifies a draft, and returns the number of its events; throws
  /// `BackupError.damaged` for the first fault.
  private func copy(
    _ source: Connection, to copy: Connection, _ isInterrupted: () -> Bool
  ) throws -> Int {
    // The draft is synced once, at the end; until then it may be lost.
    try copy.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    try source.copyPages(to: copy, isInterrupted)
    let mode = try copy.word(ofPragma: "journal_mode = DELETE")
    guard mode == "delete" else {
      throw DatabaseError(code: .error, message: "the copy stays in \(mode) mode")
    }
    // Code in the copied file, such as triggers, must not run while it is read.
    try copy.configure()
    if let words = try copy.structuralFlaws("quick_check(1)").first { throw damaged(.file(words)) }
    // quick_check compares no index.
    for table in ["events", "clocks"] {
      let flaws = try copy.structuralFlaws("integrity_check(\(table))")
      if let words = flaws.first { throw damaged(.index(words)) }
    }
    let log = EventLog(over: copy, like: self)
    var events = EventCheck(log)
    var report = CheckReport()
    try events.run(copy, &report) { report in
      if isInterrupted() { throw BackupError.interrupted }
      return report.isSound
    }
    if let finding = report.findings.first { throw damaged(finding) }
    if let flaw = try flaw(atTheEndsOf: events.versions, log, copy) {
      throw BackupError.damaged(path: file.path, finding: flaw)
    }
    return report.events
  }

  private func damaged(_ finding: Finding) -> BackupError {
    .damaged(path: file.path, finding: "\(finding)")
  }

  /// Returns a fault if the tables count events that are missing at the end of a session.
  ///
  /// It returns nil also if the tables are missing or have another version.
  private func flaw(
    atTheEndsOf versions: [Int: Int], _ log: EventLog, _ copy: Connection
  ) throws -> String? {
    do {
      guard try log.hasTablesOfThisVersion(copy) else { return nil }
      let counts = try copy.prepare(
        "SELECT session, events FROM \(projection.sessionTable) ORDER BY session")
      while try counts.step() {
        let (session, counted) = (Int(counts.int(0)), Int(counts.int(1)))
        let found = versions[session] ?? 0
        if counted > found { return "session \(session) had \(counted) events, but has \(found)" }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      return nil
    }
    return nil
  }
}

extension Connection {
  /// Copies all pages into another file, as of one moment; `true` from `isInterrupted`, which is
  /// called every 256 pages, ends it.
  ///
  /// SQLite's backup interface copies pages unchanged, in steps, and can be interrupted between two
  /// steps. VACUUM INTO would rebuild the file in one statement, which cannot be interrupted in the
  /// same way; and an append-only log would not become smaller.
  func copyPages(to copy: Connection, _ isInterrupted: () -> Bool = { false }) throws {
    // In one transaction all steps see one moment: writers need not wait, and the copy never
    // restarts.
    try transaction(.deferred) {
      _ = try number(ofPragma: "schema_version")
      guard
        let backup = sqlite3_backup_init(copy.handle.pointer, "main", handle.pointer, "main")
      else { throw DatabaseError(sqlite3_errcode(copy.handle.pointer), on: copy.handle.pointer) }
      var code = SQLITE_OK
      while code == SQLITE_OK, !isInterrupted() { code = sqlite3_backup_step(backup, 256) }
      let end = sqlite3_backup_finish(backup)
      if code == SQLITE_OK { throw BackupError.interrupted }
      if end != SQLITE_OK {
        // SQLITE_IOERR_READ, _SHORT_READ and _CORRUPTFS, which are errors of the source.
        let isOfSource = [1, 2, 33].contains { end == SQLITE_IOERR | $0 << 8 }
        throw DatabaseError(end, on: isOfSource ? handle.pointer : copy.handle.pointer)
      }
      // "A return of SQLITE_BUSY or SQLITE_LOCKED from sqlite3_backup_step() is not a permanent
      // error and does not affect the return value of sqlite3_backup_finish()"
      // (backup_finish.html): but the copy is incomplete.
      if code != SQLITE_DONE { throw DatabaseError(code, on: nil) }
    }
  }
}

/// The reason why a log was not copied or restored; except with `unsynced`, the target is
/// unchanged.
public enum BackupError: Error, Hashable, Sendable {
  case noLog(path: String)
  case empty(path: String)

  /// A file of that name exists, and must not be replaced.
  case exists(path: String)

  /// The target is the log itself, or a file that belongs to it.
  case isTheLog(path: String)

  /// The target has a write-ahead file or journal beside it: a database in use.
  case inUse(path: String, by: String)

  /// The target is a folder, a device or the like.
  case notAFile(path: String)

  /// The log is damaged, with the first fault found.
  case damaged(path: String, finding: String)

  case interrupted

  case system(SystemError)

  case failed(DatabaseError)

  /// The complete copy is at the target, but it may not survive a power cut.
  ///
  /// Its folder could not be synced, or a file of the replaced log could not be moved away.
  case unsynced(SystemError)
}
