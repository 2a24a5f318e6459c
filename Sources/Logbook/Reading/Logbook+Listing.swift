import EventLog
import SQLite
public import Text
public import Timing

extension Logbook {
  /// The tables; nil if they are of an older version, or there is no log.
  var tables: Tables? { hasCurrentTables ? connection.map(Tables.init) : nil }

  /// Calls a closure with each session that matches a filter, the highest number first.
  ///
  /// The numbers are in the order in which the log received the sessions; a stated start does not
  /// change it.
  ///
  /// The sessions are read from the tables one by one; if these are of an older version, from the
  /// events. Sessions that cannot be read from damaged events are left out; see ``onSkip``. `now`
  /// determines the phases. The body may read the log. No session follows once `isDone` returns true.
  public func forEachSession(
    matching filter: SessionFilter = .all, at now: Reading, until isDone: () -> Bool = { false },
    _ body: (SessionEntry) throws -> Void
  ) throws {
    var rest = filter.limit ?? .max
    var number = try newestSession
    while rest > 0, number > 0, !isDone() {
      var entry = try storedEntry(number)
      if entry == nil {
        // Rebuilt tables have no row of a session whose events are damaged.
        guard let found = try session(before: number + 1) else { return }
        guard found == number else {
          number = found
          continue
        }
        entry = try unlessDamaged(number) { try foldedEntry(number) }
      }
      if let entry, filter.isMet(by: entry.summary, at: now) {
        try body(entry)
        rest -= 1
      }
      number -= 1
    }
  }

  /// Returns the sessions that run or count down at a reading, in ascending order.
  package func openSessions(at now: Reading) throws -> [Int] {
    guard let tables else {
      var numbers: [Int] = []
      try forEachSession(at: now) { entry in
        if entry.summary.phase(at: now).isOpen { numbers.append(entry.number) }
      }
      return numbers.sorted()
    }
    return try tables.openRows(at: now, most: .max).rows
      .filter { $0.summary.phase(at: now).isOpen }.map(\.session).reversed()
  }

  /// Returns a session without its history; nil if there is no session with this number.
  ///
  /// - Complexity: O(1), regardless of the number of events in the log and the session.
  public func entry(_ number: Int) throws -> SessionEntry? {
    try storedEntry(number) ?? foldedEntry(number)
  }

  /// Returns the last lap that counts; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func lastLap(of entry: SessionEntry) throws -> Lap? {
    try entry.summary.lastLap.flatMap { try laps(of: entry, at: $0).first }
  }

  /// Returns the shortest lap time of the largest group of alike laps as it is shown; nil if there
  /// is none.
  ///
  /// Hidden digits decide which laps look shorter: see ``Lap/shown(_:)``.
  ///
  /// - Complexity: O(1); O(n) in the laps of the session if one of them has a label.
  public func best(of entry: SessionEntry, shown label: StopwatchLabel) throws -> Duration? {
    guard entry.summary.labelBests != nil else {
      return entry.summary.stopwatch.bests[places: label.precision]
    }
    return AlikeLaps(try laps(of: entry).map { $0.shown(label) }).largest?.best
  }

  /// Returns the report of a session without its laps; `comparesLaps` adds the statistics of its laps.
  ///
  /// - Complexity: O(1); O(n) in the laps of the session to compare them.
  package func report(
    of entry: SessionEntry, at now: Reading, _ times: StopwatchLabel, comparesLaps: Bool
  ) throws -> SessionReport {
    SessionReport(
      entry.number, entry.uid, entry.summary.snapshot(at: now), times,
      comparesLaps ? try alikeLaps(of: entry) : nil,
      isForeign: try isForeign(entry.number))
  }

  /// Returns the laps that count, in groups that are compared with one another.
  ///
  /// - Complexity: O(n) in the laps of the session.
  public func alikeLaps(of entry: SessionEntry) throws -> AlikeLaps {
    // On a course, no laps are alike.
    guard entry.summary.lapCount > 0, entry.summary.profile.plan.segments == nil else {
      return AlikeLaps([])
    }
    return AlikeLaps(try laps(of: entry))
  }

  /// Returns the laps that count, or the one of an event, in their order and without their segments.
  ///
  /// - Complexity: O(n) in the laps of the session.
  package func laps(of entry: SessionEntry, at event: Int? = nil) throws -> [Lap] {
    if entry.isFolded {
      let laps = try session(entry.number)?.laps ?? []
      return laps.filter { $0.number != nil && $0.event == event ?? $0.event }
    }
    guard let connection else { return [] }
    let condition = event == nil ? "number IS NOT NULL ORDER BY number" : "event = ?"
    let statement = try connection.cached(
      """
      SELECT event, number, split_ns, lap_ns, at, label, flags, place FROM laps \
      WHERE session = ? AND \(condition)
      """)
    try statement.bind(.number(entry.number), at: 1)
    if let event { try statement.bind(.number(event), at: 2) }
    defer { statement.reset() }
    var laps: [Lap] = []
    while try statement.step() { laps.append(try statement.lap()) }
    return laps
  }

  /// Returns a session by its row; nil if the tables are of an older version or lack it.
  private func storedEntry(_ number: Int) throws -> SessionEntry? {
    try tables?.row(of: number)
  }

  private func foldedEntry(_ number: Int) throws -> SessionEntry? {
    guard let session = try session(number), let uid = session.uid else { return nil }
    return SessionEntry(number: number, uid: uid, summary: session.summary, isFolded: true)
  }
}

extension Statement {
  func lap() throws -> Lap {
    Lap(
      event: Int(int(0)), number: optionalInt(1).map { Int($0) }, split: .nanoseconds(int(2)),
      lap: .nanoseconds(int(3)), at: Moment(nanosecondsSince1970: int(4)),
      label: optionalText(5),
      flags: LapFlags(names: try [String](storedJSON: text(6), column: "flags")),
      place: .nanoseconds(int(7)))
  }
}

/// A session in a list: its summary without its history.
public struct SessionEntry: Hashable, Sendable {
  /// Its number in this log.
  public var number: Int
  /// Its identity, the same in every log.
  public var uid: EventID
  /// Its summary, valid for any reading.
  public var summary: Summary
  /// Whether the summary was folded from the events, because the tables are of an older version or
  /// lack the session.
  var isFolded = false
}

/// The conditions for sessions in a list.
public struct SessionFilter: Hashable, Sendable {
  /// Only sessions with all of these tags.
  public var tags: [String]
  /// Only attempts at this course.
  public var course: String?
  /// Only sessions in this phase now.
  public var phase: Phase?
  /// Only sessions that started at this moment or later; a session without a start counts by its
  /// newest event.
  public var since: Moment?
  /// Only sessions that started at this moment or earlier; a session without a start counts by its
  /// newest event.
  public var until: Moment?
  /// Whether discarded sessions are included; they always are if `phase` is discarded.
  public var includesDiscarded: Bool
  /// The largest number of sessions; nil for all.
  public var limit: Int?

  /// Creates a filter for the newest sessions that meet all conditions.
  public init(
    tags: [String] = [], course: String? = nil, phase: Phase? = nil, since: Moment? = nil,
    until: Moment? = nil,
    includesDiscarded: Bool = false, limit: Int? = nil
  ) {
    self.tags = tags
    self.course = course
    self.phase = phase
    self.since = since
    self.until = until
    self.includesDiscarded = includesDiscarded
    self.limit = limit
  }

  /// All sessions.
  public static let all = SessionFilter(includesDiscarded: true)

  func isMet(by summary: Summary, at now: Reading) -> Bool {
    let isWanted = includesDiscarded || phase == .discarded || !summary.profile.isDiscarded
    guard isWanted, tags.allSatisfy(summary.profile.tags.contains) else { return false }
    if let course, summary.profile.plan.course != course { return false }
    if let phase, summary.phase(at: now) != phase { return false }
    guard since != nil || until != nil else { return true }
    guard let moment = summary.startedAt ?? summary.timeline?.newest.reading.recordedAt else {
      return false
    }
    return since.map { moment >= $0 } ?? true && until.map { moment <= $0 } ?? true
  }
}
