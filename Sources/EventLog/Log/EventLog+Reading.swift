public import Timing
import Text
import SQLite

extension EventLog {
  /// The number of the newest event; 0 in an empty log.
  ///
  /// - Throws: `LogError.inconsistent` for a number that no event can have; `DatabaseError`.
  public var newestPosition: Int {
    get throws { try highest("SELECT max(position) FROM events") }
  }

  /// The highest of the numbers that a statement tells of; 0 where there is none.
  func highest(_ sql: String) throws -> Int {
    let number = try connection?.cached(sql).first { Int($0.int(0)) } ?? 0
    guard number <= Numbering.range.upperBound else {
      throw LogError.inconsistent(reason: "it holds the number \(number), which none can have")
    }
    return max(number, 0)
  }

  /// Reads on in the log, as far as it goes now.
  ///
  /// - Parameters:
  ///   - position: the event after which to begin; 0 for the first.
  ///   - session: the number of the one session whose events are wanted; nil for all.
  ///   - limit: how many to read at most.
  /// - Returns: the events in the order of their positions, fewer than `limit` only at the end.
  /// - Throws: `LogError.damaged` for an event that cannot be what was appended; `DatabaseError`.
  public func events(
    after position: Int, of session: Int? = nil, limit: Int = 1000
  ) throws -> [LoggedEvent] {
    guard let connection else { return [] }
    let statement = try connection.cached(
      session == nil
        ? "SELECT \(EventRow.whole) FROM events WHERE position > ?1 ORDER BY position LIMIT ?2"
        : """
        SELECT \(EventRow.whole) FROM events WHERE session = ?3 AND position > ?1 \
        ORDER BY version LIMIT ?2
        """)
    try statement.bind(position, limit)
    if let session { try statement.bind(session, at: 3) }
    var events: [LoggedEvent] = []
    defer { statement.reset() }
    while try statement.step() {
      let logged = try statement.loggedEvent(upcasting)
      // Rows of a damaged file may be out of order: whoever reads on would go round for ever.
      guard logged.position > events.last?.position ?? position else {
        throw LogError.damaged(position: logged.position, reason: "it is out of order")
      }
      events.append(logged)
    }
    return events
  }

  /// Folds a session from its events, each held against its digest.
  ///
  /// - Parameters:
  ///   - number: its number in this log.
  ///   - version: the event up to which to fold; nil for all.
  /// - Returns: the session; nil if there is none of this number, or it has not so many events.
  /// - Throws: `LogError.damaged` for an event that cannot be what was appended; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the session.
  public func session(_ number: Int, through version: Int? = nil) throws -> Session? {
    var replay = SessionReplay(expecting: version ?? 0)
    try forEachEvent(of: number, through: version, verifying: true) { replay.apply($0) }
    let session = replay.finished()
    if session.summary.version == 0 || version.map({ $0 > session.summary.version }) == true {
      return nil
    }
    return session
  }

  /// Verifies by its digest that an event is what was appended.
  ///
  /// - Throws: `LogError.damaged` if it is not; `DatabaseError`.
  public func verify(_ logged: LoggedEvent) throws {
    var seals = Seals(of: self)
    try seals.verify(logged)
  }

  /// Reads a session's events one by one, in order, held against their digests if that is wanted.
  package func forEachEvent(
    of session: Int, after first: Int = 0, through last: Int? = nil, verifying: Bool = false,
    _ body: (Event) throws -> Void
  ) throws {
    guard let connection else { return }
    let statement = try connection.cached(
      """
      SELECT \(verifying ? EventRow.whole : EventRow.folded) FROM events \
      WHERE session = ? AND version > ? AND version <= ? ORDER BY version
      """)
    try statement.bind(session, first, last ?? .max)
    defer { statement.reset() }
    var seals = Seals(of: self)
    var version = first
    while try statement.step() {
      let event: Event
      if verifying {
        let logged = try statement.loggedEvent(upcasting)
        try seals.verify(logged)
        event = logged.event
      } else {
        event = try statement.event(upcasting)
      }
      version += 1
      guard event.version == version else {
        throw LogError.damaged(
          position: Int(statement.int(10)), reason: "it is not event \(version) of its session")
      }
      try body(event)
    }
  }

  /// Reads all events of a session in order, each verified by its digest.
  ///
  /// - Throws: `LogError.damaged` for an event that is not what was appended; `DatabaseError`.
  package func verifiedEvents(of session: Int) throws -> [LoggedEvent] {
    var all: [LoggedEvent] = []
    var seals = Seals(of: self)
    while true {
      let events = try events(after: all.last?.position ?? 0, of: session)
      if events.isEmpty { return all }
      for logged in events {
        try seals.verify(logged)
        all.append(logged)
        guard logged.event.version == all.count else {
          throw LogError.damaged(
            position: logged.position, reason: "it is not event \(all.count) of its session")
        }
      }
    }
  }

  /// The clock of this number; nil if the log has none.
  package func clock(_ id: ClockID) throws -> ClockIdentity? {
    try connection?.cached("SELECT boot_id, device, \"offset\" FROM clocks WHERE clock = ?")
      .bind(id.rawValue)
      .first { ClockIdentity(bootID: $0.text(0), device: $0.text(1), offset: $0.int(2)) }
  }

  /// A reading of the clocks, as of this log: a clock that it has never seen gets number 0.
  public func reading(_ instant: Instant) throws -> Reading {
    let clock = instant.clock
    // The index is enough here: nothing is sealed with it.
    let number = try connection?.cached(
      "SELECT clock FROM clocks WHERE boot_id = ? AND device = ? AND \"offset\" = ?"
    )
    .bind(clock.bootID, clock.device, clock.offset)
    .first { ClockID(rawValue: $0.int(0)) }
    return instant.reading(number ?? ClockID(rawValue: 0))
  }

  /// The number of a clock, if both the index and the row that it leads to tell this identity: an
  /// event sealed with one and verified with the other would be bad as soon as it is appended.
  func clockNumber(_ clock: ClockIdentity) throws -> ClockID? {
    try connection?.cached(
      """
      SELECT row.clock FROM clocks AS entry JOIN clocks AS row NOT INDEXED ON row.clock = entry.clock \
      WHERE entry.boot_id = ?1 AND entry.device = ?2 AND entry."offset" = ?3 \
      AND row.boot_id = ?1 AND row.device = ?2 AND row."offset" = ?3
      """
    )
    .bind(clock.bootID, clock.device, clock.offset)
    .first { ClockID(rawValue: $0.int(0)) }
  }
}
