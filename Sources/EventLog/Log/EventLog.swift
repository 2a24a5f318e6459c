import Glibc
package import SQLite

/// A log of events in a file: appended to, read and followed, never changed.
///
/// It is confined to the place that opened it. A log that is not there yet reads as an empty one,
/// and is made by the first append that is not refused.
open class EventLog {
  package let file: LogFile
  package let schema: Schema
  package let projection: any Projection
  private let access: Access
  /// Nil while there is no log.
  package private(set) var connection: Connection?
  package private(set) var checkpointer: Checkpointer?
  /// The bell of the log; nil while there is no log, or where nobody can write to it.
  package private(set) var bell: Doorbell?
  /// Whether the tables can be used: this version of the fold wrote them, or an older one, whose
  /// rows the projection recognizes.
  package private(set) var hasCurrentTables = true
  /// The file's version after the newest transaction, if the caller's cached values are of it.
  var dataVersion: UInt32?

  /// What a log is opened for.
  public enum Access: Hashable, Sendable {
    /// Only to be read.
    case reading
    /// Only to be exported, as far as it can be read at all: also if the file is cut short, or
    /// what it says of its own structure is damaged.
    ///
    /// The log, its journal and its write-ahead file stay as they are. Where they would have to be
    /// put in order first, that is done in a copy, which takes as much room as they do in the
    /// folder that `TMPDIR` names, else in `/tmp`, until the log is closed.
    case salvaging
    /// Also to be appended to.
    ///
    /// A process that does one thing keeps the write-ahead log short for the next one; a process
    /// that lives on lets it grow longer, and moves it into the file when it closes.
    case appending(longLived: Bool)

    /// Only to have its tables made anew, whatever became of them.
    case rebuilding

    /// Also to be appended to, by a process that does one thing.
    public static var appending: Access { .appending(longLived: false) }

    /// What a log that is there is opened for.
    fileprivate var purpose: LogFile.Purpose {
      switch self {
      case .reading: .reading
      case .salvaging: .salvaging
      case .appending, .rebuilding: .writing
      }
    }
  }

  /// Opens the log, or finds that there is none yet.
  ///
  /// A file that is no log, or the log of a newer version, is left as it is. Older tables are
  /// brought up to date if the log is opened to be appended to.
  ///
  /// - Parameters:
  ///   - file: where the log is, or will be made with the folders that it lacks. A link of the
  ///     user's own is followed to a file of the user's own.
  ///   - access: what it is opened for.
  ///   - schema: the tables of the file.
  ///   - projection: the tables that are kept of the events.
  /// - Throws: `OpeningError`, or `LogError.newerFold`.
  package init(
    _ file: LogFile, for access: Access, _ schema: Schema, _ projection: any Projection
  ) throws {
    self.file = file
    self.schema = schema
    self.projection = projection
    self.access = access
    try openIfPresent()
  }

  /// Reads a copy of a log over a connection that is open already.
  init(over connection: Connection, like log: EventLog) {
    file = log.file
    schema = log.schema
    projection = log.projection
    access = .reading
    self.connection = connection
  }

  /// Whether there is a log.
  public var exists: Bool { connection != nil }

  /// Opens the log if it was made since it was last looked for.
  package func openIfPresent() throws {
    guard connection == nil else { return }
    try open(for: access.purpose)
    try examineTables()
  }

  /// Makes the log if there is none.
  package func create() throws -> Connection {
    if let connection { return connection }
    guard access.purpose == .writing else {
      throw DatabaseError(code: .readOnly, message: "the log was opened only to be read")
    }
    try open(for: .creating)
    try examineTables()
    guard let connection else {
      throw LogError.inconsistent(.madeLogIsMissing)
    }
    // A log with an event in the file itself can be told from any other, should its write-ahead
    // file ever lie beside another one.
    try connection.checkpointAtClose(true)
    return connection
  }

  /// Makes the log with what a closure writes to it; if that fails, nothing is made.
  ///
  /// - Parameter fill: called with the log that is being made, in a transaction of it.
  /// - Returns: the value of the closure, once it is durable; nil if there is a log already, and the
  ///   closure was not called.
  /// - Throws: the error of the closure; `OpeningError`; `LogError.commitFailed`.
  func create<Value>(filling fill: (EventLog) throws -> Value) throws -> Value? {
    guard connection == nil, case .appending = access,
      case .nothing(let place) = try file.resolve()
    else { return nil }
    var value: Value?
    do {
      try file.create(at: place, schema) { connection in
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
    guard value != nil else { return nil }
    do {
      try openIfPresent()
    } catch OpeningError.failed(_, let error) {
      throw LogError.commitFailed(.saved, error)
    } catch let error as DatabaseError {
      throw LogError.commitFailed(.saved, error)
    } catch {
      let number = if case OpeningError.noPermission = error { EACCES } else { Int32(0) }
      throw LogError.commitFailed(
        .saved,
        DatabaseError(
          code: .cannotOpen, message: "\(error)", systemError: number, file: file.path))
    }
    return value
  }

  /// Opens another connection that only reads: to the log, or to an empty one in memory if there is
  /// none yet.
  package func readingConnection() throws -> Connection {
    try file.open(for: .reading, schema) ?? .asMade(schema)
  }

  /// Opens the file anew, after a failure that may have left the connection useless.
  func reopen() throws {
    checkpointer = nil
    connection = nil
    bell = nil
    dataVersion = nil
    try open(for: access.purpose)
  }

  /// Does what comes after a COMMIT: tells those who follow, and moves a long write-ahead log into
  /// the file.
  ///
  /// Whatever it meets, what was committed stays committed: it never fails.
  package func committed() {
    bell?.ring()
    checkpointer?.runIfDue()
  }

  private func open(for purpose: LogFile.Purpose) throws {
    let livesOn = access == .appending(longLived: true)
    connection = try file.open(for: purpose, schema, checkpointingAtClose: livesOn)
    // A file that nobody can change is opened by a URI, and has no bell.
    bell = connection.flatMap {
      $0.path.hasPrefix("/") ? Doorbell(ofLog: $0.path, disk: file.disk) : nil
    }
    guard let connection, access.purpose == .writing else { return }
    checkpointer = Checkpointer(
      of: connection,
      every: livesOn ? Checkpointer.pagesInLongLife : Checkpointer.pagesInOneShot)
  }

  /// Finds out which version of the fold wrote the tables, and rebuilds them if none did.
  private func examineTables() throws {
    // What is salvaged is the events; the tables may be past reading. Who rebuilds asks no table.
    guard let connection, access != .salvaging, access != .rebuilding else { return }
    do {
      hasCurrentTables = try foldVersion(connection).map { $0 <= projection.version } ?? false
    } catch let error as DatabaseError where error.isOfFile && access.purpose == .reading {
      // The events may well be sound, and what is wrong is for the check to tell.
      hasCurrentTables = false
    }
    guard access.purpose == .writing, !hasCurrentTables else { return }
    try refuseNewerFold(connection)
    try rebuild(verifying: false)
    hasCurrentTables = true
  }

  /// The newest version of the fold that wrote to the tables; nil if none did yet.
  func foldVersion(_ connection: Connection) throws -> Int? {
    try connection.cached("SELECT fold_version FROM fold").first { Int($0.int(0)) }
  }

  /// Refuses to write to tables of a newer fold, and claims those of an older one.
  ///
  /// Every transaction that appends calls it: a newer program may have come since this one opened
  /// the log.
  func claimTables(_ connection: Connection) throws {
    guard access != .rebuilding else {
      throw DatabaseError(code: .readOnly, message: "the log was opened only to be rebuilt")
    }
    try refuseNewerFold(connection)
    guard let version = try foldVersion(connection), version < projection.version else { return }
    // From now on an older program refuses to write. The rows are renewed as they are needed.
    try connection.prepare("UPDATE fold SET fold_version = ?").bind(projection.version).run()
  }

  /// Refuses to write to tables of a newer fold.
  func refuseNewerFold(_ connection: Connection) throws {
    guard let version = try foldVersion(connection), version > projection.version else { return }
    throw LogError.newerFold(version: version, known: projection.version)
  }
}

@available(*, unavailable)
extension EventLog: Sendable {}

extension Schema {
  /// The first migration of every log: the tables `events` and `clocks`.
  package static let logMigration: @Sendable () -> [UInt8] = { PackageResources._001_log_sql }
}
