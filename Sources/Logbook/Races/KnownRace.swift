import EventLog
import Racing
import SQLite
import Text
import Timing

/// The rows of a race that judge crossings in order, kept from one event to the next.
struct KnownRace {
  /// The number of the race's own session.
  var session: Int
  var waves: [WaveRow]
  /// The sessions that joined it.
  var streams: [Stream]
  /// The entered runners who crossed since the race was read, by their bibs.
  private(set) var runners: [String: Runner] = [:]
  /// The owners of chips that were read, by the chips.
  var chips: [String: [ChipOwner]] = [:]
  /// The crossings of entered runners of the newest transaction, as written.
  var newest: [CrossingRow.Event: CrossingRow] = [:]

  /// The limit of runners that are kept, each with about 1 KB.
  private static let mostRunners = 65_536

  /// An entered runner with a summary of the crossings.
  struct Runner {
    var runner: WaveRow.Runner
    /// The name of the entry.
    var name: String?
    var wave: String?
    /// The place of the last crossing, and its event if that was written last; nil without one.
    var last: (place: Duration, id: EventID?)?
    /// The row, if it was written last.
    var row: CompetitorRow?
  }

  mutating func keep(_ runner: Runner) {
    if runners.count >= Self.mostRunners, runners[runner.runner.bib] == nil { runners = [:] }
    runners[runner.runner.bib] = runner
  }

  /// A session that times a point of the race.
  struct Stream {
    var session: Int
    var point: TimingPoint
    /// Its order among the streams of the race.
    var order: String
    /// The place of its newest reading on the race's timeline; nil if only wall clocks give it.
    var newestPlace: Duration?
  }

  /// Returns the index of the wave with a name; nil if it has no row.
  func index(ofWave name: String?) -> Int? {
    waves.firstIndex { $0.key == RaceRowKey(text: name) }
  }

  /// The present of the race, whose own newest reading has a place.
  func present(_ own: Duration) -> Duration {
    streams.lazy.compactMap(\.newestPlace).reduce(own) { max($0, $1) }
  }

  /// Whether a result may change by a present alone.
  func changes(at present: Duration) -> Bool {
    waves.contains { wave in wave.nextChange.map { $0 <= present } ?? false }
  }
}

extension RaceTables {
  /// Reads a race; nil if a stream has no row, or the format of a wave is not valid, as in damaged
  /// tables.
  ///
  /// - Complexity: O(n log n) in the streams and waves.
  func race(_ session: Int, _ uid: EventID, _ summary: Summary) throws -> KnownRace? {
    var race = KnownRace(session: session, waves: try waves(of: session), streams: [])
    guard race.waves.allSatisfy({ $0.format.validationError == nil }) else { return nil }
    let tables = Tables(connection: connection)
    for number in try StreamTables(connection: connection).sessions(joining: uid)
    where number != session {
      guard let row = try tables.row(of: number) else { return nil }
      guard let point = row.summary.profile.timingPoint, let uid = row.uid else { continue }
      var stream = KnownRace.Stream(
        session: number, point: point,
        order: Race.order(ofStream: uid, priority: point.priority))
      if !row.summary.profile.isDiscarded, let newest = row.summary.timeline?.newest {
        stream.newestPlace = try distance(of: newest, from: session, summary)
          .map { newest.place + $0 }
      }
      race.streams.append(stream)
    }
    return race
  }

  /// Returns the distance from the places of a stream to those of the race, by ticks; nil if the
  /// race has no reading of the clock.
  func distance(
    of newest: Anchor, from session: Int, _ summary: Summary
  ) throws(DatabaseError) -> Duration? {
    let clock = newest.reading.clock
    let zero = newest.place - newest.reading.ticks
    if let own = summary.timeline?.newest, own.reading.clock == clock {
      return own.place - own.reading.ticks - zero
    }
    return try connection.cached(
      "SELECT place, ticks_ns FROM anchors WHERE session = ? AND clock = ?"
    ).bind(session, clock.rawValue).first {
      .nanoseconds($0.int(0)) - .nanoseconds($0.int(1)) - zero
    }
  }

  /// Returns the waves of a race; none if the tables are damaged.
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
      guard let mostLaps = statement.laps(5) else { return [] }
      let endLap = statement.laps(3)
      if endLap == nil, statement.optionalInt(3) != nil { return [] }
      waves.append(
        WaveRow(
          name: statement.optionalText(0), gun: statement.duration(1),
          format: try .read(storedJSON: statement.text(2), column: "format"),
          endLap: endLap, endPlace: statement.duration(4), mostLaps: mostLaps,
          nextChange: statement.duration(6),
          photos: WaveRow.Photos(rawValue: Int(statement.int(7))) ?? .decisive))
    }
    return waves
  }

  /// Reads an entered runner with a summary of the crossings; nil if nobody has the bib, and if the
  /// tables are damaged.
  ///
  /// - Complexity: O(log n).
  func runner(_ bib: String, in session: Int, _ waves: [WaveRow]) throws -> KnownRace.Runner? {
    let statement = try connection.cached(
      """
      SELECT ruling, penalty_ns, penalty_laps, start_place, c.wave, best_ns, last_ns, last_stream, \
      last_event, flags, rank_tie_ns, rank_stream, rank_event, \
      (SELECT max(place) FROM crossings AS k WHERE k.session = c.session AND k.bib = c.bib), \
      e.name, e.first, e.last \
      FROM competitors AS c LEFT JOIN entries AS e ON e.session = c.session AND e.bib = c.bib \
      WHERE c.session = ? AND c.bib = ?
      """
    ).bind(session, bib)
    defer { statement.reset() }
    guard try statement.step(), let penaltyLaps = statement.laps(2) else { return nil }
    let (start, waveName) = (statement.duration(3), statement.optionalText(4))
    var runner = WaveRow.Runner(bib: bib)
    runner.ruling = statement.optionalText(0).flatMap(RaceEvent.Ruling.Status.init)
    runner.penaltyTime = .nanoseconds(statement.int(1))
    runner.penaltyLaps = penaltyLaps
    runner.start = start
    var earlier = EarlierCrossings()
    (earlier.best, earlier.last) = (statement.duration(5), statement.duration(6))
    earlier.isPointMissed = try statement.flags(9).contains(.missedPoint)
    earlier.deciding = RankKey.Tie(
      place: statement.duration(10), stream: statement.text(11), event: Int(statement.int(12)))
    if let stream = statement.optionalInt(7), let event = statement.optionalInt(8) {
      runner.lastEvent = CrossingRow.Event(session: Int(stream), version: Int(event))
      let crossing = try connection.cached(
        """
        SELECT number, place, at, flags FROM crossings \
        WHERE session = ? AND stream = ? AND event = ?
        """
      ).bind(session, Int(stream), Int(event))
      defer { crossing.reset() }
      guard try crossing.step(), let number = crossing.laps(0) else { return nil }
      (earlier.number, earlier.place) = (number, .nanoseconds(crossing.int(1)))
      runner.lastAt = Moment(nanosecondsSince1970: crossing.int(2))
      earlier.flags = try crossing.flags(3)
    }
    earlier.lapStart = earlier.place ?? start
    let wave = waves.first { $0.key == RaceRowKey(text: waveName) }
    if wave?.format.minimumLap != nil, let counted = earlier.lapStart {
      // A lap after the finish is one all the same.
      let after = try connection.cached(
        """
        SELECT place FROM crossings WHERE session = ? AND bib = ? AND place > ? \
        AND instr(flags, '"after_finish"') > 0 ORDER BY place DESC LIMIT 1
        """
      ).bind(session, bib, counted.nanoseconds).first { $0.duration(0) }
      earlier.lapStart = after ?? counted
    }
    runner.earlier = earlier
    return KnownRace.Runner(
      runner: runner, name: statement.fullName(14), wave: waveName,
      last: statement.duration(13).map { ($0, nil) })
  }

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

  /// Whether a column of a table may have a text in other bytes, which the fold takes as the same
  /// text: the Kelvin sign, the Greek question mark and the Greek varia are equal to ASCII characters.
  ///
  /// - Complexity: O(n) in the rows of the race for a text with such a character, else O(1).
  func hasOtherSpelling(
    of text: String, _ table: String, _ column: String, in session: Int
  ) throws(DatabaseError) -> Bool {
    guard text.utf8.contains(where: { "K;`".utf8.contains($0) }) else { return false }
    return try connection.cached(
      """
      SELECT 1 FROM \(table) WHERE session = ? \
      AND \(column) GLOB '*[' || char(0x212A, 0x37E, 0x1FEF) || ']*' LIMIT 1
      """
    ).bind(session).first { _ in true } ?? false
  }
}

extension Statement {
  func duration(_ column: Int) -> Duration? {
    optionalInt(column).map { .nanoseconds($0) }
  }

  /// Returns a number of laps; nil for null, and for one that no race has.
  fileprivate func laps(_ column: Int) -> Int? {
    optionalInt(column).flatMap { Int32(exactly: $0) }.map { Int($0) }
  }

  /// Returns the name of an entry as shown, from three columns: the full, first and last name.
  func fullName(_ column: Int) -> String? {
    var entry = Race.Entry(bib: "")
    entry.name = optionalText(column)
    entry.first = optionalText(column + 1)
    entry.last = optionalText(column + 2)
    return entry.fullName
  }

  /// Reads flags, which most rows do not have.
  func flags(_ column: Int) throws -> RaceFlags {
    if utf8(column).count == 2 { return [] }
    return RaceFlags(names: try [String](storedJSON: text(column), column: "flags"))
  }
}
