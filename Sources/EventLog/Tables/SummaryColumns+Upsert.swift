import Timing

extension SummaryColumns {
  /// Puts a session's row into the table, or in place of the one that is there.
  static let upsert = """
    INSERT INTO sessions ( \
    session, uid, name, phase, started_at, running_since, running_time_ns, limit_at, \
    lap_count, best_ns, tags, people, events, clock, plan_laps, plan_limit_ns, \
    plan_min_lap_ns, start_place, start_is_ahead, running_place, elapsed_ns, stop_place, \
    finish_place, finish_ns, finish_is_limit, last_lap, last_split_ns, latest_place, \
    timestamp_place, reading_quality, has_stated, newest_clock, newest_recorded_at, \
    newest_ticks_ns, newest_place, newest_is_sound, sound_clock, sound_recorded_at, \
    sound_ticks_ns, sound_place) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \
    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
    ON CONFLICT (session) DO UPDATE SET \
    name = excluded.name, phase = excluded.phase, started_at = excluded.started_at, \
    running_since = excluded.running_since, running_time_ns = excluded.running_time_ns, \
    limit_at = excluded.limit_at, lap_count = excluded.lap_count, best_ns = \
    excluded.best_ns, tags = excluded.tags, people = excluded.people, events = \
    excluded.events, clock = excluded.clock, plan_laps = excluded.plan_laps, \
    plan_limit_ns = excluded.plan_limit_ns, plan_min_lap_ns = excluded.plan_min_lap_ns, \
    start_place = excluded.start_place, start_is_ahead = excluded.start_is_ahead, \
    running_place = excluded.running_place, elapsed_ns = excluded.elapsed_ns, stop_place \
    = excluded.stop_place, finish_place = excluded.finish_place, finish_ns = \
    excluded.finish_ns, finish_is_limit = excluded.finish_is_limit, last_lap = \
    excluded.last_lap, last_split_ns = excluded.last_split_ns, latest_place = \
    excluded.latest_place, timestamp_place = excluded.timestamp_place, reading_quality = \
    excluded.reading_quality, has_stated = excluded.has_stated, newest_clock = \
    excluded.newest_clock, newest_recorded_at = excluded.newest_recorded_at, \
    newest_ticks_ns = excluded.newest_ticks_ns, newest_place = excluded.newest_place, \
    newest_is_sound = excluded.newest_is_sound, sound_clock = excluded.sound_clock, \
    sound_recorded_at = excluded.sound_recorded_at, sound_ticks_ns = \
    excluded.sound_ticks_ns, sound_place = excluded.sound_place
    """
}

extension Connection {
  /// Writes a session's row as of its newest event.
  func write(_ summary: Summary, session: Int, uid: EventID) throws(DatabaseError) {
    let row = SummaryRow(summary, session: session, uid: uid)
    let statement = try cached(SummaryColumns.upsert)
    var binder = Binder(statement)
    try row.bindPublicColumns(&binder)
    try row.bindStopwatch(&binder)
    try row.bindTimeline(&binder)
    try statement.run()
  }
}

/// Binds the parameters of a statement one after the other.
struct Binder {
  private let statement: Statement
  private var index = 0

  init(_ statement: Statement) {
    self.statement = statement
  }

  mutating func bind(_ value: some Bindable) throws(DatabaseError) {
    index += 1
    try statement.bind(value, at: index)
  }

  mutating func bind(_ span: Duration?) throws(DatabaseError) {
    try bind(span?.nanoseconds)
  }

  mutating func bind(_ moment: Moment?) throws(DatabaseError) {
    try bind(moment?.nanosecondsSince1970)
  }
}
