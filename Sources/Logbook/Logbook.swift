public import EventLog
import Text

/// A log of sessions, to which requests are appended as events if their session's state allows it.
///
/// ```swift
/// let log = try Logbook(path: "run.db", for: .appending)
/// let receipt = try log.append(request)
/// try log.session(receipt.session)?.laps
/// ```
///
/// It is confined to the isolation domain that opened it. A missing log reads as an empty one; the
/// first accepted append creates it.
public final class Logbook: EventLog {
  let cache = AppendCache()

  /// Opens the log at a path, if it exists.
  ///
  /// A file that is not a log, or is the log of a newer version, stays unchanged. Creating the log
  /// also creates missing folders. `busyTimeout` is the time to wait for the lock of another
  /// connection, each time. Throws `OpeningError`.
  public convenience init(
    path: String, for access: Access = .reading, busyTimeout: Duration = .seconds(5)
  ) throws {
    try self.init(LogFile(path, busyTimeout: busyTimeout), for: access)
  }

  package init(_ file: LogFile, for access: Access) throws {
    try super.init(file, for: access, .laptimer, SessionProjection())
  }

  public override func forgetFolds() { cache.forgetAll() }

  /// Checks the first line of an export, with its line end, before the rest is available.
  package static func checkFirstLine(ofExport line: [UInt8]) throws {
    try checkFirstLine(ofExport: line, SessionProjection())
  }
}

extension Schema {
  /// The tables of a log; `LAPT` in the file's header identifies the program.
  ///
  /// A change of the tables, or of their rows for the same events, gets the next version.
  package static let laptimer = Schema(
    applicationID: 0x4C41_5054, version: 20, tables: { PackageResources.sessions_sql })
}

extension SalvageMark {
  /// The tag of a session that lacks events.
  public static let tag = "salvaged"
}
