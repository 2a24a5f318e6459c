import EventLog
import Racing
import SQLite
import Text
import Timing

/// The rows that judge a crossing.
extension RaceTables {
  /// Returns the waves of a race.
  func waves(of session: Int) throws -> [WaveRow] {
    let statement: Statement
    do {
      statement = try connection.cached(
        """
        SELECT wave, gun_place, format, end_lap, end_place, most_laps, next_place, has_photos \
        FROM waves WHERE session = ?
        """
      ).bind(session)
    } catch {
      // To look for the tables first takes longer than the statement.
      guard try exist() else { return [] }
      throw error
    }
    defer { statement.reset() }
    var waves: [WaveRow] = []
    while try statement.step() {
      waves.append(
        WaveRow(
          name: statement.optionalText(0),
          gun: statement.optionalInt(1).map { .nanoseconds($0) },
          format: try RaceFormat(storedJSON: statement.text(2)),
          endLap: statement.optionalInt(3).map { Int($0) },
          endPlace: statement.optionalInt(4).map { .nanoseconds($0) },
          mostLaps: Int(statement.int(5)),
          nextChange: statement.optionalInt(6).map { .nanoseconds($0) },
          photos: WaveRow.Photos(rawValue: Int(statement.int(7))) ?? .decisive))
    }
    return waves
  }

  /// An entered runner as the tables have them.
  struct Competitor {
    var runner: WaveRow.Runner
    var name: String?
    var wave: String?
    var best, last: Duration?
    var lastEvent: CrossingRow.Event?
    var flags: RaceFlags
  }

  /// Returns an entered runner; nil if nobody has the bib.
  func competitor(_ bib: String, in session: Int) throws -> Competitor? {
    let statement = try connection.cached(
      """
      SELECT ruling, penalty_ns, penalty_laps, start_place, status, wave, best_ns, last_ns, \
      last_stream, last_event, flags, \
      (SELECT e.name FROM entries AS e WHERE e.session = c.session AND e.bib = c.bib) \
      FROM competitors AS c WHERE session = ? AND bib = ?
      """
    ).bind(session, bib)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let runner = WaveRow.Runner(
      bib: bib, ruling: statement.optionalText(0).flatMap(RaceEvent.Ruling.Status.init),
      penaltyTime: .nanoseconds(statement.int(1)), penaltyLaps: Int(statement.int(2)),
      start: statement.optionalInt(3).map { .nanoseconds($0) },
      isFinished: statement.text(4) == Standings.Status.finished.rawValue)
    var competitor = Competitor(
      runner: runner, name: statement.optionalText(11), wave: statement.optionalText(5),
      best: statement.optionalInt(6).map { .nanoseconds($0) },
      last: statement.optionalInt(7).map { .nanoseconds($0) },
      flags: RaceFlags(names: try [String](storedJSON: statement.text(10), column: "flags")))
    if let stream = statement.optionalInt(8), let event = statement.optionalInt(9) {
      competitor.lastEvent = CrossingRow.Event(session: Int(stream), version: Int(event))
    }
    return competitor
  }

  /// Returns a summary of the crossings of a runner before a new one; nil if that does not suffice
  /// to judge it, or if there are none.
  ///
  /// - Complexity: O(log n), and O(k) in the crossings within the shortest lap and within the time
  ///   in which devices read the same passage.
  func earlierCrossings(
    than row: CrossingRow, _ id: EventID, of known: Competitor, _ kept: KnownRunner?,
    _ wave: WaveRow, _ race: KnownRace
  ) throws -> WaveRow.Earlier? {
    guard wave.needsNoEarlierCrossings else { return nil }
    let (session, bib) = (race.session, known.runner.bib)
    let newest =
      try kept?.newest
      ?? connection.cached(
        "SELECT place FROM crossings WHERE session = ? AND bib = ? ORDER BY place DESC LIMIT 1"
      ).bind(session, bib).first { Duration.nanoseconds($0.int(0)) }
    guard let newest, newest <= row.place else { return nil }
    if newest == row.place {
      let last =
        try race.latest.id(of: bib, at: newest)
        ?? lastCrossing(of: bib, at: newest, in: session)
      guard let last, last < id else { return nil }
    }
    if !race.streams.isEmpty, let span = wave.format.doubles {
      let isShared = try connection.cached(
        """
        SELECT 1 FROM crossings WHERE session = ? AND bib = ? AND place >= ? AND stream <> ? LIMIT 1
        """
      ).bind(session, bib, (row.place - span).nanoseconds, row.event.session).first { _ in true }
      if isShared ?? false { return nil }
    }
    var last: CrossingRow?
    if let event = known.lastEvent {
      last = try kept?.counted ?? crossing(event, in: session)
      guard last?.passage != nil else { return nil }
    }
    var lapStart = last?.place ?? known.runner.start
    if wave.format.minimumLap != nil, let counted = lapStart {
      let after = try connection.cached(
        """
        SELECT place FROM crossings WHERE session = ? AND bib = ? AND place > ? \
        AND instr(flags, '"after_finish"') > 0 ORDER BY place DESC LIMIT 1
        """
      ).bind(session, bib, counted.nanoseconds).first { Duration.nanoseconds($0.int(0)) }
      lapStart = after ?? counted
    }
    return WaveRow.Earlier(
      last: last, lapStart: lapStart, best: known.best, lastLap: known.last, flags: known.flags)
  }

  /// Returns the crossings of a bib, in their order.
  func crossings(of bib: String, in session: Int) throws -> [CrossingRow] {
    try crossings(
      """
      session = ? AND bib = ? ORDER BY place, \
      (SELECT id FROM events AS e WHERE e.session = stream AND e.version = event)
      """
    ) { try $0.bind(session, bib) }
  }

  /// Returns the crossings with chips that nobody has, and those that were assigned to nobody.
  ///
  /// - Complexity: O(n) in the crossings of the race.
  func crossingsOfNobody(in session: Int) throws -> [CrossingRow] {
    try crossings("session = ? AND bib IS NULL AND chip IS NOT NULL") { try $0.bind(session) }
  }

  /// Returns the row of a crossing; nil if it does not stand.
  func crossing(_ event: CrossingRow.Event, in session: Int) throws -> CrossingRow? {
    try crossings("session = ? AND stream = ? AND event = ?") {
      try $0.bind(session, event.session, event.version)
    }.first
  }

  /// Returns the row of a crossing of any stream of a race; nil if it does not stand.
  func crossing(_ id: EventID, in session: Int) throws -> CrossingRow? {
    guard try exist() else { return nil }
    let event = try connection.cached("SELECT session, version FROM events WHERE id = ?").bind(id)
      .first { CrossingRow.Event(session: Int($0.int(0)), version: Int($0.int(1))) }
    return try event.flatMap { try crossing($0, in: session) }
  }

  /// Returns the id of a crossing; nil if it does not stand.
  func id(ofCrossing event: CrossingRow.Event, in session: Int) throws(DatabaseError) -> EventID? {
    guard try exist() else { return nil }
    return try connection.cached(
      """
      SELECT e.id FROM crossings AS c JOIN events AS e \
      ON e.session = c.stream AND e.version = c.event \
      WHERE c.session = ? AND c.stream = ? AND c.event = ?
      """
    ).bind(session, event.session, event.version).first { $0.withBlob(0) { EventID($0) } } ?? nil
  }

  /// Whether an entry may have the bib in other bytes, which the fold takes as the same text.
  ///
  /// - Complexity: O(n) in the entries for a bib with such a character, else O(1).
  func hasOtherSpelling(ofBib bib: String, in session: Int) throws(DatabaseError) -> Bool {
    guard bib.mayHaveOtherSpelling, try exist() else { return false }
    return try connection.cached(
      """
      SELECT 1 FROM entries WHERE session = ? \
      AND bib GLOB '*[' || char(0x212A, 0x37E, 0x1FEF) || ']*' LIMIT 1
      """
    ).bind(session).first { _ in true } ?? false
  }

  /// Whether a runner may have the chip in other bytes, as ``hasOtherSpelling(ofBib:in:)``.
  func hasOtherSpelling(ofChip chip: String, in session: Int) throws(DatabaseError) -> Bool {
    guard chip.mayHaveOtherSpelling, try exist() else { return false }
    return try connection.cached(
      """
      SELECT 1 FROM chips WHERE session = ? \
      AND chip GLOB '*[' || char(0x212A, 0x37E, 0x1FEF) || ']*' LIMIT 1
      """
    ).bind(session).first { _ in true } ?? false
  }

  /// Whether no other runner has a crossing at a place or after it.
  ///
  /// - Complexity: O(n) in the crossings of the race: some tenths of a second for a million.
  func isLatest(
    _ place: Duration, of bib: String, in session: Int
  ) throws(DatabaseError) -> Bool {
    try connection.cached(
      "SELECT 1 FROM crossings WHERE session = ? AND place >= ? AND bib IS NOT ? LIMIT 1"
    ).bind(session, place.nanoseconds, bib).first { _ in true } == nil
  }

  /// Whether a runner whose laps cannot end the race of a wave may have more of them than its last
  /// lap will have.
  ///
  /// - Complexity: O(n) in the runners of the race.
  func haveMoreLaps(in wave: WaveRow, _ session: Int) throws(DatabaseError) -> Bool {
    guard wave.format.lapped == .continue, wave.endLap == nil else { return false }
    return try connection.cached(
      """
      SELECT 1 FROM competitors WHERE session = ? AND wave IS ? \
      AND ruling IN ('dsq', 'dns') AND laps + penalty_laps > ? LIMIT 1
      """
    ).bind(session, wave.name, wave.mostLaps).first { _ in true } ?? false
  }

  /// Whether a runner is entered.
  func isEntered(_ bib: String, in session: Int) throws(DatabaseError) -> Bool {
    guard try exist() else { return false }
    return try connection.cached("SELECT 1 FROM entries WHERE session = ? AND bib = ?")
      .bind(session, bib).first { _ in true } ?? false
  }

  /// Returns the event of the last crossing of a bib at a place.
  func lastCrossing(
    of bib: String, at place: Duration, in session: Int
  ) throws(DatabaseError) -> EventID? {
    try connection.cached(
      """
      SELECT max(e.id) FROM crossings AS c JOIN events AS e \
      ON e.session = c.stream AND e.version = c.event \
      WHERE c.session = ? AND c.bib = ? AND c.place = ?
      """
    ).bind(session, bib, place.nanoseconds).first { $0.withBlob(0) { EventID($0) } } ?? nil
  }

  /// Returns the index of a crossing among the others of its bib, which are in their order.
  func position(
    of row: CrossingRow, _ id: EventID, among crossings: [CrossingRow], in session: Int
  ) throws(DatabaseError) -> Int {
    let index = crossings.partitioningIndex { $0.place >= row.place }
    guard index < crossings.count, crossings[index].place == row.place, let bib = row.bib else {
      return index
    }
    let earlier = try connection.cached(
      """
      SELECT count(*) FROM crossings AS c JOIN events AS e \
      ON e.session = c.stream AND e.version = c.event \
      WHERE c.session = ? AND c.bib = ? AND c.place = ? AND e.id < ?
      """
    ).bind(session, bib, row.place.nanoseconds, id).first { Int($0.int(0)) }
    return index + (earlier ?? 0)
  }

  /// Returns the crossings of a bib with a condition.
  private func crossings(
    _ condition: String, _ bind: (Statement) throws -> Statement
  ) throws -> [CrossingRow] {
    let statement = try bind(
      connection.cached(
        """
        SELECT event, chip, point, reader, at, running_time_ns, number, split_ns, lap_ns, flags, \
        place, stream, bib FROM crossings WHERE \(condition)
        """))
    defer { statement.reset() }
    var rows: [CrossingRow] = []
    while try statement.step() {
      let number = statement.optionalInt(6).map { Int($0) }
      rows.append(
        CrossingRow(
          event: CrossingRow.Event(
            session: Int(statement.int(11)), version: Int(statement.int(0))),
          bib: statement.optionalText(12),
          crossing: RaceEvent.Crossing(
            bib: nil, chip: statement.optionalText(1), point: statement.optionalText(2),
            reader: statement.optionalText(3)),
          at: Moment(nanosecondsSince1970: statement.int(4)),
          place: .nanoseconds(statement.int(10)),
          runningTime: statement.optionalInt(5).map { .nanoseconds($0) },
          flags: RaceFlags(
            names: try [String](storedJSON: statement.text(9), column: "flags")),
          passage: number.map {
            CrossingRow.Passage(
              number: $0, split: .nanoseconds(statement.int(7)),
              lap: statement.optionalInt(8).map { .nanoseconds($0) })
          }))
    }
    return rows
  }
}

extension RaceFormat {
  /// Reads the column.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String) throws(LogError) {
    do {
      self = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        try RaceFormat(from: &reader)
      }
    } catch {
      throw .inconsistent(.malformed(column: "format"))
    }
  }
}
