import EventLog
import Racing
import SQLite
import Text
import Timing

/// The tables `entries`, `chips`, `waves`, `crossings`, `competitors` and `race_decisions`, and the
/// view `standings`.
struct RaceTables {
  let connection: Connection

  /// The tables, in the order in which they are made.
  static let tables = [
    EntryRow.table, ChipRow.table, WaveRow.table, CrossingRow.table, CompetitorRow.table,
    DecisionRow.table,
  ]

  /// The view over them.
  private static let view = OptionalTable("standings", mark: "shown_ns AS time_ns")

  /// The view in its newest version.
  private static let newestView = OptionalTable("standings", mark: "AS is_bunched")

  /// Whether the log has the tables.
  func exist() throws(DatabaseError) -> Bool {
    try CompetitorRow.table.optional.exists(in: connection)
  }

  private var optional: OptionalTables {
    OptionalTables(
      Self.tables.map(\.optional) + [Self.view],
      madeBy: PackageResources._002_races_sql + PackageResources._003_decisions_sql
        + PackageResources._005_standings_sql,
      in: connection)
  }

  /// Makes the tables that the log lacks; one with races of an older version has only some, or an
  /// older view.
  private func make() throws {
    if try !exist() { return try optional.make() }
    if try !DecisionRow.table.optional.exists(in: connection) {
      try OptionalTables(
        [DecisionRow.table.optional], madeBy: PackageResources._003_decisions_sql, in: connection
      ).make()
    }
    guard try Self.view.exists(in: connection), try !Self.newestView.exists(in: connection) else {
      return
    }
    try Self.view.drop(from: connection)
    try OptionalTables(
      [Self.newestView], madeBy: PackageResources._005_standings_sql, in: connection
    ).make()
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
    if rows.waves.isEmpty, try !exist() { return }
    try make()
    try EntryRow.replace(with: rows.entries, of: session, in: connection)
    try ChipRow.replace(with: rows.chips, of: session, in: connection)
    let crossings = rows.crossings
    try CrossingRow.replace(withCount: crossings.count, of: session, in: connection) {
      CrossingRow.key(of: crossings.event($0))
    } row: {
      crossings[$0]
    }
    try CompetitorRow.replace(with: rows.competitors, of: session, in: connection)
    try DecisionRow.replace(with: rows.decisions, of: session, in: connection)
    try replace(rows.waves, of: session)
  }

  /// Replaces the waves of a race, of which there are few, and whose key may be null.
  private func replace(_ waves: [WaveRow], of session: Int) throws(DatabaseError) {
    try connection.cached("DELETE FROM waves WHERE session = ?").bind(session).run()
    for wave in waves.sorted(by: { $0.key < $1.key }) { try wave.write(session, to: connection) }
  }

  /// Updates the rows of a race with its newest event, if that changes few runners.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - passage: its moment; nil if past events are needed.
  ///   - before: the state of the race's own session before it.
  ///   - after: the state after it.
  ///   - correction: what it changes, if it corrects others; nil if that is not known.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n) for a crossing after all others of its runner, in most formats, unless
  ///   another device has just read the same one; else O(k) in the crossings of the runners. A
  ///   correction: also O(n) in the events of the session, in memory, and in the rows of the race if
  ///   the end may move.
  func apply(
    _ event: Event, _ passage: Summary.Passage?, from before: Summary, to after: Summary,
    _ correction: RaceCorrection?, _ race: inout KnownRace
  ) throws -> Bool {
    guard before.hasSameClock(as: after), !after.profile.isDiscarded,
      race.streams.isEmpty || before.isSteady(at: event.reading)
    else { return false }
    // An event of an earlier clock may lie before the newest one.
    let now = race.present(after.newestPlace)
    guard before.newestPlace <= after.newestPlace, !race.waves.isEmpty, !race.changes(at: now)
    else { return false }
    let clock = WaveRow.Clock(start: after.startPlace, stop: after.stopPlace, now: now)
    if !event.kind.isCrossing { race.forgetRunners() }
    switch event.kind {
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown: return true
    case .race(.clocksCompared): return race.streams.isEmpty
    case .amended, .removed, .reverted:
      switch correction {
      case .session(let session):
        guard try updateDecisions(event.version, of: session, race.session) else { return false }
        return try session.roots(of: event.version).allSatisfy { root in
          try update(root, of: session, clock, &race)
        }
      case .single(let single): return try apply(single, after, clock, &race)
      case nil: return false
      }
    case .started, .stopped, .resumed, .planned, .discarded: return false
    case .race(.ruled(let ruling)):
      try DecisionRow(.ruled, of: ruling.bib, event: event.version)
        .write(race.session, to: connection)
      return try rejudge(ruling.bib, clock, &race) { $0.apply(ruling.decision) }
    case .race(.assigned(let crossing, let bib)):
      try DecisionRow(.assigned, of: crossing.description, event: event.version)
        .write(race.session, to: connection)
      return try assign(crossing, bib: bib, clock, &race)
    case .race(.crossed(let crossing)):
      guard let passage else { return false }
      let row = CrossingRow(
        event: CrossingRow.Event(session: race.session, version: event.version), bib: nil,
        crossing: crossing, at: event.at, place: passage.place,
        runningTime: passage.runningTime, flags: passage.isStated ? .stated : [])
      return try add(row, event.id, clock, &race)
    case .race(.entered(let entry)):
      // A fold is faster than the rows of a whole file of entries.
      return try event.batch == nil && enter(entry, by: event.version, clock, &race)
    case .race(.withdrawn(let bib)): return try withdraw(bib, clock, &race)
    case .race(.waveStarted), .race(.wavePlanned), .race(.linked), .race(.ordered), .race(.joined):
      return false
    }
  }

  /// Updates the rows of a race with an event in order of a session that joined it.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - passage: its moment in that session; nil if past events are needed.
  ///   - stream: the number of the session.
  ///   - before: the state of that session before it.
  ///   - after: the state after it.
  ///   - own: the state of the race's own session.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: as the other.
  func apply(
    _ event: Event, _ passage: Summary.Passage?, ofStream stream: Int, from before: Summary,
    to after: Summary, own: Summary, _ race: inout KnownRace
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
    if !event.kind.isCrossing { race.forgetRunners() }
    switch event.kind {
    case .amended, .removed, .reverted, .discarded, .race(.clocksCompared): return false
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown, .started,
      .stopped, .resumed, .planned, .race(.entered), .race(.withdrawn), .race(.waveStarted),
      .race(.wavePlanned), .race(.assigned), .race(.linked), .race(.ruled), .race(.ordered),
      .race(.joined):
      return true
    case .race(.crossed(var crossing)):
      guard let passage, case let place = passage.place + distance, !place.isBeyondTimeline,
        place >= own.stopwatch.latest ?? place
      else { return false }
      crossing.point = crossing.point ?? point.point
      let clock = WaveRow.Clock(start: own.startPlace, stop: own.stopPlace, now: now)
      let row = CrossingRow(
        event: CrossingRow.Event(session: stream, version: event.version), bib: nil,
        crossing: crossing, at: event.at, place: place,
        runningTime: own.runningTime(atPlace: place),
        flags: passage.isStated ? .stated : [])
      return try add(row, event.id, clock, &race)
    }
  }

  /// Adds a crossing, whose bib is not known yet.
  private func add(
    _ crossing: CrossingRow, _ id: EventID, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    var row = crossing
    row.bib = row.crossing.bib
    if row.bib == nil, let chip = row.crossing.chip.map(RaceEvent.comparable(chip:)) {
      guard chip.isASCII else { return false }
      let owners = try race.chips[chip] ?? owners(ofChip: chip, in: session)
      race.chips[chip] = owners
      row.bib = owners.owner(at: row.place)
      if try row.bib == nil && hasOtherSpelling(ofChip: chip, in: session) { return false }
    }
    // Texts of the same characters are equal to the fold, also where SQL sees other bytes.
    guard row.bib?.isASCII ?? true else { return false }
    let kept = row.bib.flatMap { race.runners[$0] }
    guard let bib = row.bib, let known = try kept?.competitor ?? competitor(bib, in: session)
    else {
      if let bib = row.bib, try hasOtherSpelling(ofBib: bib, in: session) { return false }
      try row.write(session, to: connection)
      return true
    }
    let (runner, name) = (known.runner, known.wave)
    guard let index = race.index(ofWave: name) else { return false }
    let wave = race.waves[index]
    var crossings: [CrossingRow] = []
    var position = 0
    let earlier = try earlierCrossings(than: row, id, of: known, kept, wave, race)
    if earlier == nil {
      race.latest.forget(bib)
      crossings = try self.crossings(of: bib, in: session)
      position = try self.position(of: row, id, among: crossings, in: session)
    } else {
      race.latest.note(id, of: bib, at: row.place)
    }
    crossings.insert(row, at: position)
    func judgment(isLatest: Bool) -> WaveRow.Judgment? {
      wave.judged(
        runner, crossings, newest: position, after: earlier, clock, priorities: race.priorities,
        isLatest: isLatest)
    }
    var judged = judgment(isLatest: false)
    if judged == nil, wave.endsWithLap, try !haveMoreLaps(in: wave, session),
      try isLatest(row.place, of: bib, in: session)
    {
      judged = judgment(isLatest: true)
    }
    guard let judgment = judged else { return false }
    for (before, after) in zip(crossings, judgment.crossings)
    where before != after || after.event == row.event {
      try after.write(session, to: connection)
      race.newest[after.event] = after
    }
    if judgment.competitor != kept?.row {
      try judgment.competitor.write(session, to: connection)
    }
    try write(judgment.wave, to: index, &race)
    if position == crossings.count - 1,
      let runner = KnownRunner(judgment, after: earlier?.last, name: known.name)
    {
      race.keep(runner, bib)
    } else {
      race.runners[bib] = nil
    }
    return true
  }

  /// Writes the wave of an index if it has changed.
  func write(
    _ wave: WaveRow, to index: Int, _ race: inout KnownRace
  ) throws(DatabaseError) {
    guard wave != race.waves[index] else { return }
    try connection.cached(
      "UPDATE waves SET end_lap = ?, end_place = ?, most_laps = ? WHERE session = ? AND wave IS ?"
    ).bind(
      wave.endLap, wave.endPlace?.nanoseconds, wave.mostLaps, race.session, wave.name
    ).run()
    race.waves[index] = wave
  }
}

extension Event.Kind {
  /// Whether it is a crossing.
  var isCrossing: Bool { if case .race(.crossed) = self { true } else { false } }
}

extension String {
  /// Whether all characters are ASCII: SQL compares bytes, the fold characters, which may have
  /// several spellings.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Whether it has a character that is equal to one outside of ASCII: the Kelvin sign, the Greek
  /// question mark and the Greek varia are equal to these.
  var mayHaveOtherSpelling: Bool { utf8.contains { "K;`".utf8.contains($0) } }
}
