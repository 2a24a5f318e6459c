import Timing
import Text
import SQLite

/// How much of a session's row an event changes.
///
/// Each extent has the columns of those before it.
enum SummaryExtent: Int {
  /// What every event may change: a lap, a timestamp, a reading.
  case counts
  /// Also the state of its clock, its rules and tags.
  case state
  /// Also its name.
  case name
  /// All of it: it has no row yet.
  case whole

  /// What of the row has to be written; an index whose columns are left out is left alone.
  init(from before: Summary?, to after: Summary) {
    guard let before else {
      self = .whole
      return
    }
    if before.profile.name != after.profile.name {
      self = .name
    } else {
      self = after.isInState(of: before) ? .counts : .state
    }
  }

  /// The statement that writes so much.
  var sql: String {
    switch self {
    case .counts: Self.updateCounts
    case .state: Self.updateState
    case .name: Self.updateName
    case .whole: Self.insert
    }
  }

  private static let countColumns = """
    running_time_ns = ?2, lap_count = ?3, best_ns = ?4, events = ?5, clock = ?6, \
    finish_place = ?7, finish_ns = ?8, finish_is_limit = ?9, last_lap = ?10, \
    last_split_ns = ?11, latest_place = ?12, timestamp_place = ?13, reading_quality = ?14, \
    has_stated = ?15, newest_clock = ?16, newest_recorded_at = ?17, newest_ticks_ns = ?18, \
    newest_place = ?19, newest_is_sound = ?20, sound_clock = ?21, sound_recorded_at = ?22, \
    sound_ticks_ns = ?23, sound_place = ?24
    """
  private static let stateColumns = """
    phase = ?25, started_at = ?26, running_since = ?27, limit_at = ?28, tags = ?29, \
    people = ?30, plan_laps = ?31, plan_limit_ns = ?32, plan_min_lap_ns = ?33, \
    start_place = ?34, start_is_ahead = ?35, running_place = ?36, elapsed_ns = ?37, \
    stop_place = ?38
    """
  private static let updateCounts = "UPDATE sessions SET \(countColumns) WHERE session = ?1"
  private static let updateState =
    "UPDATE sessions SET \(countColumns), \(stateColumns) WHERE session = ?1"
  private static let updateName =
    "UPDATE sessions SET \(countColumns), \(stateColumns), name = ?39 WHERE session = ?1"
  private static let insert = """
    INSERT INTO sessions ( \
    session, running_time_ns, lap_count, best_ns, events, clock, finish_place, finish_ns, \
    finish_is_limit, last_lap, last_split_ns, latest_place, timestamp_place, reading_quality, \
    has_stated, newest_clock, newest_recorded_at, newest_ticks_ns, newest_place, \
    newest_is_sound, sound_clock, sound_recorded_at, sound_ticks_ns, sound_place, phase, \
    started_at, running_since, limit_at, tags, people, plan_laps, plan_limit_ns, \
    plan_min_lap_ns, start_place, start_is_ahead, running_place, elapsed_ns, stop_place, name, \
    uid) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \
    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
}

extension Summary {
  /// What its clock does as of its newest event: the phase in its row.
  var storedPhase: Phase { phase(atPlace: timeline?.newest.place ?? .zero) }

  /// Whether nothing but counts and readings differs.
  fileprivate func isInState(of other: Summary) -> Bool {
    profile == other.profile && storedPhase == other.storedPhase
      && startedAt == other.startedAt && runningSince == other.runningSince
      && stopwatch.start == other.stopwatch.start
      && stopwatch.runningSince == other.stopwatch.runningSince
      && stopwatch.elapsed == other.stopwatch.elapsed
      && stopwatch.stoppedAt == other.stopwatch.stoppedAt
  }
}

extension Connection {
  /// Writes what has changed in a session's row, or a row if there was none.
  func write(
    _ summary: Summary, in before: Summary?, session: Int, uid: EventID
  ) throws(DatabaseError) {
    let extent = SummaryExtent(from: before, to: summary)
    let row = SummaryRow(summary, session: session, uid: uid)
    let statement = try cached(extent.sql)
    var binder = Binder(statement)
    try row.bindCounts(&binder)
    if extent.rawValue >= SummaryExtent.state.rawValue { try row.bindState(&binder) }
    if extent.rawValue >= SummaryExtent.name.rawValue { try row.bindName(&binder) }
    if extent == .whole { try row.bindUID(&binder) }
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
