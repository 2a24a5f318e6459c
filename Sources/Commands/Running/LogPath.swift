import Arguments

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
