import EventLog
import Racing
import SQLite
import Text
import Timing

/// The tables `entries`, `chips`, `waves`, `crossings` and `competitors`, and the view `standings`.
struct RaceTables {
  let connection: Connection

  /// The tables, in the order in which they are made.
  static let tables = [
    EntryRow.table, ChipRow.table, WaveRow.table, CrossingRow.table, CompetitorRow.table,
  ]

  /// The view over them.
  private static let view = OptionalTable("standings", mark: "shown_ns AS time_ns")

  /// Whether the log has the tables.
  func exist() throws(DatabaseError) -> Bool {
    try CompetitorRow.table.optional.exists(in: connection)
  }

  private var optional: OptionalTables {
    OptionalTables(
      Self.tables.map(\.optional) + [Self.view], madeBy: PackageResources._002_races_sql,
      in: connection)
  }

  /// Drops the tables and the view.
  func drop() throws(DatabaseError) { try optional.drop() }

  /// Refuses tables of the user that have one of the names.
  ///
  /// - Throws: `Rejection.nameTaken`; `DatabaseError`.
  func requireNames() throws {
    if try !exist() { try optional.requireNames() }
  }

  /// Makes the rows of a race equal to these; rows that stay the same are not written.
  ///
  /// - Complexity: O(n log n) in the rows of the race.
  func replace(_ rows: RaceRows, of session: Int) throws {
    if try !exist() {
      if rows.waves.isEmpty { return }
      try optional.make()
    }
    try EntryRow.replace(with: rows.entries, of: session, in: connection)
    try ChipRow.replace(with: rows.chips, of: session, in: connection)
    try CrossingRow.replace(with: rows.crossings, of: session, in: connection)
    try CompetitorRow.replace(with: rows.competitors, of: session, in: connection)
    try replace(rows.waves, of: session)
  }

  /// Replaces the waves of a race, of which there are few, and whose key may be null.
  private func replace(_ waves: [WaveRow], of session: Int) throws(DatabaseError) {
    try connection.cached("DELETE FROM waves WHERE session = ?").bind(session).run()
    for wave in waves.sorted(by: { $0.key < $1.key }) { try wave.write(session, to: connection) }
  }

  /// Updates the rows of a race with an event in order, if it changes no more than one runner.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - before: the state of the race's own session before it.
  ///   - after: the state after it.
  ///   - race: the race.
  /// - Returns: false, with nothing written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n) for a crossing after all others of its runner, in most formats, unless
  ///   another device has just read the same one; else O(k) in the crossings of the runner.
  func apply(
    _ event: Event, from before: Summary, to after: Summary, _ race: inout KnownRace
  ) throws -> Bool {
    guard before.hasSameClock(as: after), !after.profile.isDiscarded,
      race.streams.isEmpty || before.isSteady(at: event.reading)
    else { return false }
    // An event of an earlier clock may lie before the newest one.
    let now = race.present(after.newestPlace)
    guard before.newestPlace <= after.newestPlace, !race.waves.isEmpty, !race.changes(at: now)
    else { return false }
    switch event.kind {
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown: return true
    case .race(.clocksCompared): return race.streams.isEmpty
    case .started, .stopped, .resumed, .planned, .amended, .removed, .reverted, .discarded:
      return false
    case .race(.crossed(let crossing)):
      guard let passage = before.passage(of: event) else { return false }
      let clock = WaveRow.Clock(start: after.startPlace, stop: after.stopPlace, now: now)
      let row = CrossingRow(
        event: CrossingRow.Event(session: race.session, version: event.version), bib: nil,
        crossing: crossing, at: event.at, place: passage.place,
        runningTime: passage.runningTime, flags: passage.isStated ? .stated : [])
      return try add(row, clock, &race)
    case .race(.entered), .race(.withdrawn), .race(.waveStarted), .race(.wavePlanned),
      .race(.assigned), .race(.linked), .race(.ruled), .race(.ordered), .race(.joined):
      return false
    }
  }

  /// Updates the rows of a race with an event in order of a session that joined it.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - stream: the number of the session.
  ///   - before: the state of that session before it.
  ///   - after: the state after it.
  ///   - own: the state of the race's own session.
  ///   - race: the race.
  /// - Returns: false, with nothing written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: as the other.
  func apply(
    _ event: Event, ofStream stream: Int, from before: Summary, to after: Summary, own: Summary,
    _ race: inout KnownRace
  ) throws -> Bool {
    guard let point = after.profile.timingPoint, point == before.profile.timingPoint,
      !after.profile.isDiscarded, !own.profile.isDiscarded, before.isSteady(at: event.reading),
      let newest = after.timeline?.newest, before.newestPlace <= newest.place,
      let index = race.streams.firstIndex(where: { $0.session == stream }),
      let distance = try distance(of: newest, from: race.session, own),
      !(newest.place + distance).isBeyondTimeline
    else { return false }
    race.streams[index].newestPlace = newest.place + distance
    let now = race.present(own.newestPlace)
    guard !race.waves.isEmpty, !race.changes(at: now) else { return false }
    switch event.kind {
    case .amended, .removed, .reverted, .discarded, .race(.clocksCompared): return false
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown, .started,
      .stopped, .resumed, .planned, .race(.entered), .race(.withdrawn), .race(.waveStarted),
      .race(.wavePlanned), .race(.assigned), .race(.linked), .race(.ruled), .race(.ordered),
      .race(.joined):
      return true
    case .race(.crossed(var crossing)):
      guard let passage = before.passage(of: event),
        case let place = passage.place + distance, !place.isBeyondTimeline,
        place >= own.stopwatch.latest ?? place
      else { return false }
      crossing.point = crossing.point ?? point.point
      let clock = WaveRow.Clock(start: own.startPlace, stop: own.stopPlace, now: now)
      let row = CrossingRow(
        event: CrossingRow.Event(session: stream, version: event.version), bib: nil,
        crossing: crossing, at: event.at, place: place,
        runningTime: own.runningTime(atPlace: place),
        flags: passage.isStated ? .stated : [])
      return try add(row, clock, &race)
    }
  }

  /// Adds a crossing, whose bib is not known yet.
  private func add(
    _ crossing: CrossingRow, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    var row = crossing
    row.bib = row.crossing.bib
    if row.bib == nil, let chip = row.crossing.chip.map(RaceEvent.comparable(chip:)) {
      guard chip.isASCII else { return false }
      row.bib = try owner(ofChip: chip, at: row.place, in: session)
    }
    // Texts of the same characters are equal to the fold, also where SQL sees other bytes.
    guard row.bib?.isASCII ?? true else { return false }
    guard let bib = row.bib, let known = try competitor(bib, in: session) else {
      try row.write(session, to: connection)
      return true
    }
    let (runner, name) = (known.runner, known.wave)
    guard let index = race.waves.firstIndex(where: { $0.key == RaceRowKey(text: name) }) else {
      return false
    }
    let wave = race.waves[index]
    var crossings: [CrossingRow] = []
    let earlier = try earlierCrossings(than: row, of: known, wave, race)
    if earlier == nil { crossings = try self.crossings(of: bib, in: session) }
    let position = crossings.partitioningIndex { $0.place > row.place }
    crossings.insert(row, at: position)
    guard
      let judgment = wave.judged(
        runner, crossings, newest: position, after: earlier, clock, priorities: race.priorities)
    else { return false }
    for (before, after) in zip(crossings, judgment.crossings)
    where before != after || after.event == row.event {
      try after.write(session, to: connection)
    }
    try judgment.competitor.write(session, to: connection)
    if judgment.wave != wave {
      try connection.cached("UPDATE waves SET most_laps = ? WHERE session = ? AND wave IS ?")
        .bind(judgment.wave.mostLaps, session, name).run()
      race.waves[index] = judgment.wave
    }
    return true
  }
}

/// Reading.
extension RaceTables {
  func waves(of session: Int) throws -> [WaveRow] {
    guard try exist() else { return [] }
    let statement = try connection.cached(
      """
      SELECT wave, gun_place, format, end_lap, end_place, most_laps, next_place, has_photos \
      FROM waves WHERE session = ?
      """
    ).bind(session)
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
          hasPhotos: statement.int(7) != 0))
    }
    return waves
  }

  /// Returns the bib that has a chip at a place: by the latest link up to there, else by the newest
  /// entry.
  private func owner(
    ofChip chip: String, at place: Duration, in session: Int
  ) throws(DatabaseError) -> String? {
    try connection.cached(
      """
      SELECT bib FROM chips WHERE session = ? AND chip = ? AND (place IS NULL OR place <= ?) \
      ORDER BY place DESC NULLS LAST, event DESC LIMIT 1
      """
    ).bind(session, chip, place.nanoseconds).first { $0.text(0) }
  }

  /// An entered runner as the table has them.
  private struct Competitor {
    var runner: WaveRow.Runner
    var wave: String?
    var best, last: Duration?
    var lastEvent: CrossingRow.Event?
    var flags: RaceFlags
  }

  /// Returns an entered runner; nil if nobody has the bib.
  private func competitor(_ bib: String, in session: Int) throws -> Competitor? {
    let statement = try connection.cached(
      """
      SELECT ruling, penalty_ns, penalty_laps, start_place, status, wave, best_ns, last_ns, \
      last_stream, last_event, flags FROM competitors WHERE session = ? AND bib = ?
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
      runner: runner, wave: statement.optionalText(5),
      best: statement.optionalInt(6).map { .nanoseconds($0) },
      last: statement.optionalInt(7).map { .nanoseconds($0) },
      flags: RaceFlags(names: try [String](storedJSON: statement.text(10), column: "flags")))
    if let stream = statement.optionalInt(8), let event = statement.optionalInt(9) {
      competitor.lastEvent = CrossingRow.Event(session: Int(stream), version: Int(event))
    }
    return competitor
  }

  /// Returns a summary of the crossings of a runner before a new one; nil if that does not suffice to
  /// judge it, or if there are none.
  ///
  /// - Complexity: O(log n), and O(k) in the crossings within the shortest lap and within the time
  ///   in which devices read the same passage.
  private func earlierCrossings(
    than row: CrossingRow, of known: Competitor, _ wave: WaveRow, _ race: KnownRace
  ) throws -> WaveRow.Earlier? {
    guard wave.needsNoEarlierCrossings else { return nil }
    let (session, bib) = (race.session, known.runner.bib)
    let newest = try connection.cached(
      "SELECT place FROM crossings WHERE session = ? AND bib = ? ORDER BY place DESC LIMIT 1"
    ).bind(session, bib).first { Duration.nanoseconds($0.int(0)) }
    guard let newest, newest < row.place else { return nil }
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
      last = try crossings(
        "session = ? AND stream = ? AND event = ?", of: bib
      ) { try $0.bind(session, event.session, event.version) }.first
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

  /// Returns the crossings of a bib, in the order of their places.
  private func crossings(of bib: String, in session: Int) throws -> [CrossingRow] {
    try crossings("session = ? AND bib = ? ORDER BY place", of: bib) { try $0.bind(session, bib) }
  }

  /// Returns the crossings of a bib with a condition.
  private func crossings(
    _ condition: String, of bib: String, _ bind: (Statement) throws -> Statement
  ) throws -> [CrossingRow] {
    let statement = try bind(
      connection.cached(
        """
        SELECT event, chip, point, reader, at, running_time_ns, number, split_ns, lap_ns, flags, \
        place, stream FROM crossings WHERE \(condition)
        """))
    defer { statement.reset() }
    var rows: [CrossingRow] = []
    while try statement.step() {
      let number = statement.optionalInt(6).map { Int($0) }
      rows.append(
        CrossingRow(
          event: CrossingRow.Event(
            session: Int(statement.int(11)), version: Int(statement.int(0))),
          bib: bib,
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

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
