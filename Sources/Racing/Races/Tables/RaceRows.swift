package import Text
package import Timing

/// The rows of a race as tables hold them: its entries, chips, waves, crossings and competitors, as
/// of its newest event.
package struct RaceRows: Sendable {
  /// The entries, in no particular order; of some runners only those that events have changed.
  package var entries: [Race.Entry] = []
  /// The chips of runners; nil if they have not changed.
  package var chips: [ChipRow]? = []
  /// The waves that have entries.
  package var waves: [WaveRow] = []
  /// The crossings that stand, in no particular order; of some runners only those whose rows differ
  /// from the written ones.
  package var crossings: [CrossingRow] = []
  /// The entered runners, with their results and ranks.
  package var competitors: [CompetitorRow] = []
  /// Whether these are all entered runners.
  package var hasAllRunners = true
  /// The bibs that have no entry any more, and the crossings that have no row; nil if these are all
  /// rows of the race.
  package var removed: (bibs: [String], crossings: [CrossingRow.Event])?

  /// Creates the rows of a session that is no race.
  package init() {}
}

/// A chip that a runner has.
package struct ChipRow: Hashable, Sendable {
  /// The chip, as chips are compared.
  package var chip: String
  package var bib: String
  /// The place from which the runner has it; nil for a chip of an entry, which the runner has at all
  /// places without a link.
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
  /// `changed` has the runners who may have changed since the tables were written and
  /// ``keepFormer()`` was called, with their results at that time; nil for all. Of these, crossings
  /// whose rows are the same as then are left out.
  ///
  /// - Complexity: O(n log n) in the crossings of these runners, and O(n) in the chips; O(n log n) in
  ///   the runners if crossings were put in order.
  package func rows(
    _ judged: JudgedRace, changing changed: [Int: JudgedRunner?]? = nil,
    chips hasChips: Bool = true, session own: Int, streams numbers: [EventID: Int] = [:]
  ) -> RaceRows {
    var rows = RaceRows()
    guard session.summary.profile.plan.race != nil else { return rows }
    // A photo finish decides among runners of equal results.
    let hasPhotos = !orders.isEmpty
    let changed = hasPhotos ? nil : changed
    rows.chips = hasChips || changed == nil ? chipRows : nil
    let sessions = sessions(own, numbers)
    let rules = judged.waves.map { RunnerRanking($0.wave, at: judged.present) }
    let photos = judged.waves.map {
      hasPhotos ? WaveRanking($0, of: self, at: judged.present).ranked : []
    }
    let clock = session.runningClock
    let isClockChanged = formerClock != clock
    rows.removed = changed.map { _ in ([], []) }
    rows.hasAllRunners = changed.map { $0.count == runners.count } ?? true
    for number in changed?.keys.sorted() ?? Array(runners.indices) {
      let runner = runners[number]
      let judgedNow = judged.judged(number)
      let passages = passages(of: runner, judgedNow)
      func crossingRow(_ passage: WaveJudge.Passage) -> CrossingRow {
        row(of: passage, from: judgedNow, runner.key.bib, sessions)
      }
      var entry: Entry?
      if let (index, place) = judged.location(ofRunner: number) {
        let wave = judged.waves[index]
        let result = wave.results[place]
        entry = runner.entry
        rows.competitors.append(
          CompetitorRow(
            hasPhotos ? photos[index][place] : rules[index].ranked(runner, result),
            result, runner, wave.wave, last: passages.last { $0.number > 0 }.map(crossingRow)))
      }
      guard let result = changed?[number] else {
        rows.entries += [entry].compactMap(\.self)
        rows.crossings += passages.map(crossingRow)
        continue
      }
      let former = former?[number] ?? runner
      if let entry {
        if result == nil || runner.entryChange > former.entryChange { rows.entries.append(entry) }
      } else if result != nil, let bib = former.entry?.bib {
        rows.removed?.bibs.append(bib)
      }
      // Most crossings are as before, and need no row.
      let before = self.passages(of: former, result)
      let isMoved = result?.origin != judgedNow?.origin
      var missing = Dictionary(before.indices.map { (before[$0].crossing.source, $0) }) { $1 }
      rows.crossings += passages.filter { passage in
        let index = missing.removeValue(forKey: passage.crossing.source)
        // The time of an amended crossing may change where its place does not.
        return isMoved || index.map { before[$0] } != passage || passage.flags.contains(.amended)
          || isClockChanged
            && formerClock?.runningTime(at: passage.place) != clock.runningTime(at: passage.place)
      }.map(crossingRow)
      rows.removed?.crossings += missing.keys.map {
        CrossingRow.Event(session: sessions($0), version: $0.version)
      }
    }
    rows.waves = judged.waves.map { row(of: $0, judged.present) }
    return rows
  }

  /// Returns the crossings of a runner in the order of their places; all are judged, except for
  /// those after the present, and those of a runner who is not entered.
  private func passages(of runner: Runner, _ judged: JudgedRunner?) -> [WaveJudge.Passage] {
    let passages = judged?.result.crossings ?? []
    return passages
      + runner.crossings.dropFirst(passages.count).map { WaveJudge.Passage($0) }
  }

  private func row(
    of passage: WaveJudge.Passage, from judged: JudgedRunner?, _ bib: String?,
    _ sessions: (Source) -> Int
  ) -> CrossingRow {
    var row = row(of: passage.crossing, bib: bib, in: sessions(passage.crossing.source))
    row.apply(passage, from: judged?.origin ?? .zero)
    return row
  }

  /// Returns a crossing with its runner and wave, as rows after a judgment; nil if it does not stand.
  ///
  /// `stream` is the session that joined the race; nil for the race's own. The order of the runner is
  /// that without crossings that were put in order.
  ///
  /// - Complexity: O(n) in the laps of the runner, and in the streams.
  package func rows(
    ofCrossing version: Int, of stream: EventID?, _ judged: JudgedRace, session own: Int,
    streams: [EventID: Int]
  ) -> (crossing: CrossingRow, entry: Entry?, runner: CompetitorRow?, wave: WaveRow?)? {
    let source = Source(stream: stream.flatMap { streamNumbers[$0] }, version: version)
    guard session.summary.profile.plan.race != nil, let number = held[source]?.runner
    else { return nil }
    let (runner, sessions) = (runners[number], sessions(own, streams))
    let result = judged.judged(number)
    func crossingRow(_ passage: WaveJudge.Passage) -> CrossingRow {
      row(of: passage, from: result, runner.key.bib, sessions)
    }
    let passage =
      result?.result.passage(of: source)
      ?? runner.crossings.last { $0.source == source }.map { WaveJudge.Passage($0) }
    guard let crossing = passage.map(crossingRow) else { return nil }
    guard let (index, place) = judged.location(ofRunner: number) else {
      let wave = judged.waves.first { $0.wave.name == nil }
      return (crossing, nil, nil, wave.map { row(of: $0, judged.present) })
    }
    let wave = judged.waves[index]
    let rules = RunnerRanking(wave.wave, at: judged.present)
    let competitor = CompetitorRow(
      rules.ranked(runner, wave.results[place]), wave.results[place], runner, wave.wave,
      last: result?.result.laps.last.map(crossingRow))
    return (crossing, runner.entry, competitor, row(of: wave, judged.present))
  }

  /// Returns the number of the session of an event, by those of the race and of the joined sessions.
  private func sessions(_ own: Int, _ numbers: [EventID: Int]) -> (Source) -> Int {
    var sessions = Array(repeating: 0, count: streams.count)
    for (id, stream) in streamNumbers { sessions[stream] = numbers[id] ?? 0 }
    return { source in source.stream.map { sessions[$0] } ?? own }
  }

  private func row(of wave: JudgedWave, _ present: RacePresent) -> WaveRow {
    let later = [session.summary.startPlace, session.summary.stopPlace].compactMap(\.self)
      .filter { $0 > present.now }
    var row = WaveRow(wave.wave)
    (row.end, row.hasPhotos) = (wave.end, !orders.isEmpty)
    row.nextChange = (later + [wave.nextChange].compactMap(\.self)).min()
    return row
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
    _ ranked: RankedRunner, _ result: WaveJudge.Result, _ runner: Race.Runner, _ wave: Race.Wave,
    last: CrossingRow?
  ) {
    bib = runner.key.bib ?? ""
    self.wave = wave.name
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
