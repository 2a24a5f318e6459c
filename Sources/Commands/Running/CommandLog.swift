import Arguments
import EventLog
import Logbook

extension Context {
  /// Returns the open log, or opens it.
  func openLog(for access: Logbook.Access) throws -> Logbook {
    if let opened { return opened }
    let log = try Logbook(logFile(), for: access)
    log.onSkip = { [world] session, error in
      world.note("Left out session \(session). \(Failure(error).message)")
    }
    return log
  }

  /// Returns the file of the log.
  func logFile() throws -> LogFile {
    guard let path = try LogPath.find(option: values[Options.db], in: world) else {
      throw UsageError(
        .other("No place for the log: set HOME or LAPTIMER_DB, or give --db."), in: subcommand)
    }
    guard !path.isEmpty else {
      throw UsageError(.other("The path of the log is empty."), in: subcommand)
    }
    var file = LogFile(
      path, busyTimeout: world.lockTimeout, temporaryFolder: try world.temporaryFolder)
    file.willAddClock = world.keepDevice
    return file
  }
}

/// Finds the file of the log: `--db`, else `$LAPTIMER_DB`, else a file in the user's data folder.
enum LogPath {
  /// Returns the path of the log; nil if neither an option nor the environment determines it.
  ///
  /// A relative `XDG_DATA_HOME` is ignored: "All paths set in these environment variables must be
  /// absolute. If an implementation encounters a relative path … it should consider the path
  /// invalid and ignore it" (XDG Base Directory Specification).
  ///
  /// - Throws: `UsageError` if the variable is not valid UTF-8.
  static func find(option: String?, in world: World) throws(UsageError) -> String? {
    if let option { return option }
    if let path = try world.path("LAPTIMER_DB") { return path }
    if world.variable("XDG_DATA_HOME")?.hasPrefix("/") == true,
      let data = try world.path("XDG_DATA_HOME")
    {
      return data + "/laptimer/laptimer.db"
    }
    return try world.path("HOME").map { $0 + "/.local/share/laptimer/laptimer.db" }
  }
}
