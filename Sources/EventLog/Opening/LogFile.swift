import Glibc
package import SQLite
import Text

/// Where a log is, and by what means it is reached.
package struct LogFile: Sendable {
  /// The path as the user gave it.
  package var path: String

  /// The virtual file system of SQLite that it goes through; `nil` is SQLite's default.
  package var vfs: String?

  /// How long another connection's lock is waited for.
  package var busyTimeout: Duration

  /// The folders and files round the log.
  package var disk: Disk

  /// Where there is room for a copy of a damaged log, if one is needed to read it.
  package var temporaryFolder: String

  /// Called before the clock of a request is written to a log that does not know it yet.
  package var willAddClock: @Sendable () -> Void = {}

  /// Where programs put what is gone when they are done: `TMPDIR`, else `/tmp`.
  package static var standardTemporaryFolder: String {
    guard let named = getenv("TMPDIR"), named.pointee != 0 else { return "/tmp" }
    return String(cString: named)
  }

  /// Names a place; nothing is looked at yet.
  package init(
    _ path: String, vfs: String? = nil, busyTimeout: Duration = .seconds(5), disk: Disk = .live,
    temporaryFolder: String = standardTemporaryFolder
  ) {
    self.path = path
    self.vfs = vfs
    self.busyTimeout = busyTimeout
    self.disk = disk
    self.temporaryFolder = temporaryFolder
  }
}

/// What makes a file a log: the number that names the program, and the texts that make its tables.
package struct Schema: Sendable {
  /// The number in the file's header by which SQLite files tell their programs apart
  /// (pragma.html#pragma_application_id).
  package let applicationID: UInt32

  /// The migrations in order, as UTF-8: the first makes version 1 from nothing.
  ///
  /// They are functions so that the texts are touched by those only who need them.
  package let migrations: [@Sendable () -> [UInt8]]

  /// The SQL that writes the rows of a new log, once its tables are there.
  package let contents: @Sendable () -> String

  /// The root page of the table of events; nil if it has none.
  ///
  /// The first migration of all makes its tables in an empty file, so that the number is the same
  /// in each log. A log where it is another page, since somebody has made its tables in another
  /// order, is read as any; only its write-ahead file is then not examined.
  package let eventsRoot: Int?

  /// Names the program, its migrations, and what a new log holds.
  package init(
    applicationID: UInt32, migrations: [@Sendable () -> [UInt8]],
    contents: @escaping @Sendable () -> String = { "" }, eventsRoot: Int? = nil
  ) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.contents = contents
    self.eventsRoot = eventsRoot
  }

  /// The version that a log has after the last migration: its `user_version`.
  package var version: Int { migrations.count }
}
