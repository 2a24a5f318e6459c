package import Text
package import Timing

/// The rows of a race as tables hold them: its entries, chips, waves, crossings and competitors, as
/// of its newest event.
package struct RaceRows: Sendable {
  /// The entries, in no particular order.
  package var entries: [EntryRow] = []
  /// The chips of runners; nil if they have not changed.
  package var chips: [ChipRow]? = []
  /// The waves that have entries.
  package var waves: [WaveRow] = []
  /// The crossings that stand, in the order of their events.
  package var crossings = CrossingRows()
  /// The entered runners, with their results and ranks.
  package var competitors: [CompetitorRow] = []
  /// The runners whose rows these are; nil for all of the race.
  package var runners: Runners?

  /// Some runners of a race.
  package struct Runners: Sendable {
    /// The bibs.
    package var bibs: [String]
    /// Whether the crossings without a bib are included.
    package var includeNobody: Bool

    /// Creates them from the bibs; nil: without one.
    init(_ bibs: [String?]) {
      self.bibs = bibs.compactMap(\.self)
      includeNobody = bibs.contains(nil)
    }
  }

  /// Creates the rows of a session that is no race.
  package init() {}
}

/// An entry.
package struct EntryRow: Hashable, Sendable {
  package var entry: Race.Entry
  /// The latest event that changed it, by its number within the session.
  package var event: Int

  package init(entry: Race.Entry, event: Int) {
    self.entry = entry
    self.event = event
  }
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
  /// Returns the order of a session among the streams of a race, as rows are sorted by it.
  package static func order(ofStream id: EventID, priority: Int) -> String {
    RaceStream.order(priority, id)
  }

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
    session number: Int, streams numbers: [EventID: Int] = [:]
  ) -> RaceRows {
    var rows = RaceRows()
    guard session.summary.profile.plan.race != nil else { return rows }
    // A photo finish decides among runners of equal results.
    var changed = orderEvents.isEmpty ? changed : nil
    if changed?.contains(where: { runners[$0].key.bib == nil }) ?? false {
      changed?.formUnion(runners.indices.lazy.filter { runners[$0].key.bib == nil })
    }
    rows.runners = changed.map { RaceRows.Runners($0.map { runners[$0].key.bib }) }
    rows.crossings = CrossingRows(of: self, number, numbers)
    rows.chips = hasChips || changed == nil ? chipRows : nil
    let rules = judged.waves.map {
      RunnerRanking(format: $0.wave.format, present: judged.present)
    }
    for number in changed.map(Array.init) ?? Array(runners.indices) {
      guard let (index, place) = judged.location(ofRunner: number) else {
        for crossing in runners[number].crossings { rows.crossings.add(crossing, number) }
        continue
      }
      let (wave, rules) = (judged.waves[index], rules[index])
      let gun = wave.wave.origin(after: judged.present.start)
      let result = wave.results[place]
      let origin = result.origin(wave.wave.format, gun: gun)
      var passages = result.crossings[...]
      for crossing in runners[number].crossings {
        guard passages.first?.crossing.source == crossing.source, let judged = passages.popFirst()
        else {
          rows.crossings.add(crossing, number)
          continue
        }
        rows.crossings.add(
          crossing, number, judged.flags, CrossingRow.Passage(judged, from: origin))
      }
      rows.entries += [entryRow(number)].compactMap(\.self)
      guard orderEvents.isEmpty else { continue }
      let ranked = rules.ranked(runners[number], result, gun: gun)
      rows.competitors.append(competitorRow(ranked, result, wave, rows.crossings))
    }
    let later = nextChange(after: judged.present.now)
    for wave in judged.waves {
      var photos = WaveRow.Photos.none
      if !orderEvents.isEmpty {
        let ranking = WaveRanking(wave, of: self, at: judged.present)
        photos = ranking.ranked.contains { $0.key.photo != nil } ? .decisive : .idle
        for (ranked, result) in zip(ranking.ranked, wave.results) {
          rows.competitors.append(competitorRow(ranked, result, wave, rows.crossings))
        }
      }
      rows.waves.append(
        WaveRow(
          name: wave.wave.name, gun: wave.wave.gun, format: wave.wave.format,
          endLap: wave.end.lap, endPlace: wave.end.place,
          mostLaps: max(wave.end.mostLaps, wave.end.missing),
          nextChange: [wave.nextChange, later].compactMap(\.self).min(), photos: photos))
    }
    rows.crossings.sort()
    return rows
  }

  private func competitorRow(
    _ ranked: RankedRunner, _ result: WaveJudge.Result, _ wave: JudgedWave,
    _ crossings: CrossingRows
  ) -> CompetitorRow {
    CompetitorRow(
      ranked, result, runners[result.runner], bib: bib(ofRunner: result.runner),
      wave: wave.wave.name
    ) { crossings.row(of: $0) }
  }

  /// The next place after now at which results change without a further event, in whichever wave;
  /// nil if there is none.
  ///
  /// If the next event requires a fold, it is the place of the newest event of the race's own
  /// stream, which is not after now: the tables do not know the present of a stream that is ahead
  /// by comparisons of clocks.
  private func nextChange(after now: Duration) -> Duration? {
    guard !dependsOnStreams else { return session.newestPlace }
    return [session.startPlace, session.stopPlace].compactMap(\.self).filter { $0 > now }.min()
  }

  /// Whether the next event may change results in a way that only a fold of all streams tells.
  ///
  /// - Complexity: O(n log n) in the corrections and assignments.
  private var dependsOnStreams: Bool {
    let isUnclear = streams.contains { stream in
      guard stream.isJoined else { return false }
      guard stream.taken.isEmpty, let newest = stream.session.summary.timeline?.newest else {
        return true
      }
      let laid = stream.clock.lay(newest.place, by: newest.reading.clock, on: clock)
      // The doubt of a comparison depends on the distance.
      return stream.counts && laid?.flags.contains(.compared) ?? true
    }
    if isUnclear { return true }
    // An event that is still to come may be corrected already.
    return corrections.keys.contains(where: isMissing)
      || assignments.keys.contains(where: isMissing)
      || orders.contains { $0.ids.contains(where: isMissing) }
  }

  /// Whether no stream has an event; one that no longer joins the race is none.
  private func isMissing(_ event: EventID) -> Bool {
    guard let source = source(of: event) else { return true }
    return source.stream.map { !streams[$0].isJoined } ?? false
  }

  private func entryRow(_ runner: Int) -> EntryRow? {
    guard let entry = runners[runner].entry else { return nil }
    let event = entryEvents[entry.bib]?.last { session.raceEvent($0) != nil }
    return EntryRow(entry: entry, event: event ?? 0)
  }

  private var chipRows: [ChipRow] {
    var rows: [ChipRow] = []
    for chip in chips {
      if let (bib, event) = chip.owner {
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
    wave: String?, crossing: (Race.Crossing) -> CrossingRow?
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
    let last = result.laps.last.flatMap { crossing($0.crossing) }
    lastEvent = last?.event
    lastAt = last?.at
    flags = ranked.flags.subtracting(.notClassified)
    rank = ranked.key
  }
}
