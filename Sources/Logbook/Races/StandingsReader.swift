import EventLog
import Racing
import SQLite
import Text
import Timing

/// Reads the results of a race from its tables.
struct StandingsReader {
  let log: Logbook
  let connection: Connection
  let session: Int
  private(set) var waves: [(wave: WaveRow, runners: [RankedRow])] = []
  private var clock = WaveRow.Clock(start: nil, stop: nil, now: .zero)
  /// The wave and the index of each runner.
  private var runners: [String: (wave: Int, index: Int)] = [:]
  /// The places of the own starts, in the order of the runners of each wave.
  private var starts: [[Duration?]] = []
  /// The statuses that rulings gave, by bib.
  private(set) var ruled: [String: RaceEvent.Ruling.Status] = [:]

  init(log: Logbook, connection: Connection, session: Int) {
    self.log = log
    self.connection = connection
    self.session = session
  }

  var tables: RaceTables { RaceTables(connection: connection) }

  mutating func standings(
    at now: Reading, _ parts: StoredStandings.Parts
  ) throws -> StoredStandings? {
    guard try tables.exist(), let row = try Tables(connection: connection).row(of: session),
      row.isCurrent, let uid = row.uid, case let summary = row.summary,
      let format = summary.profile.plan.race, format.validationError == nil,
      !summary.profile.isDiscarded, try hasAllEvents(uid, summary.version),
      let race = try tables.race(session, uid, summary), !race.waves.isEmpty,
      race.waves.allSatisfy({ $0.format.validationError == nil }),
      // The fold also knows the present of a stream by comparisons of clocks.
      race.streams.allSatisfy({ $0.newestPlace != nil })
    else { return nil }
    let present = max(summary.place(of: now), race.present(summary.newestPlace))
    guard !race.changes(at: present), summary.stopwatch.latest ?? present <= present,
      race.waves.allSatisfy({ $0.gun(after: summary.startPlace) ?? present <= present })
    else { return nil }
    clock = WaveRow.Clock(start: summary.startPlace, stop: summary.stopPlace, now: present)
    waves = race.waves.map { ($0, []) }
    starts = race.waves.map { _ in [] }
    guard try readRunners(), let unknown = try unknownCrossings() else { return nil }
    if parts.contains(.crossings) {
      guard try readCrossings(where: "c.bib IS NOT NULL") else { return nil }
    } else if parts.contains(.shownLaps) {
      guard try readCrossings(where: Self.isShown) else { return nil }
    }
    var stored = StoredStandings(
      uid: uid, summary: summary,
      standings: Standings(format, waves, clock) { ruled[$0] != nil })
    stored.standings.runningTime = summary.runningTime(atPlace: present)
    stored.standings.unknown = unknown
    // Only texts for people have it.
    if !parts.isDisjoint(with: [.crossings, .shownLaps]), stored.standings.phase == .finished,
      let start = clock.start,
      let finish = try stored.standings.finishPlace(start: start, ends())
    {
      // The summary does not have the pauses of the clock.
      guard summary.clock.hasOneInterval else { return nil }
      // A limit of the clock may be earlier.
      let time = finish - start
      stored.standings.finishTime = min(time, stored.standings.runningTime ?? time)
    }
    if parts.contains(.contradictions) {
      stored.contradictions = try contradictions(summary)
      if stored.contradictions == nil { return nil }
    }
    return stored
  }

  /// Whether no event of the race's sessions is missing, which the fold would report.
  private func hasAllEvents(_ uid: EventID, _ version: Int) throws -> Bool {
    guard try log.hasAllEvents(of: session, through: version) else { return false }
    let joined = try StreamTables(connection: connection).sessions(joining: uid)
    return try joined.allSatisfy { number in
      guard number != session else { return true }
      guard let row = try Tables(connection: connection).row(of: number) else { return false }
      return try log.hasAllEvents(of: number, through: row.summary.version)
    }
  }

  // MARK: Runners

  /// Reads the runners.
  ///
  /// - Returns: false if the race must be folded.
  private mutating func readRunners() throws -> Bool {
    let statement = try connection.cached(
      """
      SELECT c.bib, c.wave, e.name, e.first, e.last, e.team, e.category, c.status, c.ruling, \
      c.laps, c.time_ns, c.best_ns, c.last_ns, c.penalty_ns, c.penalty_laps, c.flags, \
      c.start_place, c.rank, c.rank_first, c.rank_second, c.rank_ns, c.rank_photo, c.rank_tie_ns, \
      (SELECT id FROM events WHERE session = c.last_stream AND version = c.last_event) \
      FROM competitors AS c JOIN entries AS e ON e.session = c.session AND e.bib = c.bib \
      WHERE c.session = ?
      """
    ).bind(session)
    defer { statement.reset() }
    var names: [String?: Int] = [:]
    for (index, wave) in waves.enumerated() {
      // The table has no key: a damaged one may have two rows of a wave.
      guard names.updateValue(index, forKey: wave.wave.name) == nil else { return false }
    }
    while try statement.step() {
      let bib = statement.text(0)
      guard let wave = names[statement.optionalText(1)],
        let status = Standings.Status(rawValue: statement.text(7))
      else { return false }
      var row = Standings.Row(bib: bib)
      row.wave = waves[wave].wave.name
      var entry = Race.Entry(bib: bib)
      entry.name = statement.optionalText(2)
      entry.first = statement.optionalText(3)
      entry.last = statement.optionalText(4)
      row.name = entry.fullName
      row.team = statement.optionalText(5)
      row.category = statement.optionalText(6)
      row.status = status
      if let ruling = statement.optionalText(8) {
        guard let status = RaceEvent.Ruling.Status(rawValue: ruling) else { return false }
        ruled[bib] = status
      }
      row.laps = try statement.laps(9, "laps")
      row.time = statement.duration(10)
      row.best = statement.duration(11)
      row.last = statement.duration(12)
      row.penaltyTime = .nanoseconds(statement.int(13))
      row.penaltyLaps = try statement.laps(14, "penalty_laps")
      row.flags = try statement.flags(15)
      // The doubt of another device's clock is in no table.
      if !row.flags.isDisjoint(with: [.bridged, .compared]) { return false }
      row.event = statement.isNull(23) ? nil : statement.withBlob(23) { EventID($0) }
      let key = RankKey(
        rank: Int(statement.int(17)), first: Int(statement.int(18)),
        second: Int(statement.int(19)), time: statement.duration(20), tie: statement.duration(22))
      runners[bib] = (wave, waves[wave].runners.count)
      waves[wave].runners.append(
        RankedRow(row, key, photo: statement.optionalInt(21).map { Int($0) }))
      starts[wave].append(statement.duration(16))
    }
    return true
  }

  /// Returns the ends of the waves.
  ///
  /// - Complexity: O(n log n) in the runners.
  private func ends() throws(DatabaseError) -> [Standings.WaveEnd] {
    var ends = waves.map { wave, _ in
      Standings.WaveEnd(name: wave.name, gun: wave.gun(after: clock.start), last: nil)
    }
    let statement = try connection.cached(
      """
      SELECT p.wave, max(c.place) FROM competitors AS p CROSS JOIN crossings AS c \
      ON c.session = p.session AND c.stream = p.last_stream AND c.event = p.last_event \
      WHERE p.session = ? GROUP BY p.wave
      """
    ).bind(session)
    defer { statement.reset() }
    while try statement.step() {
      let name = statement.optionalText(0)
      for index in ends.indices where ends[index].name == name {
        ends[index].last = statement.duration(1)
      }
    }
    return ends
  }

  // MARK: Crossings

  /// The condition for crossings of runners that a table without laps shows.
  private static let isShown = """
    (c.number IS NULL AND c.bib IS NOT NULL OR EXISTS ( \
    SELECT 1 FROM competitors AS p WHERE p.session = c.session AND p.bib = c.bib \
    AND c.lap_ns IN (p.best_ns, p.last_ns)))
    """

  /// Reads crossings of the runners.
  ///
  /// - Parameter condition: the condition for them.
  /// - Returns: false if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  private mutating func readCrossings(where condition: String) throws -> Bool {
    // CROSS JOIN keeps SQLite from reading `events` first, which would be random access.
    let statement = try connection.cached(
      """
      SELECT c.bib, c.number, c.lap_ns, c.place, c.point, c.flags, e.id \
      FROM crossings AS c CROSS JOIN events AS e ON e.session = c.stream AND e.version = c.event \
      WHERE c.session = ? AND \(condition)
      """
    ).bind(session)
    defer { statement.reset() }
    let origins = waves.map { $0.wave.gun(after: clock.start) ?? clock.start ?? clock.now }
    let isOwnClock = waves.map(\.wave.isOwnClock)
    var unordered: [(wave: Int, index: Int)] = []
    while try statement.step() {
      guard let (wave, index) = runners[statement.text(0)] else { continue }
      let flags = try statement.flags(5)
      guard flags.isDisjoint(with: [.bridged, .compared]),
        let id = statement.withBlob(6, { EventID($0) })
      else { return false }
      let origin = isOwnClock[wave] ? starts[wave][index] ?? origins[wave] : origins[wave]
      let number = statement.isNull(1) ? nil : try statement.laps(1, "number")
      let passage = Standings.Passage(
        number: number ?? 0, split: .nanoseconds(statement.int(3)) - origin,
        lap: number == nil ? .zero : statement.duration(2) ?? .zero,
        point: statement.optionalText(4), event: id, flags: flags)
      let path = number == nil ? \Standings.Row.others : \Standings.Row.passages
      if let last = waves[wave].runners[index].row[keyPath: path].last,
        (last.split, last.event) > (passage.split, passage.event)
      {
        unordered.append((wave, index))
      }
      waves[wave].runners[index].row[keyPath: path].append(passage)
    }
    for (wave, index) in unordered {
      waves[wave].runners[index].row.passages.sort { ($0.split, $0.event) < ($1.split, $1.event) }
      waves[wave].runners[index].row.others.sort { ($0.split, $0.event) < ($1.split, $1.event) }
    }
    return true
  }

  /// Returns the crossings of chips and bibs that nobody has, and of nobody, each by the first one;
  /// nil if the race must be folded.
  private func unknownCrossings() throws -> [Standings.Unknown]? {
    // Only bibs have an index: the crossings of unknown bibs are found by it, with one search for
    // each bib, while those without a bib take a read of all crossings.
    let statement = try connection.cached(
      """
      WITH RECURSIVE bibs(bib) AS ( \
      SELECT (SELECT min(bib) FROM crossings WHERE session = ?1 AND bib IS NOT NULL) UNION ALL \
      SELECT (SELECT min(c.bib) FROM crossings AS c WHERE c.session = ?1 AND c.bib > bibs.bib) \
      FROM bibs WHERE bibs.bib IS NOT NULL \
      ), strangers(bib) AS ( \
      SELECT bib FROM bibs WHERE bib IS NOT NULL \
      AND bib NOT IN (SELECT bib FROM competitors WHERE session = ?1) \
      ), unknown AS ( \
      SELECT c.* FROM strangers AS s CROSS JOIN crossings AS c \
      ON c.session = ?1 AND c.bib = s.bib \
      UNION ALL SELECT * FROM crossings WHERE session = ?1 AND bib IS NULL \
      ) \
      SELECT u.bib, u.chip, e.id, u.place, u.flags \
      FROM unknown AS u JOIN events AS e ON e.session = u.stream AND e.version = u.event \
      ORDER BY u.place, e.id
      """
    ).bind(session)
    defer { statement.reset() }
    var unknown: [Standings.Unknown] = []
    var indices: [[String?]: Int] = [:]
    while try statement.step() {
      let bib = statement.optionalText(0)
      let chip = bib == nil ? statement.optionalText(1).map(RaceEvent.comparable(chip:)) : nil
      // The fold takes texts in other bytes as the same one.
      guard let id = statement.withBlob(2, { EventID($0) }),
        [bib, chip].allSatisfy({ $0.map { $0.isASCII && !$0.mayHaveOtherSpelling } ?? true })
      else { return nil }
      if bib == nil, try statement.flags(4).contains(.amended), try isAssigned(id) { continue }
      if let index = indices[[bib, chip]] {
        unknown[index].crossings += 1
      } else {
        indices[[bib, chip]] = unknown.count
        unknown.append(Standings.Unknown(chip: chip, bib: bib, crossings: 1, first: id))
      }
    }
    return unknown
  }

  /// Whether an assignment of a crossing stands.
  private func isAssigned(_ crossing: EventID) throws(DatabaseError) -> Bool {
    try connection.cached(
      "SELECT 1 FROM race_decisions WHERE session = ? AND target = ? AND kind = 'assigned'"
    ).bind(session, crossing.description).first { _ in true } ?? false
  }
}

extension Statement {
  fileprivate func duration(_ column: Int) -> Duration? {
    optionalInt(column).map { .nanoseconds($0) }
  }

  /// Reads a number of laps, with which the fold's arithmetic cannot overflow.
  ///
  /// - Throws: `LogError` for one that no race has.
  fileprivate func laps(_ column: Int, _ name: String) throws -> Int {
    let laps = int(column)
    guard laps.magnitude < 1 << 40 else {
      throw LogError.inconsistent(.malformed(column: name))
    }
    return Int(laps)
  }

  /// Reads flags, which most rows do not have.
  fileprivate func flags(_ column: Int) throws -> RaceFlags {
    if utf8(column).count == 2 { return [] }
    return RaceFlags(names: try [String](storedJSON: text(column), column: "flags"))
  }
}
