extension LogTable {
  /// All that a query can read, in the order in which it is told.
  static let all = [events, clocks, sessions, laps, timestamps, anchors, fold, functions]

  private static let events = LogTable(
    "events",
    [
      ("position", "INTEGER", "1, 2, 3, … in the log"),
      ("id", "BLOB", "a UUID, the same in every log"),
      ("session", "INTEGER", "the session's number in this log"),
      ("version", "INTEGER", "1, 2, 3, … in the session"),
      ("kind", "TEXT", "started, stopped, lapped, …"),
      ("kind_version", "INTEGER", "which shape of data the kind had"),
      ("at", "INTEGER", "when it is said to have happened, in ns since 1970"),
      ("basis", "TEXT", "how that is known: measured, ago or stated"),
      ("recorded_at", "INTEGER", "the wall clock when its command began, in ns since 1970"),
      ("ticks_ns", "INTEGER", "the boot clock at that instant"),
      ("clock", "INTEGER", "which boot clock that was"),
      ("source", "TEXT", "what appended it: cli, record, …"),
      ("data", "TEXT", "a JSON object: what else its kind has to say"),
      ("digest", "BLOB", "BLAKE2b over all of it that is not local to this log"),
    ])

  private static let clocks = LogTable(
    "clocks",
    [
      ("clock", "INTEGER", "1, 2, 3, … in this log"),
      ("boot_id", "TEXT", "the kernel's id of the boot"),
      ("device", "TEXT", "the machine"),
      ("offset", "INTEGER", "how far its time namespace is ahead, in ns"),
    ])

  private static let laps = LogTable(
    "laps",
    [
      ("session", "INTEGER", "the session's number"),
      ("event", "INTEGER", "the version of the event that made it"),
      ("number", "INTEGER", "1, 2, 3, …; null for a lap that does not count"),
      ("split_ns", "INTEGER", "the running time at the lap"),
      ("lap_ns", "INTEGER", "this split less that of the last lap that counts"),
      ("at", "INTEGER", "when it was, in ns since 1970"),
      ("label", "TEXT", "what it is called"),
      (
        "flags", "TEXT",
        """
        a JSON array: short, after_finish, not_running, late, amended, stated, stepped, bridged, \
        unknown, waited
        """
      ),
      ("place", "INTEGER", "ns from the session's first event: the order of laps"),
    ])

  private static let timestamps = LogTable(
    "timestamps",
    [
      ("session", "INTEGER", "the session's number"),
      ("event", "INTEGER", "the version of the event that made it"),
      ("label", "TEXT", "what it is called"),
      ("at", "INTEGER", "when it was, in ns since 1970"),
      ("running_time_ns", "INTEGER", "negative before the start, null while no start stands"),
      ("place", "INTEGER", "ns from the session's first event"),
    ])

  private static let anchors = LogTable(
    "anchors",
    [
      ("session", "INTEGER", "the session's number"),
      ("clock", "INTEGER", "a clock of it that was not the last to be read"),
      ("recorded_at", "INTEGER", "the wall clock at that clock's newest reading"),
      ("ticks_ns", "INTEGER", "that clock at its newest reading"),
      ("place", "INTEGER", "ns from the session's first event"),
      ("is_sound", "INTEGER", "1 if wall time can be trusted from there"),
    ])

  private static let fold = LogTable(
    "fold", [("fold_version", "INTEGER", "which version of laptimer's rules made the tables")])

  /// What is no table: the functions that SQL has here beside SQLite's own.
  static let functions = LogTable(
    "(functions)",
    [
      ("clock(ns)", "TEXT", "a running time as it is shown: 01:23.4"),
      ("ago(ns_since_1970)", "TEXT", "the age of a moment: 5s ago"),
      ("phase(session)", "TEXT", "what the session's clock does now"),
      ("running_time(session)", "INTEGER", "the session's running time now, in ns"),
    ])
}
