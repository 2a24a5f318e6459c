import Timing
import Text
import SQLite

extension Append {
  /// The number that the next clock of the log gets.
  func nextClock() throws -> ClockID {
    try connection.cached("SELECT ifnull(max(clock), 0) + 1 FROM clocks")
      .first { ClockID(rawValue: $0.int(0)) } ?? ClockID(rawValue: 1)
  }

  /// Adds a clock to the log.
  func insert(_ identity: ClockIdentity, _ clock: ClockID) throws {
    let statement = try connection.cached(
      "INSERT INTO clocks (clock, boot_id, device, \"offset\") VALUES (?, ?, ?, ?)")
    do {
      try statement.bind(clock.rawValue, identity.bootID, identity.device, identity.offset).run()
    } catch let error where error.code.primary == .constraint {
      throw LogError.inconsistent(reason: error.message)
    }
  }

  /// Adds an event at the end of the log.
  func insert(
    _ event: Event, _ data: String, _ session: Int, _ uid: EventID, _ request: Request
  ) throws -> LoggedEvent {
    var logged = LoggedEvent(
      position: try newestPosition + 1, session: session, event: event, kind: event.kind.name,
      kindVersion: log.upcasting.newestVersion(of: event.kind.name), source: request.source,
      data: data, digest: [])
    logged.digest = Digest.of(logged, session: uid, clock: request.instant.clock)
    try connection.insert(logged)
    return logged
  }
}

extension Connection {
  /// Adds a row to the log; the triggers see to it that it is the next one.
  func insert(_ logged: LoggedEvent) throws {
    let statement = try cached(
      """
      INSERT INTO events (position, id, session, version, kind, kind_version, at, basis, \
      recorded_at, ticks_ns, clock, source, data, digest) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let event = logged.event
    do {
      try statement.bind(
        logged.position, event.id, logged.session, event.version, logged.kind, logged.kindVersion,
        event.at.nanosecondsSince1970, event.basis.rawValue,
        event.reading.recordedAt.nanosecondsSince1970, event.reading.ticks.nanoseconds,
        event.reading.clock.rawValue, logged.source, logged.data, logged.digest
      ).run()
    } catch let error where error.code.primary == .constraint {
      throw LogError.inconsistent(reason: error.message)
    }
  }
}
