/// Where the log is: `--db`, else `$LAPTIMER_DB`, else in the user's data folder.
enum LogPath {
  /// The path of the log; nil if neither an option nor the environment names a place.
  ///
  /// A relative `XDG_DATA_HOME` is as none: "All paths set in these environment variables must be
  /// absolute. If an implementation encounters a relative path … it should consider the path
  /// invalid and ignore it" (XDG Base Directory Specification).
  static func find(option: String?, in world: World) -> String? {
    if let option { return option }
    if let path = world.variable("LAPTIMER_DB") { return path }
    if let data = world.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return data + "/laptimer/laptimer.db"
    }
    return world.variable("HOME").map { $0 + "/.local/share/laptimer/laptimer.db" }
  }
}
