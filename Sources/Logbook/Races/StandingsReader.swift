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
  var waves: [(wave: WaveRow, runners: [RankedRow])] = []
  private var clock = WaveRow.Clock(start: nil, stop: nil, now: .zero)
  private(set) var runners = RunnersByBib()
  /// The places from which the splits of each wave count, but for runners with an own clock.
  private(set) var origins: [(place: Duration, isOwnClock: Bool)] = []
  /// The numbers of events of the race's sessions.
  private(set) var versions: [Int: Int] = [:]
  /// The runners whose crossings were read out of order.
  var unordered: [(wave: Int, index: Int)] = []
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
      !summary.profile.isDiscarded, try countEvents(uid, summary.version),
      let race = try tables.race(session, uid, summary), !race.waves.isEmpty,
      // The fold also knows the present of a stream by comparisons of clocks.
      race.streams.allSatisfy({ $0.newestPlace != nil })
    else { return nil }
    let present = max(summary.place(of: now), race.present(summary.newestPlace))
    guard !race.changes(at: present), summary.stopwatch.latest ?? present <= present,
      race.waves.allSatisfy({ $0.gun(after: summary.startPlace) ?? present <= present })
    else { return nil }
    clock = WaveRow.Clock(start: summary.startPlace, stop: summary.stopPlace, now: present)
    waves = race.waves.map { ($0, []) }
    origins = race.waves.map { wave in
      (wave.gun(after: clock.start) ?? clock.start ?? clock.now, wave.isOwnClock)
    }
    guard try readRunners(withEvents: !parts.contains(.shownLaps)) else { return nil }
    var unknown: UnknownCrossings?
    if parts.contains(.shownLaps) {
      unknown = try readShownLaps()
    } else if try !parts.contains(.crossings) || readCrossings() {
      unknown = try unknownCrossings()
    }
    guard let unknown else { return nil }
    var stored = StoredStandings(
      uid: uid, summary: summary,
      standings: Standings(format, waves, clock) { ruled[$0] != nil })
    stored.standings.runningTime = summary.runningTime(atPlace: present)
    stored.standings.unknown = unknown.inOrder
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

  /// Counts the events of the race's sessions.
  ///
  /// - Returns: false if one is missing, which the fold reports.
  private mutating func countEvents(_ uid: EventID, _ version: Int) throws -> Bool {
    versions = [session: version]
    for number in try StreamTables(connection: connection).sessions(joining: uid)
    where number != session {
      guard let row = try Tables(connection: connection).row(of: number) else { return false }
      versions[number] = row.summary.version
    }
    return try versions.allSatisfy { try log.hasAllEvents(of: $0, through: $1) }
  }

  // MARK: Runners

  /// Reads the runners.
  ///
  /// - Parameter hasEvents: whether the id of each last event is read, which takes half of the time
  ///   of this function.
  /// - Returns: false if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  private mutating func readRunners(withEvents hasEvents: Bool) throws -> Bool {
    let id =
      hasEvents
      ? "(SELECT id FROM events WHERE session = c.last_stream AND version = c.last_event)" : "NULL"
    let statement = try connection.cached(
      """
      SELECT c.bib, c.wave, e.name, e.first, e.last, e.team, e.category, c.status, c.ruling, \
      c.laps, c.time_ns, c.best_ns, c.last_ns, c.penalty_ns, c.penalty_laps, c.flags, \
      c.start_place, c.rank, c.rank_first, c.rank_second, c.rank_ns, c.rank_photo, c.rank_tie_ns, \
      \(id) \
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
      let runner = TableRunner(
        wave: wave, index: waves[wave].runners.count, start: statement.duration(16),
        last: row.last, best: row.best)
      runners.add(runner, bib: statement.utf8(0))
      waves[wave].runners.append(
        RankedRow(row, key, photo: statement.optionalInt(21).map { Int($0) }))
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
}

extension Statement {
  func duration(_ column: Int) -> Duration? {
    optionalInt(column).map { .nanoseconds($0) }
  }

  /// Reads a number of laps, with which the fold's arithmetic cannot overflow.
  ///
  /// - Throws: `LogError` for one that no race has.
  func laps(_ column: Int, _ name: String) throws -> Int {
    let laps = int(column)
    guard laps.magnitude < 1 << 40 else {
      throw LogError.inconsistent(.malformed(column: name))
    }
    return Int(laps)
  }

  /// Reads flags, which most rows do not have.
  func flags(_ column: Int) throws -> RaceFlags {
    if utf8(column).count == 2 { return [] }
    return RaceFlags(names: try [String](storedJSON: text(column), column: "flags"))
  }
}
