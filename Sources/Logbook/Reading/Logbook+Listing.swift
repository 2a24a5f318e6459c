import EventLog
import SQLite
public import Text
public import Timing

extension Logbook {
  /// Calls a closure with each session that matches a filter, newest first.
  ///
  /// The sessions are read from the tables in chunks, so that no long list is in memory; if another
  /// version of the fold wrote the tables, from the events.
  ///
  /// - Parameters:
  ///   - filter: the sessions to include.
  ///   - now: the current reading, which determines the phases.
  ///   - body: receives a session; it may read the log.
  /// - Throws: the errors of `body`; `LogError`; `DatabaseError`.
  public func forEachSession(
    matching filter: SessionFilter = .all, at now: Reading, _ body: (SessionEntry) throws -> Void
  ) throws {
    var rest = filter.limit ?? .max
    var last = Int.max
    while rest > 0 {
      // A short list reads no more rows than it may need; a filter may need all of them.
      let entries = try entries(before: last, limit: min(200, max(20, rest)))
      guard let oldest = entries.last else { return }
      for entry in entries where rest > 0 && filter.isMet(by: entry.summary, at: now) {
        try body(entry)
        rest -= 1
      }
      last = oldest.number
    }
  }

  /// Returns a session without its history; nil if there is no session with this number.
  ///
  /// - Throws: `LogError`, `DatabaseError`.
  /// - Complexity: O(1), regardless of the number of events in the log and the session.
  public func entry(_ number: Int) throws -> SessionEntry? {
    guard number < .max else { return nil }
    let found = try entries(before: number + 1, limit: 1).first
    return found?.number == number ? found : nil
  }

  /// Returns the last lap that counts; nil if there is none.
  ///
  /// - Throws: `LogError`, `DatabaseError`.
  /// - Complexity: O(1).
  public func lastLap(of entry: SessionEntry) throws -> Lap? {
    guard let event = entry.summary.lastLap, let connection else { return nil }
    if entry.isFolded { return try session(entry.number)?.laps.last { $0.event == event } }
    let statement = try connection.cached(
      """
      SELECT event, number, split_ns, lap_ns, at, label, flags, place FROM laps \
      WHERE session = ? AND event = ?
      """)
    try statement.bind(entry.number, event)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try statement.lap()
  }

  /// Returns the statistics of the laps that count; nil if there are none.
  ///
  /// - Throws: `LogError`, `DatabaseError`.
  /// - Complexity: O(n log n) in the laps of the session.
  public func statistics(of entry: SessionEntry) throws -> Statistics? {
    guard entry.summary.lapCount > 0, let connection else { return nil }
    if entry.isFolded { return try session(entry.number).flatMap { Statistics($0.laps) } }
    let statement = try connection.cached(
      """
      SELECT event, number, split_ns, lap_ns, at, label, flags, place FROM laps \
      WHERE session = ? AND number IS NOT NULL ORDER BY number
      """)
    try statement.bind(entry.number)
    defer { statement.reset() }
    var laps: [Lap] = []
    while try statement.step() { laps.append(try statement.lap()) }
    return Statistics(laps)
  }

  /// Returns some sessions with numbers below the given one, in descending order; none at the end.
  private func entries(before number: Int, limit: Int = 200) throws -> [SessionEntry] {
    guard let connection else { return [] }
    guard hasCurrentTables else {
      let newest = min(number - 1, try newestSession)
      guard newest > 0, let session = try session(newest), let uid = session.uid else { return [] }
      return [
        SessionEntry(number: newest, uid: uid, summary: session.summary, isFolded: true)
      ]
    }
    let tables = Tables(connection: connection)
    let statement = try connection.cached(
      """
      \(SessionColumn.select)session < ? ORDER BY session DESC LIMIT ?
      """)
    try statement.bind(number, limit)
    defer { statement.reset() }
    var entries: [SessionEntry] = []
    while try statement.step() {
      let row = try tables.row(of: statement)
      // Rows of a damaged file may be out of order, which would make the caller loop forever.
      guard row.number < entries.last?.number ?? number else {
        throw LogError.inconsistent(.sessionsOutOfOrder)
      }
      guard let uid = row.uid else {
        throw LogError.inconsistent(.uid(session: row.number))
      }
      var entry = SessionEntry(number: row.number, uid: uid, summary: row.summary)
      if !row.isCurrent {
        guard let session = try session(row.number) else { continue }
        entry.summary = session.summary
        entry.isFolded = true
      }
      entries.append(entry)
    }
    return entries
  }
}

extension Statement {
  /// Reads the lap in the current row.
  fileprivate func lap() throws -> Lap {
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
  /// Whether the summary was folded from the events because the tables have no row of this version
  /// of the fold.
  var isFolded = false
}

/// The conditions for sessions in a list.
public struct SessionFilter: Hashable, Sendable {
  /// Only sessions with all of these tags.
  public var tags: [String]
  /// Only sessions in this phase now.
  public var phase: Phase?
  /// Only sessions that started at this moment or later; a session without a start counts by its
  /// newest event.
  public var since: Moment?
  /// Whether discarded sessions are included; they always are if `phase` is discarded.
  public var includesDiscarded: Bool
  /// The largest number of sessions; nil for all.
  public var limit: Int?

  /// Creates a filter for the newest sessions that meet all conditions.
  public init(
    tags: [String] = [], phase: Phase? = nil, since: Moment? = nil,
    includesDiscarded: Bool = false, limit: Int? = nil
  ) {
    self.tags = tags
    self.phase = phase
    self.since = since
    self.includesDiscarded = includesDiscarded
    self.limit = limit
  }

  /// All sessions.
  public static let all = SessionFilter(includesDiscarded: true)

  func isMet(by summary: Summary, at now: Reading) -> Bool {
    let isWanted = includesDiscarded || phase == .discarded || !summary.profile.isDiscarded
    guard isWanted, tags.allSatisfy(summary.profile.tags.contains) else { return false }
    if let phase, summary.phase(at: now) != phase { return false }
    guard let since else { return true }
    let newest = summary.timeline?.newest.reading.recordedAt
    return (summary.startedAt ?? newest).map { $0 >= since } ?? false
  }
}
