import EventLog
import Text
import Timing

/// Values cached between appends.
///
/// No other process writes during a transaction, so the rows are as this process wrote them. They
/// are unchanged in the next one if SQLite reports no change in between.
struct AppendCache {
  /// The clock of the newest request.
  fileprivate var clock: (identity: ClockIdentity, number: ClockID)?
  /// The number of the log's newest event.
  fileprivate var position: Int?
  /// The session of the newest event here, and its summary if that is known.
  fileprivate var session: (number: Int, uid: EventID, summary: Summary?)?
  /// The sessions whose rows say that they run or count down; nil if unknown.
  ///
  /// Readings of other clocks are in a summary only if it was read for another clock than its
  /// newest: so summaries are of use for `clock` alone.
  fileprivate var open: OpenRows?
  /// The session that was folded last, as of the newest event seen of it.
  var folded: (session: Int, state: Session)?

  /// Forgets what another writer may have changed; events never change, so that a folded session
  /// only lacks the newest ones.
  mutating func forgetRows() {
    self = AppendCache(folded: folded)
  }

  /// Takes note of an event that is in the log and in the tables.
  mutating func follow(
    _ record: Record, _ summary: Summary, _ uid: EventID, _ identity: ClockIdentity
  ) {
    clock = (identity, record.clock)
    position = record.position
    session = (record.session, uid, summary)
    open?.follow(record.session, summary)
  }

  /// The summary of a session, if it is at hand.
  func summary(of number: Int) -> Summary? {
    if let session, session.number == number, let summary = session.summary { return summary }
    return open?.rows.first { $0.session == number }?.summary
  }
}

extension Appender {
  /// The number of the log's newest event.
  var newestPosition: Int {
    get throws { try cache.position ?? log.newestPosition }
  }

  /// The number of a clock; nil if the log has never seen it.
  mutating func clockNumber(_ identity: ClockIdentity) throws -> ClockID? {
    if let clock = cache.clock, clock.identity == identity { return clock.number }
    let number = try log.clockNumber(identity)
    cache.clock = number.map { (identity, $0) }
    cache.open = nil
    cache.session?.summary = nil
    return number
  }

  /// The identity of a session.
  func uid(of session: Int) throws -> EventID {
    if let known = cache.session, known.number == session { return known.uid }
    return try log.uid(of: session)
  }

  /// The newest sessions that run or count down as of a reading, newest first.
  mutating func openSessions(at now: Reading) throws -> [OpenSession] {
    if let open = cache.open?.open(at: now) { return open }
    let rows = try tables.openRows(at: now, folding: renewed)
    cache.open = rows
    return rows.open(at: now) ?? []
  }
}
