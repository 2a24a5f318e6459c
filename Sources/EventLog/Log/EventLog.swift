import CSQLite
import Glibc
package import SQLite

/// A log of events in a file: events are appended, read and followed, but never changed.
///
/// It is confined to the isolation domain that opened it. A missing log reads as an empty one; the
/// first accepted append creates it.
open class EventLog {
  package let file: LogFile
  package let schema: Schema
  package let projection: any Projection
  let access: Access
  /// The open connection; nil while there is no log.
  package private(set) var connection: Connection?
  package private(set) var checkpointer: Checkpointer?
  /// The bell of the log; nil while there is no log.
  package private(set) var bell: Doorbell?
  /// Whether the tables are of this version; otherwise readers fold the events, and the first write
  /// rebuilds them.
  package internal(set) var hasCurrentTables = true
  /// Called when a command does without the events of a damaged session, once for each such
  /// session; the second value is what it leaves out.
  package var onSkip: (Int, Omission, LogError) -> Void = { _, _, _ in }
  private var skipped: Set<Int> = []
  /// The session whose rows were read last.
  var newestSessionRead = 0

  /// The part that a command leaves out if it cannot read the events of a session.
  package enum Omission: Hashable, Sendable {
    /// The session, in a command about several.
    case session
    /// The rows that are computed from all events of the session, and of others that belong to it.
    case rows
    /// The check of a new event against past ones, and these rows.
    case check
  }

  /// The file's version after the newest transaction, if the caller's cached values belong to it.
  var dataVersion: UInt32?

  /// The purpose of opening a log.
  public enum Access: Hashable, Sendable {
    /// Only reading.
    ///
    /// If SQLite can create no files beside the log, as on a full disk, or must play a journal back
    /// first, a copy in memory is read, with the events up to the opening. If memory has no room for
    /// it, it is in the folder that `TMPDIR` names, else in `/tmp`.
    case reading
    /// Only exporting as much as can be read, even if the file is truncated or its structure is
    /// damaged.
    ///
    /// The log, its journal and its write-ahead file are not changed. If they must be recovered
    /// first, a copy is recovered. It needs as much space as they do in the folder that `TMPDIR`
    /// names, else in `/tmp`, until the log is closed.
    case salvaging
    /// Reading and appending.
    ///
    /// A process with a single task keeps the write-ahead log short for the next one; a long-lived
    /// process lets it grow longer, and checkpoints it into the file when it closes.
    case appending(longLived: Bool)

    /// Reading and appending, for a process with a single task.
    public static var appending: Access { .appending(longLived: false) }
  }

  /// Opens the log, if it exists.
  ///
  /// A file that is not a log, or is the log of a newer version, stays unchanged. Creating the log
  /// also creates missing folders.
  package init(
    _ file: LogFile, for access: Access, _ schema: Schema, _ projection: any Projection
  ) throws {
    self.file = file
    self.schema = schema
    self.projection = projection
    self.access = access
    try openIfPresent()
  }

  /// Creates a log that reads a copy over a connection that is already open.
  init(over connection: Connection, like log: EventLog) {
    file = log.file
    schema = log.schema
    projection = log.projection
    access = .reading
    self.connection = connection
  }

  /// Returns the value of a body that folds sessions; nil, after calling ``onSkip``, if there is
  /// none because the events of one are damaged.
  ///
  /// Rows may depend on several sessions: the damaged one is that which was read last.
  package func unlessDamaged<Value>(
    _ session: Int, leavingOut omission: Omission = .session, _ body: () throws -> Value?
  ) throws -> Value? {
    newestSessionRead = session
    let reason: LogError
    do {
      if let value = try body() { return value }
      reason = .inconsistent(.noFirstEvent(session: session))
    } catch let error as LogError {
      guard error.flaw != nil else { throw error }
      reason = error
    }
    let session = omission == .rows ? newestSessionRead : session
    if skipped.insert(session).inserted { onSkip(session, omission, reason) }
    return nil
  }

  /// Forgets what it keeps of events, after a transaction that may have added some has failed.
  open func forgetFolds() {}

  /// Whether closing the log may change its files.
  package var changesFilesAtClose: Bool { connection?.handle.checkpointsAtClose ?? false }

  /// Whether the log has not changed since the newest transaction of this process that keeps
  /// values.
  package var isUnchanged: Bool {
    dataVersion != nil && dataVersion == connection?.dataVersion
  }

  /// Whether there is a log.
  public var exists: Bool { connection != nil }

  /// Opens the log if it has been created since the last attempt.
  package func openIfPresent() throws {
    guard connection == nil else { return }
    try open()
  }

  /// Creates the log if there is none.
  package func create() throws -> Connection {
    if let connection { return connection }
    guard case .appending = access else {
      throw DatabaseError(code: .readOnly, message: "the log was opened only to be read")
    }
    try open(creating: true)
    guard let connection else {
      throw LogError.inconsistent("the new log is missing")
    }
    return connection
  }

  /// Creates the log with the contents that a closure writes in a transaction; if that fails,
  /// nothing is created.
  ///
  /// Returns nil, without calling the closure, if a log already exists. Throws
  /// `OpeningError.locked` if another process created a log during the closure.
  func create<Value>(filling fill: (EventLog) throws -> Value) throws -> Value? {
    guard connection == nil, case .appending = access else { return nil }
    let found = try file.resolve()
    if found.isLog { return nil }
    var value: Value?
    let isCreated: Bool
    do {
      isCreated = try file.create(at: found.path, schema) { connection in
        let log = EventLog(over: connection, like: self)
        try connection.configureForWriting()
        value = try connection.transaction { try fill(log) }
      }
    } catch let error as CommitOutcomeUnknown {
      throw LogError.commitFailed(.notSaved, error.reason)
    } catch let error as UnsyncedLog {
      let reason = error.reason
      let code: ResultCode = reason.call == "open" ? .cannotOpen : .inputOutput
      throw LogError.commitFailed(
        .unknown,
        DatabaseError(
          code: code, message: "\(reason)", systemError: reason.number, file: reason.path))
    } catch let error as SystemError {
      throw file.cannotMake(error)
    }
    guard isCreated else { throw OpeningError.locked(path: file.path) }
    do {
      try openIfPresent()
    } catch {
      let failure = file.failure(error)
      if case .failed(_, let error) = failure { throw LogError.commitFailed(.saved, error) }
      let number = if case .noPermission = failure { EACCES } else { Int32(0) }
      throw LogError.commitFailed(
        .saved,
        DatabaseError(
          code: .cannotOpen, message: "\(failure)", systemError: number, file: file.path))
    }
    return value
  }

  /// Opens another connection for reading: to the log, to a temporary copy with tables of this
  /// version if those of the log are older, or to an empty log in memory if there is none.
  package func readingConnection() throws -> Connection {
    guard let connection = try file.open(for: .reading, schema) else { return try .made(schema) }
    if try hasTablesOfThisVersion(connection) { return connection }
    // "If the filename is an empty string, then a private, temporary on-disk database will be
    // created" (c3ref/open.html).
    let copy = try Connection(path: "", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try connection.copyPages(to: copy)
    let log = EventLog(over: copy, like: self)
    try copy.transaction { _ = try log.remakeTables(in: copy, verifying: false) }
    return copy
  }

  /// Opens the log again if a copy is read, and the files have changed since.
  func renewCopy() throws -> Bool {
    guard let copied = connection?.copied, copied.haveChanged, !copied.haveMoved else {
      return false
    }
    try reopen()
    return true
  }

  /// Reopens the file after a failure that may have made the connection unusable.
  func reopen() throws {
    close()
    try open()
  }

  private func close() {
    checkpointer = nil
    connection = nil
    bell = nil
    dataVersion = nil
  }

  /// Rings the bell for followers after a COMMIT, and checkpoints a long write-ahead log.
  ///
  /// It never fails: whatever happens, the transaction stays committed.
  package func committed() {
    bell?.ring()
    checkpointer?.runIfDue()
  }

  private func open(creating: Bool = false) throws {
    let opened = try file.open(for: access, schema, creating: creating)
    hasCurrentTables = try opened.map(hasTablesOfThisVersion) ?? true
    connection = opened
    bell = connection.map { Doorbell(ofLog: $0.path, disk: file.disk) }
    guard let connection, case .appending(let isLongLived) = access else { return }
    checkpointer = Checkpointer(
      of: connection,
      every: isLongLived ? Checkpointer.pagesInLongLife : Checkpointer.pagesInOneShot,
      bulk: isLongLived ? Checkpointer.pagesInBulk : nil)
  }

  func hasTablesOfThisVersion(_ connection: Connection) throws -> Bool {
    try connection.number(ofPragma: "user_version") == schema.version
  }

  /// Refuses to write to tables of a newer version.
  ///
  /// Every appending transaction calls it, since a newer program may have written after this one
  /// opened the log.
  func refuseNewerTables(_ connection: Connection) throws {
    let version = try connection.number(ofPragma: "user_version")
    guard version > schema.version else { return }
    throw LogError.newerTables(version: version, known: schema.version)
  }
}

@available(*, unavailable)
extension EventLog: Sendable {}
