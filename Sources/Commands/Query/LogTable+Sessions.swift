extension LogTable {
  static let sessions = LogTable("sessions", documented + internalColumns)

  /// Columns for queries.
  private static let documented = [
    ("session", "INTEGER", "1, 2, 3, … in this log"),
    ("uid", "TEXT", "the id of its first event, the same in every log"),
    ("name", "TEXT", "its name"),
    ("phase", "TEXT", "the phase at its last event; phase(session) is as of now"),
    ("started_at", "INTEGER", "in ns since 1970; null if not started"),
    (
      "running_since", "INTEGER",
      "in ns since 1970; null in ready and stopped, kept once finished or discarded"
    ),
    (
      "running_time_ns", "INTEGER",
      "null while the clock runs, also if discarded; running_time(session) is as of now"
    ),
    (
      "limit_at", "INTEGER",
      "when it reaches its limit if the clock keeps running, in ns since 1970"
    ),
    ("lap_count", "INTEGER", "the number of laps that count"),
    ("best_ns", "INTEGER", "the shortest lap that counts"),
    ("tags", "TEXT", "a JSON array"),
    ("people", "TEXT", "a JSON array of objects: first, last, full"),
    ("events", "INTEGER", "the number of its events"),
    ("clock", "TEXT", "the worst quality of its times: exact, stated, stepped, …"),
    ("plan_laps", "INTEGER", "it finishes after this many laps"),
    ("plan_limit_ns", "INTEGER", "it finishes at this running time"),
    ("plan_min_lap_ns", "INTEGER", "shorter laps do not count"),
  ]

  /// State for the next command; places are nanoseconds after the session's first event.
  private static let internalColumns = [
    ("start_place", "INTEGER", "the place of its start"),
    ("start_is_ahead", "INTEGER", "1 if started with a countdown"),
    ("running_place", "INTEGER", "the place since which its clock runs"),
    ("elapsed_ns", "INTEGER", "the running time before that"),
    ("stop_place", "INTEGER", "the place of its last stop"),
    ("finish_place", "INTEGER", "the place of its finish"),
    ("finish_ns", "INTEGER", "the running time there"),
    ("finish_is_limit", "INTEGER", "1 if its limit finished it, 0 if its laps did"),
    ("last_lap", "INTEGER", "the event of the last lap that counts"),
    ("last_split_ns", "INTEGER", "the split of that lap"),
    ("latest_place", "INTEGER", "the place of its latest start, stop, resume or lap"),
    ("timestamp_place", "INTEGER", "the place of its latest timestamp"),
    ("reading_quality", "TEXT", "the worst quality of its readings"),
    ("has_stated", "INTEGER", "1 if one of its times was stated"),
    ("newest_clock", "INTEGER", "the newest clock"),
    ("newest_recorded_at", "INTEGER", "the wall clock then"),
    ("newest_ticks_ns", "INTEGER", "the boot clock then"),
    ("newest_place", "INTEGER", "the place of that reading"),
    ("newest_is_sound", "INTEGER", "1 if its wall time is reliable"),
    ("sound_clock", "INTEGER", "the newest clock that is reliable"),
    ("sound_recorded_at", "INTEGER", "the wall clock then"),
    ("sound_ticks_ns", "INTEGER", "the boot clock then"),
    ("sound_place", "INTEGER", "the place of that reading"),
  ]
}
