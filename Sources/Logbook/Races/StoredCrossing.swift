import EventLog
package import Racing
import SQLite
import Text
package import Timing

/// A crossing of a race as the tables have it, of its own session or of one that joined it.
package struct StoredCrossing: Hashable, Sendable {
  /// The runner's bib; nil for a chip that nobody has, and where nobody was named.
  package var bib: String?
  /// The runner's name.
  package var name: String?
  /// Whether somebody with the bib is entered.
  package var isEntered: Bool
  /// The runner's wave.
  package var wave: String?
  /// The status that a ruling gave to the runner; nil without one.
  package var ruling: RaceEvent.Ruling.Status?
  /// The format of the wave; nil without an entered runner.
  package var format: RaceFormat?
  /// The lap that it completes, or the number of its point; nil if it does not count.
  package var number: Int?
  /// The point.
  package var point: String?
  /// The time since the runner's start; negative before it.
  package var split: Duration
  /// The time since the passage before; nil if it does not count.
  package var lap: Duration?
  package var flags: RaceFlags
  /// The running time of the race; nil before its start.
  package var runningTime: Duration?
  /// The place on the race's timeline.
  package var place: Duration
  /// How the runner's race ended with it; nil if it did not.
  package var end: End?

  /// How a runner's race ended with a crossing.
  package enum End: String, Hashable, Sendable {
    case finished
    /// Out of an elimination race.
    case eliminated

    /// Creates the end of a runner's race with the last crossing; nil unless the runner finished.
    package init?(_ status: Standings.Status, _ flags: RaceFlags) {
      guard status == .finished else { return nil }
      self = flags.contains(.eliminated) ? .eliminated : .finished
    }
  }
}

extension Logbook {
  /// Returns a crossing of a race from the tables; nil if these do not have it.
  ///
  /// - Complexity: O(log n) in the crossings of the race.
  package func storedCrossing(_ version: Int, of stream: Int, in race: Int) throws
    -> StoredCrossing?
  {
    guard let connection, hasCurrentTables else { return nil }
    if isUnchanged, let known = cache.knownRace, known.session == race,
      let crossing = known.storedCrossing(CrossingRow.Event(session: stream, version: version))
    {
      return crossing
    }
    do {
      return try connection.storedCrossing(version, of: stream, in: race) {
        try format(storedJSON: $0)
      }
    } catch let error as DatabaseError {
      // To look for the tables first takes as long as half of the statement.
      guard try RaceTables(connection: connection).exist() else { return nil }
      throw error
    }
  }

  /// Reads the format of a wave, which mostly is that of the crossing before.
  private func format(storedJSON text: String) throws(LogError) -> RaceFormat {
    if let lastFormat, lastFormat.text == text { return lastFormat.format }
    let format = try RaceFormat.read(storedJSON: text, column: "format")
    lastFormat = (text, format)
    return format
  }
}

extension KnownRace {
  /// Returns a crossing of the newest transaction as the statement below; nil for another one.
  fileprivate func storedCrossing(_ event: CrossingRow.Event) -> StoredCrossing? {
    guard let row = newest[event], let bib = row.bib, let runner = runners[bib],
      let result = runner.row,
      let wave = waves.first(where: { $0.key == RaceRowKey(text: runner.wave) })
    else { return nil }
    return StoredCrossing(
      bib: bib, name: runner.name, isEntered: true, wave: runner.wave,
      ruling: result.ruling, format: wave.format, number: row.passage?.number,
      point: row.crossing.point,
      split: row.passage?.split ?? wave.gun.map { row.place - $0 } ?? row.runningTime ?? .zero,
      lap: row.passage?.lap, flags: row.flags, runningTime: row.runningTime, place: row.place,
      end: result.lastEvent == event
        ? StoredCrossing.End(result.status, result.flags) : nil)
  }
}

extension Connection {
  fileprivate func storedCrossing(
    _ version: Int, of stream: Int, in race: Int, _ format: (String) throws -> RaceFormat
  ) throws -> StoredCrossing? {
    let statement = try cached(
      """
      SELECT c.bib, p.bib IS NOT NULL, p.wave, c.number, c.point, \
      coalesce(c.split_ns, c.place - w.gun_place, c.running_time_ns, 0), c.lap_ns, c.flags, \
      iif(p.last_event = c.event AND p.last_stream = c.stream, p.status, NULL), \
      c.running_time_ns, w.format, p.ruling, c.place, p.flags, e.name, e.first, e.last \
      FROM crossings c \
      LEFT JOIN entries e ON e.session = c.session AND e.bib = c.bib \
      LEFT JOIN competitors p ON p.session = c.session AND p.bib = c.bib \
      LEFT JOIN waves w ON w.session = c.session AND w.wave IS p.wave \
      WHERE c.session = ?1 AND c.stream = ?2 AND c.event = ?3
      """
    ).bind(race, stream, version)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let flagsOfResult = try statement.isNull(13) ? [] : statement.flags(13)
    return StoredCrossing(
      bib: statement.optionalText(0), name: statement.fullName(14),
      isEntered: statement.int(1) != 0, wave: statement.optionalText(2),
      ruling: statement.optionalText(11).flatMap(RaceEvent.Ruling.Status.init),
      format: try statement.optionalText(10).map(format),
      number: statement.optionalInt(3).map { Int($0) }, point: statement.optionalText(4),
      split: .nanoseconds(statement.int(5)),
      lap: statement.duration(6),
      flags: try statement.flags(7),
      runningTime: statement.duration(9),
      place: .nanoseconds(statement.int(12)),
      end: statement.optionalText(8).flatMap(Standings.Status.init).flatMap {
        StoredCrossing.End($0, flagsOfResult)
      })
  }
}

extension Logbook {
  /// Returns a crossing of a race and those of the 100 events before it that complete the same lap
  /// or point at the same place in the same wave.
  ///
  /// - Complexity: O(1), some 5 µs.
  package func crossings(
    tiedWith crossing: StoredCrossing, _ version: Int, of race: Int
  ) throws -> [Int] {
    guard let connection, hasCurrentTables else { return [version] }
    return try connection.cached(
      """
      SELECT event FROM crossings AS c \
      CROSS JOIN competitors AS p ON p.session = c.session AND p.bib = c.bib \
      WHERE c.session = ?1 AND stream = ?1 AND event < ?2 AND event > ?2 - 100 \
      AND place = ?3 AND number = ?4 AND wave IS ?5 ORDER BY event
      """
    ).bind(race, version, crossing.place.nanoseconds, crossing.number, crossing.wave)
      .all { Int($0.int(0)) } + [version]
  }

  /// Whether a runner got a ruling after a position of the log.
  ///
  /// - Complexity: O(k) in the events after the position.
  package func isRuled(_ bib: String, in race: Int, after position: Int) throws -> Bool {
    // The plus keeps SQLite from an index over the events of the whole race.
    try kinds("ruled", "+session = ? AND position > ?", race, position).contains { kind in
      if case .race(.ruled(let ruling)) = kind { ruling.bib == bib } else { false }
    }
  }

  /// Whether one of the newest 2,000 events of a race withdrew a runner.
  ///
  /// - Complexity: O(1), at some microseconds an event.
  package func wasWithdrawn(_ bib: String, from race: Int) throws -> Bool {
    try kinds(
      "withdrawn",
      "session = ?1 AND version > (SELECT max(version) FROM events WHERE session = ?1) - ?2",
      race, 2000
    ).contains(.race(.withdrawn(bib: bib)))
  }

  /// Returns the events of a kind that meet a condition with two numbers.
  private func kinds(
    _ name: String, _ condition: String, _ first: Int, _ second: Int
  ) throws -> [Event.Kind] {
    let rows = try connection?.cached(
      "SELECT kind_version, data FROM events WHERE \(condition) AND kind = '\(name)'"
    ).bind(first, second).all { (version: Int($0.int(0)), data: $0.text(1)) }
    return try (rows ?? []).compactMap {
      try Event.Kind(name, version: $0.version, data: $0.data)
    }
  }
}
