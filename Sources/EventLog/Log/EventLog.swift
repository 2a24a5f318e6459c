import Timing
import SQLite

/// A log of events in a file: appended to, read and followed, never changed.
///
/// It is confined to the place that opened it. A log that is not there yet reads as an empty one,
/// and is made by the first append that is not refused.
public final class EventLog {
  let file: LogFile
  let upcasting: Upcasting
  private let access: Access
  /// Nil while there is no log.
  private(set) var connection: Connection?
  private(set) var checkpointer: Checkpointer?
  /// The bell of the log; nil while there is no log, or where nobody can write to it.
  private(set) var bell: Doorbell?
  /// Whether the tables were written by this version of the fold.
  private(set) var hasCurrentTables = true
  /// The session that was folded last, as of the newest event seen of it.
  var folded: (session: Int, state: Session)?
  /// What the newest append has left, as long as nobody else has written since.
  var trail: (dataVersion: UInt32, left: Trail)?

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

  /// Opens the log at a path, or finds that there is none yet.
  ///
  /// What is there and is no log, or is the log of a newer version, is left as it is. Older tables
  /// are brought up to date where the log is opened to be appended to.
  ///
  /// - Parameters:
  ///   - path: where it is, or is to be made with the folders that it lacks. A link of the user's
  ///     own is followed to a file of the user's own.
  ///   - access: what it is opened for.
  ///   - patience: how long the lock of another connection is waited for, each time.
  /// - Throws: `OpeningError`, or `LogError.newerFold`.
  public convenience init(
    path: String, for access: Access = .reading, patience: Duration = .seconds(5)
  ) throws {
    try self.init(LogFile(path, busyTimeout: patience), for: access)
  }

  /// Opens the log.
  ///
  /// - Parameters:
  ///   - file: where it is.
  ///   - access: what it is opened for.
  /// - Throws: `OpeningError`, or `LogError.newerFold`.
  package convenience init(_ file: LogFile, for access: Access) throws {
    try self.init(file, for: access, upcasting: .current)
  }

  init(_ file: LogFile, for access: Access, upcasting: Upcasting) throws {
    self.file = file
    self.upcasting = upcasting
    self.access = access
    try look()
  }

  /// A log that is open already, at a place that is not its own yet: it is only read.
  init(over connection: Connection, of file: LogFile, _ upcasting: Upcasting) {
    self.file = file
    self.upcasting = upcasting
    access = .reading
    self.connection = connection
  }

  /// Whether there is a log.
  public var exists: Bool { connection != nil }

  /// Looks anew whether there is a log, if there was none.
  func look() throws {
    guard connection == nil else { return }
    try open(for: access.purpose)
    try examineTables()
  }

  /// Makes the log if there is none.
  func create() throws -> Connection {
    if let connection { return connection }
    guard access.purpose == .writing else {
      throw DatabaseError(code: .readOnly, message: "the log was opened only to be read")
    }
    try open(for: .creating)
    try examineTables()
    guard let connection else {
      throw LogError.inconsistent(reason: "the log that was made is not there")
    }
    // A log with an event in the file itself can be told from any other, should its write-ahead
    // file ever lie beside another one.
    try connection.checkpointAtClose(true)
    return connection
  }

  /// Opens the file anew, after a failure that may have left the connection useless.
  func reopen() throws {
    checkpointer = nil
    connection = nil
    bell = nil
    folded = nil
    trail = nil
    try open(for: access.purpose)
  }

  /// Does what comes after a COMMIT: tells those who follow, and moves a long write-ahead log into
  /// the file.
  ///
  /// Whatever it meets, what was committed stays committed: it never fails.
  func committed() {
    bell?.ring()
    checkpointer?.runIfDue()
  }

  private func open(for purpose: LogFile.Purpose) throws {
    let livesOn = access == .appending(longLived: true)
    connection = try file.open(for: purpose, .laptimer, checkpointingAtClose: livesOn)
    // A file that nobody can change is opened by a URI, and has no bell.
    bell = connection.flatMap {
      $0.path.hasPrefix("/") ? Doorbell(ofLog: $0.path, disk: file.disk) : nil
    }
    guard let connection, access.purpose == .writing else { return }
    checkpointer = Checkpointer(
      of: connection,
      every: livesOn ? Checkpointer.pagesInLongLife : Checkpointer.pagesInOneShot)
  }

  /// Finds out which fold wrote the tables, and writes them anew if it was an older one.
  private func examineTables() throws {
    // What is salvaged is the events; the tables may be past reading. Who rebuilds asks no table.
    guard let connection, access != .salvaging, access != .rebuilding else { return }
    do {
      hasCurrentTables = try foldVersion(connection) == Tables.foldVersion
    } catch let error as DatabaseError where error.isOfFile && access.purpose == .reading {
      // The events may well be sound, and what is wrong is for the check to tell.
      hasCurrentTables = false
    }
    guard access.purpose == .writing, !hasCurrentTables else { return }
    try refuseNewerFold(connection)
    try rebuild(verifying: false)
    hasCurrentTables = true
  }

  /// Which fold wrote the tables; nil if none did yet.
  func foldVersion(_ connection: Connection) throws -> Int? {
    try connection.cached("SELECT fold_version FROM fold").first { Int($0.int(0)) }
  }

  /// Refuses to write to tables of which it is not known whether this fold wrote them.
  ///
  /// To be asked in every transaction that appends: a newer program may have come since this one
  /// opened the log.
  func refuseOtherFold(_ connection: Connection) throws {
    guard access != .rebuilding else {
      throw DatabaseError(code: .readOnly, message: "the log was opened only to be rebuilt")
    }
    try refuseNewerFold(connection)
  }

  /// Refuses to write to tables of a newer fold.
  func refuseNewerFold(_ connection: Connection) throws {
    guard let version = try foldVersion(connection), version > Tables.foldVersion else { return }
    throw LogError.newerFold(version: version, known: Tables.foldVersion)
  }
}

@available(*, unavailable)
extension EventLog: Sendable {}

extension Schema {
  /// The tables of a log: `LAPT` names the program in the file's header.
  package static let laptimer = Schema(
    applicationID: 0x4C41_5054,
    migrations: [
      { PackageResources._001_log_sql },
      { PackageResources._002_tables_sql },
    ],
    contents: { "INSERT INTO fold (fold_version) VALUES (\(Tables.foldVersion))" },
    eventsRoot: 4)
}
