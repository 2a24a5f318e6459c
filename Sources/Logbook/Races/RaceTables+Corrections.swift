import Racing
import SQLite
import Text
import Timing

/// Corrections of one or two runners.
extension RaceTables {
  /// Decides a command of a race that names a runner or a crossing, from the tables.
  ///
  /// - Returns: the kind of event to append; nil if past events are needed, and if the tables lack
  ///   what the command names.
  func decide(_ command: Command, _ session: Int) throws -> Event.Kind? {
    switch command {
    case .race(.ruled(let ruling)):
      guard ruling.bib.isASCII, try isEntered(ruling.bib, in: session) else { return nil }
      return .race(.ruled(ruling))
    case .race(.withdrawn(let bib)):
      guard bib.isASCII, try isEntered(bib, in: session) else { return nil }
      return .race(.withdrawn(bib: bib))
    case .assign(.event(let version), let bib):
      let event = CrossingRow.Event(session: session, version: version)
      guard let id = try id(ofCrossing: event, in: session) else { return nil }
      return .race(.assigned(id, bib: bib))
    case .assign(.id(let id), let bib):
      guard try crossing(id, in: session) != nil else { return nil }
      return .race(.assigned(id, bib: bib))
    case .assign(.number, _), .assign(.start, _), .assign(.stop, _), .assign(.stream, _),
      .race(.entered), .race(.waveStarted), .race(.wavePlanned), .race(.crossed),
      .race(.assigned), .race(.linked), .race(.ordered), .race(.joined), .race(.clocksCompared),
      .start, .stop, .resume, .lap, .mark, .undo, .redo, .amend, .remove,
      .plan, .name, .tag, .untag, .identify, .discard, .wave, .join, .order:
      return nil
    }
  }

  /// Updates the rows with an event that a correction has changed, or taken back.
  ///
  /// - Parameters:
  ///   - version: the number of the event within the race's own session.
  ///   - session: that session after the correction.
  ///   - clock: the race's clock.
  ///   - race: the race.
  /// - Returns: false if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  func update(
    _ version: Int, of session: Session, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    guard let event = session.event(version: version) else { return false }
    switch event.kind {
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .unknown: return true
    case .race(.crossed(let received)):
      if let chip = received.chip.map(RaceEvent.comparable(chip:)) {
        guard chip.isASCII, try !hasOtherSpelling(ofChip: chip, in: race.session) else {
          return false
        }
      }
      return try replace(
        CrossingRow.Event(session: race.session, version: version), event.id,
        by: try crossing(version, of: session, race.session), clock, &race)
    case .race(.ruled(let ruling)):
      return try rejudge(ruling.bib, clock, &race) { runner in
        runner.liftRulings()
        for decision in session.rulings(of: ruling.bib) { runner.apply(decision) }
      }
    case .race(.assigned(let target, _)):
      // A crossing of another session has its place by that session's clock.
      guard let crossing = session.event(target), case .race(.crossed) = crossing.kind else {
        return false
      }
      return try update(crossing.version, of: session, clock, &race)
    case .started, .stopped, .resumed, .planned, .discarded, .amended, .removed, .reverted,
      .race(.entered), .race(.withdrawn), .race(.waveStarted), .race(.wavePlanned),
      .race(.linked), .race(.ordered), .race(.joined), .race(.clocksCompared):
      return false
    }
  }

  /// Gives a crossing to another runner, or to nobody.
  func assign(
    _ id: EventID, bib: String?, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    guard var row = try crossing(id, in: race.session) else { return false }
    row.bib = bib
    row.passage = nil
    row.flags = row.flags.intersection(.ofPlace).union(.amended)
    return try replace(row.event, id, by: row, clock, &race)
  }

  /// Judges a runner again after its rulings have changed.
  func rejudge(
    _ bib: String, _ clock: WaveRow.Clock, _ race: inout KnownRace,
    change: (inout WaveRow.Runner) -> Void
  ) throws -> Bool {
    guard bib.isASCII, let known = try competitor(bib, in: race.session) else { return false }
    let crossings = try crossings(of: bib, in: race.session)
    var runner = known.runner
    change(&runner)
    return try rejudge(runner, crossings, insteadOf: known, crossings, clock, &race)
  }

  /// Replaces the row of a crossing, which may be another runner's now, at another place, or taken
  /// back.
  func replace(
    _ event: CrossingRow.Event, _ id: EventID, by row: CrossingRow?, _ clock: WaveRow.Clock,
    _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    let old = try crossing(event, in: session)
    // Written first: the end of a race is computed from all rows.
    if let row {
      try row.write(session, to: connection)
    } else {
      let key = RaceRowKey(stream: Int64(event.session), number: Int64(event.version))
      try CrossingRow.delete(key, of: session, in: connection)
    }
    let waves = race.waves
    for bib in Set([old?.bib, row?.bib].compactMap(\.self)).sorted() {
      guard bib.isASCII else { return false }
      race.latest.forget(bib)
      guard let competitor = try competitor(bib, in: session) else {
        if try hasOtherSpelling(ofBib: bib, in: session) { return false }
        continue
      }
      let others = try self.crossings(of: bib, in: session).filter { $0.event != event }
      func crossings(with crossing: CrossingRow?) throws -> [CrossingRow] {
        guard let crossing, crossing.bib == bib else { return others }
        var all = others
        all.insert(crossing, at: try position(of: crossing, id, among: others, in: session))
        return all
      }
      let isEndKnown = zip(race.waves, waves).allSatisfy { $0.hasSameEnd(as: $1) }
      guard
        try rejudge(
          competitor.runner, crossings(with: row), insteadOf: competitor, crossings(with: old),
          clock, &race, isEndKnown: isEndKnown)
      else { return false }
    }
    return true
  }

  /// Judges a runner again, whose stored rows equal the crossings.
  private func rejudge(
    _ runner: WaveRow.Runner, _ crossings: [CrossingRow], insteadOf former: Competitor,
    _ formerCrossings: [CrossingRow], _ clock: WaveRow.Clock, _ race: inout KnownRace,
    isEndKnown: Bool = true
  ) throws -> Bool {
    // A damaged table may have two rows of a crossing.
    guard Set(crossings.map(\.event)).count == crossings.count,
      let index = race.index(ofWave: former.wave),
      let judgment = try judgment(
        runner, crossings, insteadOf: former.runner, formerCrossings, inWave: index, clock, &race,
        isEndKnown: isEndKnown)
    else { return false }
    try write(judgment, insteadOf: crossings, of: race.session)
    try write(judgment.wave, to: index, &race)
    return true
  }

  /// Returns a crossing of the race's own session as it stands; nil if it does not.
  private func crossing(
    _ version: Int, of session: Session, _ number: Int
  ) throws(DatabaseError) -> CrossingRow? {
    guard let standing = session.raceEvent(version), case .crossed(let crossing) = standing.event
    else { return nil }
    var row = CrossingRow(
      event: CrossingRow.Event(session: number, version: version), bib: crossing.bib,
      crossing: crossing, at: standing.at, place: standing.place,
      runningTime: session.runningTime(atPlace: standing.place), flags: [])
    if standing.isStated { row.flags.insert(.stated) }
    if standing.isAmended { row.flags.insert(.amended) }
    if let assignment = session.assignment(of: standing.id) {
      row.bib = assignment.bib
      row.flags.insert(.amended)
    } else if crossing.bib == nil, let chip = crossing.chip {
      row.bib = try owner(
        ofChip: RaceEvent.comparable(chip: chip), at: standing.place, in: number)
    }
    return row
  }
}

extension Session {
  /// The decisions on a runner that stand, in the order of their arrival.
  ///
  /// - Complexity: O(n) in the events.
  fileprivate func rulings(of bib: String) -> [RaceEvent.Ruling.Decision] {
    events.compactMap { event in
      guard case .race(.ruled(let ruling)) = event.kind, ruling.bib == bib,
        case .ruled(let standing)? = raceEvent(event.version)?.event
      else { return nil }
      return standing.decision
    }
  }

  /// The latest standing assignment of a crossing; nil if there is none.
  ///
  /// - Complexity: O(n) in the events.
  fileprivate func assignment(of crossing: EventID) -> (bib: String?, event: Int)? {
    for event in events.reversed() {
      guard case .race(.assigned(crossing, let bib)) = event.kind,
        raceEvent(event.version) != nil
      else { continue }
      return (bib, event.version)
    }
    return nil
  }
}
