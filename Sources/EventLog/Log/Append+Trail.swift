import Timing
import Text

/// What events that were appended have left, as the next one needs it.
///
/// While a transaction lasts nobody else writes, so what it wrote itself is what it would read; and
/// so it is in the next one if SQLite says that nothing has changed in between.
struct Trail {
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

  /// Takes note of an event that is in the log and in the tables.
  mutating func follow(
    _ logged: LoggedEvent, _ summary: Summary, _ uid: EventID, _ identity: ClockIdentity
  ) {
    clock = (identity, logged.event.reading.clock)
    position = logged.position
    session = (logged.session, uid, summary)
    open?.follow(logged.session, summary)
  }

  /// The summary of a session, if it is at hand.
  func summary(of number: Int) -> Summary? {
    if let session, session.number == number, let summary = session.summary { return summary }
    return open?.rows.first { $0.session == number }?.summary
  }
}

extension Append {
  /// The number of the log's newest event.
  var newestPosition: Int {
    get throws { try trail.position ?? log.newestPosition }
  }

  /// The number of a clock; nil if the log has never seen it.
  mutating func clockNumber(_ identity: ClockIdentity) throws -> ClockID? {
    if let clock = trail.clock, clock.identity == identity { return clock.number }
    let number = try log.clockNumber(identity)
    trail.clock = number.map { (identity, $0) }
    trail.open = nil
    trail.session?.summary = nil
    return number
  }

  /// The identity of a session.
  func uid(of session: Int) throws -> EventID {
    if let known = trail.session, known.number == session { return known.uid }
    return try log.uid(of: session)
  }

  /// The newest sessions that run or count down as of a reading, newest first.
  mutating func openSessions(at now: Reading) throws -> [OpenSession] {
    if let open = trail.open?.open(at: now) { return open }
    let rows = try tables.openRows(at: now)
    trail.open = rows
    return rows.open(at: now) ?? []
  }
}
