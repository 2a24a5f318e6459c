package import Text
package import Timing

/// The rows of a race as tables hold them: its entries, chips, waves, crossings and competitors, as
/// of its newest event.
package struct RaceRows: Sendable {
  /// The entries, in no particular order.
  package var entries: [Race.Entry] = []
  /// The chips of runners; nil if they have not changed.
  package var chips: [ChipRow]? = []
  /// The waves that have entries.
  package var waves: [WaveRow] = []
  /// The crossings that stand, in no particular order.
  package var crossings: [CrossingRow] = []
  /// The entered runners, with their results and ranks.
  package var competitors: [CompetitorRow] = []
  /// The bibs whose rows these are, with nil for the crossings without a bib; nil for all of the
  /// race.
  package var bibs: Set<String?>?

  /// Creates the rows of a session that is no race.
  package init() {}
}

/// A chip that a runner has.
package struct ChipRow: Hashable, Sendable {
  /// The chip, as chips are compared.
  package var chip: String
  package var bib: String
  /// The place from which it is theirs; nil for a chip of an entry, which has no other owner from
  /// another place on.
  package var place: Duration?
  /// The event that gave it, by its number within the session.
  package var event: Int

  package init(chip: String, bib: String, place: Duration?, event: Int) {
    self.chip = chip
    self.bib = bib
    self.place = place
    self.event = event
  }
}

extension Race {
  /// Returns the rows of its tables, as of the newest event that was judged; none if the session is
  /// no race.
  ///
  /// `changed` are the numbers of the runners who may have changed since the tables were written;
  /// nil for all.
  ///
  /// - Complexity: O(n log n) in the crossings of these runners, and O(n) in the chips; O(n log n) in
  ///   the runners if crossings were put in order.
  package func rows(
    _ judged: JudgedRace, of changed: Set<Int>? = nil, chips hasChips: Bool = true,
    session own: Int, streams numbers: [EventID: Int] = [:]
  ) -> RaceRows {
    var rows = RaceRows()
    guard session.summary.profile.plan.race != nil else { return rows }
    // A photo finish decides among runners of equal results.
    let hasPhotos = !orders.isEmpty
    var changed = hasPhotos ? nil : changed
    if changed?.contains(where: { runners[$0].key.bib == nil }) ?? false {
      changed?.formUnion(runners.indices.lazy.filter { runners[$0].key.bib == nil })
    }
    rows.bibs = changed.map { Set($0.map { runners[$0].key.bib }) }
    rows.chips = hasChips || changed == nil ? chipRows : nil
    var sessions = Array(repeating: 0, count: streams.count)
    for (id, stream) in streamNumbers { sessions[stream] = numbers[id] ?? 0 }
    let rules = judged.waves.map {
      RunnerRanking(format: $0.wave.format, present: judged.present)
    }
    let photos = judged.waves.map {
      hasPhotos ? WaveRanking($0, of: self, at: judged.present).ranked : []
    }
    for number in changed.map(Array.init) ?? Array(runners.indices) {
      let runner = runners[number]
      var crossings = runner.crossings.compactMap { crossing in
        row(
          of: crossing, bib: runner.key.bib,
          in: crossing.source.stream.map { sessions[$0] } ?? own)
      }
      if let (index, place) = judged.location(ofRunner: number) {
        let wave = judged.waves[index]
        let result = wave.results[place]
        let gun = wave.wave.origin(after: judged.present.start)
        let origin = result.origin(wave.wave.format, gun: gun)
        // All are judged, but for those after the present.
        for (offset, passage) in zip(crossings.indices, result.crossings) {
          crossings[offset].apply(passage, from: origin)
        }
        rows.entries += [runner.entry].compactMap(\.self)
        rows.competitors.append(
          CompetitorRow(
            hasPhotos ? photos[index][place] : rules[index].ranked(runner, result, gun: gun),
            result, runner, bib: bib(ofRunner: number), wave: wave.wave.name,
            last: crossings.last { $0.number != nil }))
      }
      rows.crossings += crossings
    }
    let later = [session.startPlace, session.stopPlace].compactMap(\.self)
      .filter { $0 > judged.present.now }
    rows.waves = judged.waves.map { wave in
      WaveRow(
        name: wave.wave.name, gun: wave.wave.gun, format: wave.wave.format,
        endLap: wave.end.lap, endPlace: wave.end.place,
        mostLaps: max(wave.end.mostLaps, wave.end.missing),
        nextChange: (later + [wave.nextChange].compactMap(\.self)).min(), hasPhotos: hasPhotos)
    }
    return rows
  }

  private var chipRows: [ChipRow] {
    var rows: [ChipRow] = []
    for chip in chips {
      if let (bib, event) = chip.owner() {
        rows.append(ChipRow(chip: chip.id, bib: bib, place: nil, event: event))
      }
      rows += chip.links.map {
        ChipRow(chip: chip.id, bib: $0.bib, place: $0.place, event: $0.version)
      }
    }
    return rows
  }
}

/// An entered runner, with the results that rank the runners of a wave.
package struct CompetitorRow: Hashable, Sendable {
  package var bib: String
  package var wave: String?
  package var status = Standings.Status.running
  /// The status that a ruling gave; nil without one.
  package var ruling: RaceEvent.Ruling.Status?
  /// The laps, or the points passed, less penalties.
  package var laps = 0
  /// The time that is shown, with penalties; nil before the first passage.
  package var time: Duration?
  package var best: Duration?
  package var last: Duration?
  package var penaltyTime = Duration.zero
  package var penaltyLaps = 0
  /// The place of the own start; nil before it.
  package var start: Duration?
  /// The last crossing that counts.
  package var lastEvent: CrossingRow.Event?
  package var lastAt: Moment?
  /// The flags, without that of too few laps, which depends on the first of the wave.
  package var flags: RaceFlags = []
  /// The order in the wave.
  package var rank = RankKey(rank: 0)

  /// Creates the row of a runner without results.
  package init(bib: String) { self.bib = bib }

  init(
    _ ranked: RankedRunner, _ result: WaveJudge.Result, _ runner: Race.Runner, bib: String,
    wave: String?, last: CrossingRow?
  ) {
    self.bib = bib
    self.wave = wave
    status = ranked.status
    ruling = runner.status
    laps = ranked.laps
    time = ranked.shown
    best = ranked.best
    self.last = ranked.lastLap
    penaltyTime = runner.penaltyTime
    penaltyLaps = runner.penaltyLaps
    start = result.start
    lastEvent = last?.event
    lastAt = last?.at
    flags = ranked.flags.subtracting(.notClassified)
    rank = ranked.key
  }
}
