import EventLog
import Racing
import SQLite
import Text
import Timing

/// Values cached between appends.
///
/// No other process writes during a transaction, so the rows are as this process wrote them. They
/// are unchanged in the next transaction if SQLite reports no change in between.
///
/// A class: as a value, its 4 KiB would be copied into the frames of functions, and each page of
/// stack is a page fault of a one-shot command.
final class AppendCache {
  /// The clock of the newest request.
  fileprivate var clock: (identity: ClockIdentity, number: ClockID)?
  /// The number of the log's newest event.
  fileprivate var position: Int?
  /// The session of the newest event of this process.
  fileprivate var session: (number: Int, uid: EventID)?
  /// Its summary; nil if unknown.
  fileprivate var summary: Summary?
  /// The sessions whose rows are running or counting down; nil if unknown.
  ///
  /// A summary includes the readings of other clocks only if it was read for another clock than its
  /// newest one. The summaries are therefore valid for `clock` only.
  fileprivate var open: OpenRows?
  /// Whether the log has sessions of other devices; nil if unknown.
  fileprivate var hasForeign: Bool?
  /// The session that was folded last, up to its newest event seen.
  var folded: (session: Int, state: Session)?
  /// The race that was folded last, up to its newest event then.
  var race: FoldedRace?
  /// The race whose tables were written last.
  var knownRace: KnownRace?
  /// Whether the connection keeps the pages of a race in memory.
  var keepsPages = false

  /// Discards the values that another writer may have changed.
  ///
  /// Events never change, so the folded session and race lack only the newest ones.
  func forgetRows() {
    clock = nil
    position = nil
    session = nil
    summary = nil
    open = nil
    hasForeign = nil
    knownRace = nil
  }

  func forgetAll() {
    forgetRows()
    folded = nil
    race = nil
  }

  func follow(_ record: Record, _ summary: Summary, _ uid: EventID, _ identity: ClockIdentity) {
    clock = (identity, record.clock)
    position = record.position
    session = (record.session, uid)
    self.summary = summary
    if open?.follow(record.session, summary) == false { open = nil }
  }

  func summary(of number: Int) -> Summary? {
    if let summary, session?.number == number { return summary }
    return open?.rows.first { $0.session == number }?.summary
  }
}

extension Appender {
  var newestPosition: Int {
    get throws { try cache.position ?? log.newestPosition }
  }

  mutating func clockNumber(_ identity: ClockIdentity) throws -> ClockID? {
    if let clock = cache.clock, clock.identity == identity { return clock.number }
    // The rows of the sessions are read again.
    try writeDeferredRow()
    let number = try log.clockNumber(identity)
    cache.clock = number.map { (identity, $0) }
    cache.open = nil
    cache.summary = nil
    return number
  }

  /// Returns the reading of a request, by the number that its clock has or would get.
  mutating func reading(of request: Request) throws -> Reading {
    request.instant.reading(
      try clockNumber(request.instant.clock) ?? connection.nextClock())
  }

  /// Returns the newest reading of a clock in a session, else in the newest events of the log; nil
  /// without one.
  func newestReading(of clock: ClockID?, in session: Summary?) throws -> Reading? {
    guard let clock else { return nil }
    if let reading = session?.timeline?.newest(of: clock)?.reading { return reading }
    let statement = try connection.cached(
      """
      SELECT recorded_at, ticks_ns FROM events WHERE position > ? AND clock = ? \
      ORDER BY position DESC LIMIT 1
      """)
    return try statement.bind(newestPosition - Self.mostSearched, clock.rawValue).first {
      Reading(
        clock: clock, ticks: .nanoseconds($0.int(1)),
        recordedAt: Moment(nanosecondsSince1970: $0.int(0)))
    }
  }

  private static let mostSearched = 1000

  func uid(of session: Int) throws -> EventID {
    if let known = cache.session, known.number == session { return known.uid }
    if cache.position != nil { return try log.uid(of: session) }
    let (position, uid) = try log.newestPosition(withUIDOf: session)
    cache.position = position
    return uid
  }

  mutating func isForeign(_ session: Int) throws -> Bool {
    let hasForeign = try cache.hasForeign ?? connection.hasForeignSessions()
    cache.hasForeign = hasForeign
    return try hasForeign && connection.isForeign(session)
  }

  /// Returns the newest sessions of this device that run or count down at a reading, newest first.
  ///
  /// Damaged sessions of which that is unknown are left out.
  mutating func openSessions(at now: Reading) throws -> [OpenSession] {
    var open = cache.open?.open(at: now)
    if open == nil {
      try writeDeferredRow()
      let rows = try tables.openRows(at: now)
      cache.open = rows
      open = rows.open(at: now)
    }
    return try (open ?? []).filter { session in try !isForeign(session.session) }
  }
}
