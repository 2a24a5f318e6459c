public import EventLog
import SQLite
public import Text
public import Timing

/// A log of sessions: requests are decided on the state of their session, and appended as events.
///
/// ```swift
/// let log = try Logbook(path: "run.db", for: .appending)
/// let receipt = try log.append(request)
/// try log.session(receipt.session)?.laps
/// ```
/// It is confined to the place that opened it. A log that is not there yet reads as an empty one,
/// and is made by the first append that is not refused.
public final class Logbook: EventLog {
  let upcasting: Upcasting
  /// The values that the appender keeps between transactions.
  var cache = AppendCache()

  /// Opens the log at a path, or finds that there is none yet.
  ///
  /// A file that is no log, or the log of a newer version, is left as it is. Older tables are
  /// brought up to date if the log is opened to be appended to.
  ///
  /// - Parameters:
  ///   - path: where the log is, or will be made with the folders that it lacks. A link of the
  ///     user's own is followed to a file of the user's own.
  ///   - access: what it is opened for.
  ///   - busyTimeout: how long the lock of another connection is waited for, each time.
  /// - Throws: `OpeningError`, or `LogError.newerFold`.
  public convenience init(
    path: String, for access: Access = .reading, busyTimeout: Duration = .seconds(5)
  ) throws {
    try self.init(LogFile(path, busyTimeout: busyTimeout), for: access)
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
    self.upcasting = upcasting
    try super.init(file, for: access, .laptimer, SessionProjection(upcasting: upcasting))
  }

  /// Checks that an export can begin with a line, before the rest of it is there.
  ///
  /// - Parameter line: the bytes of the line, its end included.
  /// - Throws: `ImportError`.
  package static func checkFirstLine(ofExport line: [UInt8]) throws {
    try checkFirstLine(ofExport: line, SessionProjection(upcasting: .current))
  }
}

extension Schema {
  /// The tables of a log: `LAPT` names the program in the file's header.
  package static let laptimer = Schema(
    applicationID: 0x4C41_5054,
    migrations: [
      Schema.logMigration, { PackageResources._002_tables_sql },
      { PackageResources._003_sessions_sql },
    ],
    contents: { "INSERT INTO fold VALUES (\(Tables.foldVersion), \(Tables.foldVersion))" },
    eventsRoot: 4)
}

extension SalvageMark {
  /// The tag of a session that lacks events.
  public static let tag = "salvaged"

  /// Says who marks, and when.
  ///
  /// - Parameters:
  ///   - instant: the clocks when the import began.
  ///   - source: the part of the program that appends the mark.
  ///   - makeID: a new id for each mark.
  public init(instant: Instant, source: String, makeID: @escaping () -> EventID) {
    self.init(
      clock: instant.clock, ticks: instant.ticks.nanoseconds, recordedAt: instant.recordedAt,
      source: source, makeID: makeID)
  }
}
