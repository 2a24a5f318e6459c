extension LogTable {
  static let sessions = LogTable("sessions", told + kept)

  /// What people ask for.
  private static let told = [
    ("session", "INTEGER", "1, 2, 3, … in this log"),
    ("uid", "TEXT", "the id of its first event, the same in every log"),
    ("name", "TEXT", "what it is called"),
    ("phase", "TEXT", "what its clock did at its last event; phase(session) tells of now"),
    ("started_at", "INTEGER", "in ns since 1970; null while no start stands"),
    (
      "running_since", "INTEGER",
      "in ns since 1970; null in ready and stopped, kept once finished or discarded"
    ),
    (
      "running_time_ns", "INTEGER",
      "null while the clock runs, if discarded too; running_time(session) tells of now"
    ),
    ("limit_at", "INTEGER", "when its limit is reached if the clock runs on, in ns since 1970"),
    ("lap_count", "INTEGER", "how many laps count"),
    ("best_ns", "INTEGER", "the shortest of them"),
    ("tags", "TEXT", "a JSON array"),
    ("people", "TEXT", "a JSON array of objects: first, last, full"),
    ("events", "INTEGER", "how many events it has"),
    ("clock", "TEXT", "how well its times are known, at worst: exact, stated, stepped, …"),
    ("plan_laps", "INTEGER", "it finishes after so many laps"),
    ("plan_limit_ns", "INTEGER", "it finishes at this running time"),
    ("plan_min_lap_ns", "INTEGER", "shorter laps do not count"),
  ]

  /// What the next command goes on from; places are nanoseconds from the session's first event.
  private static let kept = [
    ("start_place", "INTEGER", "where it started"),
    ("start_is_ahead", "INTEGER", "1 if it was started by a countdown"),
    ("running_place", "INTEGER", "since where its clock runs"),
    ("elapsed_ns", "INTEGER", "the running time before that"),
    ("stop_place", "INTEGER", "where it was stopped last"),
    ("finish_place", "INTEGER", "where it finished"),
    ("finish_ns", "INTEGER", "the running time there"),
    ("finish_is_limit", "INTEGER", "1 if its limit finished it, 0 if its laps did"),
    ("last_lap", "INTEGER", "the event of the last lap that counts"),
    ("last_split_ns", "INTEGER", "the split of that lap"),
    ("latest_place", "INTEGER", "where its latest start, stop, resume or lap is"),
    ("timestamp_place", "INTEGER", "where its latest timestamp is"),
    ("reading_quality", "TEXT", "how well its readings are known, at worst"),
    ("has_stated", "INTEGER", "1 if a time of it was stated"),
    ("newest_clock", "INTEGER", "the clock that was read last"),
    ("newest_recorded_at", "INTEGER", "the wall clock then"),
    ("newest_ticks_ns", "INTEGER", "the boot clock then"),
    ("newest_place", "INTEGER", "where that reading is"),
    ("newest_is_sound", "INTEGER", "1 if its wall time can be trusted"),
    ("sound_clock", "INTEGER", "the clock that was read last and can be trusted"),
    ("sound_recorded_at", "INTEGER", "the wall clock then"),
    ("sound_ticks_ns", "INTEGER", "the boot clock then"),
    ("sound_place", "INTEGER", "where that reading is"),
  ]
}
