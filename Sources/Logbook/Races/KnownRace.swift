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
  var chips: [String: [ChipRow]] = [:]
  /// The crossings of entered runners of the newest transaction, as written.
  var newest: [CrossingRow.Event: CrossingRow] = [:]

  /// The limit of runners that are kept, each with about 1 KB.
  private static let mostRunners = 65_536

  /// An entered runner with a summary of the crossings.
  struct Runner {
    var runner: WaveRow.Runner
    /// The name of the entry.
    var name: String?
    /// The place of the last crossing, and its event if that was written last; nil without one.
    var last: (place: Duration, id: EventID?)?
    var row: CompetitorRow { runner.row }
  }

  mutating func keep(_ runner: Runner) {
    if runners.count >= Self.mostRunners, runners[runner.row.bib] == nil { runners = [:] }
    runners[runner.row.bib] = runner
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
    guard try connection.knowsTable(WaveRow.table.name) else { return [] }
    let statement = try connection.cached(WaveRow.table.select).bind(session)
    defer { statement.reset() }
    var waves: [WaveRow] = []
    while try statement.step() {
      guard let wave = try WaveRow(of: statement) else { return [] }
      waves.append(wave)
    }
    return waves
  }

  /// Reads an entered runner with a summary of the crossings; nil if nobody has the bib, and if the
  /// tables are damaged.
  ///
  /// - Complexity: O(log n).
  func runner(_ bib: String, in session: Int, _ waves: [WaveRow]) throws -> KnownRace.Runner? {
    let key = RaceRowKey(text: bib)
    guard let row = try CompetitorRow.read(key, of: session, in: connection) else { return nil }
    var last: CrossingRow?
    if let event = row.lastEvent {
      last = try CrossingRow.read(CrossingRow.key(of: event), of: session, in: connection)
      guard last?.passage != nil else { return nil }
    }
    var runner = WaveRow.Runner(row, last: last)
    let wave = waves.first { $0.key == RaceRowKey(text: row.wave) }
    if wave?.format.minimumLap != nil, let counted = runner.lapStart {
      // A lap after the finish is one all the same.
      let after = try connection.cached(
        """
        SELECT place FROM crossings WHERE session = ? AND bib = ? AND place > ? \
        AND instr(flags, '"after_finish"') > 0 ORDER BY place DESC LIMIT 1
        """
      ).bind(session, bib, counted.nanoseconds).first { $0.duration(0) }
      runner.lapStart = after ?? counted
    }
    let place =
      try connection.cached(
        "SELECT max(place) FROM crossings WHERE session = ? AND bib = ?"
      ).bind(session, bib).first { $0.duration(0) } ?? nil
    let entry = try EntryRow.read(key, of: session, in: connection)?.entry
    return KnownRace.Runner(
      runner: runner, name: entry?.fullName, last: place.map { ($0, nil) })
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
