import Logbook
import Text

/// A table of the log, described for users of SQL.
struct LogTable: Sendable {
  var name: String
  var columns: [Column]

  struct Column: Sendable {
    var name: String
    var type: String
    var meaning: String
  }

  init(_ name: String, _ columns: [(String, String, String)]) {
    self.name = name
    self.columns = columns.map { Column(name: $0.0, type: $0.1, meaning: $0.2) }
  }
}

extension LogTable {
  /// All tables and functions, in the order of `query --schema`.
  static let all =
    [
      events, clocks, sessions, laps, timestamps, anchors, fold, attempts, raceStreams,
      foreignSessions,
    ] + races + [functions]

  private static let events = LogTable(
    "events",
    [
      ("position", "INTEGER", "1, 2, 3, … in the log"),
      ("id", "BLOB", "a UUID, the same in every log"),
      ("session", "INTEGER", "the session's number in this log"),
      ("version", "INTEGER", "1, 2, 3, … in the session"),
      ("kind", "TEXT", "started, stopped, lapped, …"),
      ("kind_version", "INTEGER", "the version of the kind's data"),
      ("at", "INTEGER", "the time of the event, in ns since 1970"),
      ("basis", "TEXT", "the source of that time: measured, ago or stated"),
      ("recorded_at", "INTEGER", "the wall clock at the start of its command, in ns since 1970"),
      ("ticks_ns", "INTEGER", "the boot clock at that instant"),
      ("clock", "INTEGER", "the number of that boot clock"),
      ("source", "TEXT", "the program part that appended it: cli, record, …"),
      ("data", "TEXT", "a JSON object with the fields of the kind"),
      ("digest", "BLOB", "BLAKE2b over all fields that are not local to this log"),
    ])

  private static let clocks = LogTable(
    "clocks",
    [
      ("clock", "INTEGER", "1, 2, 3, … in this log"),
      ("boot_id", "TEXT", "the kernel's id of the boot"),
      ("device", "TEXT", "the machine"),
      ("offset", "INTEGER", "the offset of its time namespace, in ns"),
    ])

  private static let raceStreams = LogTable(
    "race_streams",
    [
      (
        "session", "INTEGER",
        """
        a session that times a point of a race; the first joined session of the log makes this \
        table
        """
      ),
      ("race", "TEXT", "the uid of the race, which may be in another log"),
      ("point", "TEXT", "the point"),
      (
        "priority", "INTEGER",
        "if several devices record one passage, the device with the lowest number counts"
      ),
    ])

  private static let foreignSessions = LogTable(
    "foreign_sessions",
    [
      (
        "session", "INTEGER",
        "a session of another device, read-only here; made by the first import --foreign"
      )
    ])

  private static let sessions = LogTable(
    "sessions", SessionColumn.all.map { ($0.name, $0.type, $0.meaning) })

  private static let laps = LogTable(
    "laps",
    [
      ("session", "INTEGER", "the session's number"),
      ("event", "INTEGER", "the version of its event"),
      ("number", "INTEGER", "1, 2, 3, …; null for a lap that does not count"),
      ("split_ns", "INTEGER", "the running time at the lap"),
      ("lap_ns", "INTEGER", "this split minus that of the last lap that counts"),
      ("at", "INTEGER", "its time, in ns since 1970"),
      ("label", "TEXT", "its label"),
      (
        "flags", "TEXT",
        """
        a JSON array: short, after_finish, not_running, late, amended, stated, stepped, bridged, \
        unknown, waited
        """
      ),
      ("place", "INTEGER", "ns after the session's first event: the order of laps"),
    ])

  private static let timestamps = LogTable(
    "timestamps",
    [
      ("session", "INTEGER", "the session's number"),
      ("event", "INTEGER", "the version of its event"),
      ("label", "TEXT", "its label"),
      ("at", "INTEGER", "its time, in ns since 1970"),
      ("running_time_ns", "INTEGER", "negative before the start, null if not started"),
      ("place", "INTEGER", "ns after the session's first event"),
    ])

  private static let anchors = LogTable(
    "anchors",
    [
      ("session", "INTEGER", "the session's number"),
      ("clock", "INTEGER", "a clock of the session before its newest one"),
      ("recorded_at", "INTEGER", "the wall clock at that clock's newest reading"),
      ("ticks_ns", "INTEGER", "that clock at its newest reading"),
      ("place", "INTEGER", "ns after the session's first event"),
      ("is_sound", "INTEGER", "1 if wall time is reliable from there"),
    ])

  private static let fold = LogTable(
    "fold",
    [
      ("fold_version", "INTEGER", "for programs up to version 16, which must not write"),
      ("oldest_version", "INTEGER", "likewise"),
    ])

  private static let attempts = LogTable(
    "attempts",
    [
      ("session", "INTEGER", "an attempt at a course; the log's first course makes this table"),
      ("uid", "TEXT", "the id of its first event"),
      ("course", "TEXT", "the course"),
      ("started_at", "INTEGER", "in ns since 1970"),
      ("ended_at", "INTEGER", "its finish or stop, in ns since 1970; null while it runs"),
      ("finished", "INTEGER", "1 if it has passed the last segment"),
      ("segments", "TEXT", "a JSON array of names"),
      ("splits", "TEXT", "a JSON array: the running time at each segment, or null; once it ended"),
    ])

  /// The SQL functions that laptimer adds.
  static let functions = LogTable(
    "(functions)",
    [
      ("clock(ns)", "TEXT", "a running time as text: 01:23.4"),
      ("ago(ns_since_1970)", "TEXT", "the age of a moment: 5s ago"),
      ("phase(session)", "TEXT", "the session's phase now"),
      ("running_time(session)", "INTEGER", "the session's running time now, in ns"),
    ])
}
