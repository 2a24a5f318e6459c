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
  /// The session of the newest event here.
  fileprivate var session: (number: Int, uid: EventID)?
  /// The sessions whose rows say that they run or count down, by their numbers; nil if unknown.
  ///
  /// Readings of other clocks are in a summary only if it was read for another clock than its
  /// newest: so it is of use for `clock` alone.
  fileprivate var open: [(session: Int, summary: Summary)]?

  /// Takes note of an event that is in the log and in the tables.
  mutating func follow(
    _ logged: LoggedEvent, _ summary: Summary, _ uid: EventID, _ identity: ClockIdentity
  ) {
    clock = (identity, logged.event.reading.clock)
    position = logged.position
    session = (logged.session, uid)
    guard let index = open?.firstIndex(where: { $0.session >= logged.session }) else {
      if summary.isOpen { open?.append((logged.session, summary)) }
      return
    }
    switch (open?[index].session == logged.session, summary.isOpen) {
    case (true, true): open?[index].summary = summary
    case (true, false): open?.remove(at: index)
    case (false, true): open?.insert((logged.session, summary), at: index)
    case (false, false): break
    }
  }
}

extension Trail {
  /// What is known of a session, if its row says that it runs or counts down.
  func summary(of session: Int) -> Summary? {
    open?.first { $0.session == session }?.summary
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
    return number
  }

  /// The identity of a session.
  func uid(of session: Int) throws -> EventID {
    if let known = trail.session, known.number == session { return known.uid }
    return try log.uid(of: session)
  }

  /// The sessions that run or count down as of a reading, in the order of their numbers.
  mutating func openSessions(at now: Reading) throws -> [OpenSession] {
    let rows = try trail.open ?? tables.openRows(at: now)
    trail.open = rows
    return rows.compactMap { OpenSession(session: $0.session, $0.summary, at: now) }
  }
}
