import EventLog
import Racing
import SQLite
import Text
import Timing

/// Events in order that change no rows, and crossings that change those of their runners alone.
extension RaceTables {
  /// Updates the rows of a race with an event in order of its own session, or of one that joined
  /// it.
  ///
  /// - Complexity: O(log n).
  func apply(
    _ event: Event, _ passage: Summary.Passage?, ofStream stream: Int, from before: Summary,
    to after: Summary, own: Summary, _ race: inout KnownRace
  ) throws -> Bool {
    guard !after.profile.isDiscarded, !own.profile.isDiscarded,
      before.newestPlace <= after.newestPlace,
      stream != race.session || before.hasSameClock(as: after)
    else { return false }
    // The places of the session, less those of the race.
    var distance = Duration.zero
    var (point, order) = (nil as String?, "")
    if stream != race.session {
      guard let joined = after.profile.timingPoint, joined == before.profile.timingPoint,
        before.isSteady(at: event.reading), let newest = after.timeline?.newest,
        let index = race.streams.firstIndex(where: { $0.session == stream }),
        let known = try self.distance(of: newest, from: race.session, own),
        !(newest.place + known).isBeyondTimeline
      else { return false }
      (distance, point, order) = (known, joined.point, race.streams[index].order)
      race.streams[index].newestPlace = newest.place + distance
    } else if !race.streams.isEmpty, !before.isSteady(at: event.reading) {
      return false
    }
    let now = race.present(own.newestPlace)
    guard !race.waves.isEmpty, !race.changes(at: now) else { return false }
    switch event.kind {
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown: return true
    case .race(.clocksCompared): return race.streams.isEmpty
    case .amended, .removed, .reverted, .discarded: return false
    case .started, .stopped, .resumed, .planned, .race(.entered), .race(.withdrawn),
      .race(.waveStarted), .race(.wavePlanned), .race(.assigned), .race(.linked), .race(.ruled),
      .race(.ordered), .race(.joined):
      // In a session that joined the race they have no effect.
      return stream != race.session
    case .race(.crossed(let crossing)):
      guard let passage, case let place = passage.place + distance, !place.isBeyondTimeline,
        place >= own.stopwatch.latest ?? place
      else { return false }
      let row = CrossingRow(
        event: CrossingRow.Event(session: stream, version: event.version), bib: crossing.bib,
        chip: crossing.chip, point: crossing.point ?? point, reader: crossing.reader, at: event.at,
        runningTime: own.runningTime(atPlace: place), flags: passage.isStated ? .stated : [],
        place: place)
      let clock = WaveRow.Clock(start: own.startPlace, stop: own.stopPlace, now: now)
      return try add(row, event.id, clock, order, &race)
    }
  }

  private func add(
    _ crossing: CrossingRow, _ id: EventID, _ clock: WaveRow.Clock, _ order: String,
    _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    var row = crossing
    if row.bib == nil, let chip = row.chip.map(RaceEvent.comparable(chip:)) {
      guard chip.isASCII else { return false }
      let owners = try race.chips[chip] ?? owners(ofChip: chip, in: session)
      race.chips[chip] = owners
      row.bib = owners.owner(at: row.place)
      if try row.bib == nil && hasOtherSpelling(of: chip, "chips", "chip", in: session) {
        return false
      }
    }
    // Texts of the same characters are equal to the fold, also where SQL sees other bytes.
    guard row.bib?.isASCII ?? true else { return false }
    guard let bib = row.bib,
      var known = try race.runners[bib] ?? runner(bib, in: session, race.waves)
    else {
      // A damaged table may lack the row of an entered runner.
      if let bib = row.bib,
        try hasOtherSpelling(of: bib, "entries", "bib", in: session) || isEntered(bib, in: session)
      {
        return false
      }
      try row.write(session, to: connection)
      return true
    }
    guard let index = race.index(ofWave: known.row.wave),
      try isLast(row, id, of: known, session),
      try !mayBeDouble(row, race, race.waves[index].format),
      let judged = race.waves[index].judged(known.runner, row, clock, stream: order)
    else { return false }
    try judged.crossing.write(session, to: connection)
    if judged.runner.row != known.row { try judged.runner.row.write(session, to: connection) }
    try write(judged.wave, to: index, &race)
    race.newest[row.event] = judged.crossing
    (known.runner, known.last) = (judged.runner, (row.place, id))
    race.keep(known)
    return true
  }

  /// Whether a crossing is after all others of its runner, in the order of places and of ids.
  private func isLast(
    _ row: CrossingRow, _ id: EventID, of known: KnownRace.Runner, _ session: Int
  ) throws -> Bool {
    guard let last = known.last, last.place >= row.place else { return true }
    guard last.place == row.place else { return false }
    let other = try last.id ?? lastCrossing(of: known.row.bib, at: row.place, in: session)
    return other.map { $0 < id } ?? false
  }

  /// Whether another device may have read the same passage.
  private func mayBeDouble(
    _ row: CrossingRow, _ race: KnownRace, _ format: RaceFormat
  ) throws -> Bool {
    guard !race.streams.isEmpty, let span = format.doubles else { return false }
    return try connection.cached(
      """
      SELECT 1 FROM crossings WHERE session = ? AND bib = ? AND place >= ? AND stream <> ? LIMIT 1
      """
    ).bind(race.session, row.bib, (row.place - span).nanoseconds, row.event.session)
      .first { _ in true } ?? false
  }

  /// Writes the wave of an index if it has changed.
  private func write(
    _ wave: WaveRow, to index: Int, _ race: inout KnownRace
  ) throws(DatabaseError) {
    guard wave != race.waves[index] else { return }
    try connection.cached("UPDATE waves SET most_laps = ? WHERE session = ? AND wave IS ?")
      .bind(wave.mostLaps, race.session, wave.name).run()
    race.waves[index] = wave
  }
}

extension Event.Kind {
  var isCrossing: Bool { if case .race(.crossed) = self { true } else { false } }
}

extension String {
  /// Whether all characters are ASCII: SQL compares bytes, the fold characters, which may have
  /// several spellings.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
