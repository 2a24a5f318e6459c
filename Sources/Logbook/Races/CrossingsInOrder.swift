import EventLog
import Racing
import SQLite
import Text
import Timing

/// Events in order that change no rows, and crossings that change those of their runners alone.
extension Tables {
  /// Updates the rows of a race with an event in order of its own session, and returns whether it
  /// could: a race that other sessions joined, or with photo finishes, is folded.
  ///
  /// - Complexity: O(log n).
  func apply(
    _ event: Event, at place: Duration?, from before: Summary, to after: Summary,
    _ race: inout KnownRace
  ) throws -> Bool {
    guard !race.hasStreams, !after.profile.isDiscarded, before.newestPlace <= after.newestPlace,
      before.hasSameClock(as: after), !race.waves.isEmpty, !race.changes(at: after.newestPlace)
    else { return false }
    switch event.kind {
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown,
      .race(.clocksCompared):
      return true
    case .amended, .removed, .reverted, .discarded, .started, .stopped, .resumed, .planned,
      .race(.entered), .race(.withdrawn), .race(.waveStarted), .race(.wavePlanned),
      .race(.assigned), .race(.linked), .race(.ruled), .race(.ordered), .race(.joined):
      return false
    case .race(.crossed(let crossing)):
      guard let place, !place.isBeyondTimeline else { return false }
      let row = CrossingRow(
        event: CrossingRow.Event(session: race.session, version: event.version),
        bib: crossing.bib, chip: crossing.chip, point: crossing.point, reader: crossing.reader,
        at: event.at, runningTime: after.runningTime(atPlace: place),
        flags: event.basis == .measured ? [] : .stated, place: place)
      return try add(row, after, &race)
    }
  }

  private func add(
    _ crossing: CrossingRow, _ summary: Summary, _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    var row = crossing
    if row.bib == nil, let chip = row.chip.map(RaceEvent.comparable(chip:)) {
      let owners = try race.chips[chip] ?? owners(ofChip: chip, in: session)
      race.chips[chip] = owners
      row.bib = owners.owner(at: row.place)
    }
    // Texts of the same characters are equal to the fold, also where SQL sees other bytes.
    guard row.bib?.isASCII ?? true else { return false }
    guard let bib = row.bib,
      var known = try race.runners[bib] ?? runner(bib, in: session, race.waves)
    else {
      // A damaged table may lack the row of an entered runner.
      if let bib = row.bib,
        try hasOtherSpelling(ofBib: bib, in: session) || isEntered(bib, in: session)
      {
        return false
      }
      try row.write(session, to: connection)
      let wave = race.index(ofWave: nil).map { race.waves[$0] }
      race.newest = StoredCrossing(row, nil, wave, name: nil)
      return true
    }
    guard let index = race.index(ofWave: known.row.wave),
      known.last.map({ $0 <= row.place }) ?? true,
      let judged = race.waves[index].judged(known.runner, row, summary)
    else { return false }
    try judged.crossing.write(session, to: connection)
    if judged.runner.row != known.row { try judged.runner.row.write(session, to: connection) }
    try write(judged.wave, to: index, &race)
    race.newest = StoredCrossing(
      judged.crossing, judged.runner.row, race.waves[index], name: known.name)
    (known.runner, known.last) = (judged.runner, row.place)
    race.runners[bib] = known
    return true
  }

  /// Writes the wave of an index if it has changed.
  private func write(
    _ wave: WaveRow, to index: Int, _ race: inout KnownRace
  ) throws(DatabaseError) {
    guard wave != race.waves[index] else { return }
    try connection.cached("UPDATE waves SET most_laps = ? WHERE session = ? AND wave IS ?")
      .bind(wave.end.mostLaps, race.session, wave.wave.name).run()
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
