import EventLog
import Racing
import SQLite
import Text
import Timing

/// Withdrawals of runners, and entries of runners who were not entered.
extension RaceTables {
  /// Removes an entered runner; the crossings are kept, and count for nobody.
  ///
  /// - Parameters:
  ///   - bib: the bib.
  ///   - clock: the race's clock.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded: nobody else is in the wave,
  ///   another runner has one of the chips, or the format compares all runners.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(k log n) in the crossings of the runner; as `judgment` if the end of the wave's
  ///   race may move, and O(n) in the entries for a runner with chips.
  func withdraw(
    _ bib: String, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    guard bib.isASCII, !bib.mayHaveOtherSpelling, let entry = try entry(bib, in: session),
      let known = try competitor(bib, in: session), let index = race.index(ofWave: known.wave),
      !race.waves[index].entriesOrderStarts, try hasRunners(known.wave, besides: bib, session),
      try entry.chips.isEmpty || race.scan() && areOwn(entry.chips, of: bib, session)
    else { return false }
    race.latest.forget(bib)
    let crossings = try crossings(of: bib, in: session)
    // The laps of a disqualified runner cannot end the race, either.
    var disqualified = known.runner
    disqualified.ruling = .dsq
    guard
      let judgment = try judgment(
        disqualified, crossings, insteadOf: known.runner, crossings, inWave: index, clock, &race)
    else { return false }
    try write(judgment.wave, to: index, &race)
    let key = RaceRowKey(text: bib)
    try EntryRow.delete(key, of: session, in: connection)
    try CompetitorRow.delete(key, of: session, in: connection)
    try connection.cached("DELETE FROM chips WHERE session = ? AND bib = ? AND place IS NULL")
      .bind(session, bib).run()
    for before in crossings {
      var crossing = before
      crossing.passage = nil
      crossing.flags.formIntersection(.ofPlace)
      if let chip = crossing.comparableChip, try !isAssigned(crossing, in: session) {
        guard chip.isASCII, try !hasOtherSpelling(ofChip: chip, in: session) else { return false }
        crossing.bib = try owner(ofChip: chip, at: crossing.place, in: session)
        guard crossing.bib == nil || crossing.bib == bib else { return false }
      }
      if crossing != before { try crossing.write(session, to: connection) }
    }
    return true
  }

  /// Judges a runner who was not entered, and gives the runner the crossings of the chips.
  ///
  /// - Parameters:
  ///   - entry: the entry, whose row is not written.
  ///   - chipsEvent: the event that gave it its chips.
  ///   - rulings: the rulings on the runner that stand, in their order.
  ///   - clock: the race's clock.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: as a withdrawal; with chips, also O(n) in the crossings of the race.
  func enterNew(
    _ entry: Race.Entry, chipsBy chipsEvent: Int, rulings: [Event], _ clock: WaveRow.Clock,
    _ race: inout KnownRace
  ) throws -> Bool {
    let (bib, session) = (entry.bib, race.session)
    // A wave without entries has no row.
    guard let index = race.index(ofWave: entry.wave), !race.waves[index].entriesOrderStarts,
      try entry.chips.isEmpty
        || race.scan() && claim(entry.chips, for: bib, by: chipsEvent, session)
    else { return false }
    race.latest.forget(bib)
    let crossings = try self.crossings(of: bib, in: session)
    var runner = WaveRow.Runner(
      bib: bib, ruling: nil, penaltyTime: .zero, penaltyLaps: 0, start: nil, isFinished: false)
    for event in rulings {
      if case .race(.ruled(let ruling)) = event.kind { runner.apply(ruling.decision) }
    }
    guard
      let judgment = try judgment(
        runner, crossings, insteadOf: runner, [], inWave: index, clock, &race)
    else { return false }
    try write(judgment, insteadOf: crossings, of: session)
    try write(judgment.wave, to: index, &race)
    return true
  }

  /// Updates the rows with the entry of a bib after a correction.
  ///
  /// - Parameters:
  ///   - bib: the bib.
  ///   - standing: the entry; nil without one.
  ///   - rulings: the rulings on the runner that stand, in their order.
  ///   - clock: the race's clock.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  func setEntry(
    _ bib: String, to standing: StandingEntry?, rulings: [Event], _ clock: WaveRow.Clock,
    _ race: inout KnownRace
  ) throws -> Bool {
    guard bib.isASCII, !bib.mayHaveOtherSpelling else { return false }
    let former = try entry(bib, in: race.session)
    guard let standing else { return try former == nil || withdraw(bib, clock, &race) }
    guard former == nil,
      try enterNew(
        standing.entry, chipsBy: standing.chipsEvent, rulings: rulings, clock, &race)
    else { return false }
    try EntryRow(entry: standing.entry, event: standing.event)
      .write(race.session, to: connection)
    return true
  }

  /// Whether a wave has another runner: without one it has no row.
  private func hasRunners(
    _ wave: String?, besides bib: String, _ session: Int
  ) throws(DatabaseError) -> Bool {
    try connection.cached(
      "SELECT 1 FROM competitors WHERE session = ? AND wave IS ? AND bib <> ? LIMIT 1"
    ).bind(session, wave, bib).first { _ in true } ?? false
  }

  /// Whether no other entry has one of some chips, and each of them is written in one way only.
  ///
  /// - Complexity: O(n) in the entries for each chip.
  private func areOwn(
    _ chips: [String], of bib: String, _ session: Int
  ) throws(DatabaseError) -> Bool {
    for chip in chips {
      guard chip.isASCII, !chip.mayHaveOtherSpelling else { return false }
      let json = [chip].storedJSON.dropFirst().dropLast()
      let isShared = try connection.cached(
        "SELECT 1 FROM entries WHERE session = ? AND bib <> ? AND instr(chips, ?) > 0 LIMIT 1"
      ).bind(session, bib, String(json)).first { _ in true }
      if isShared ?? false { return false }
    }
    return true
  }

  /// Gives chips that no entry has to a runner, with their crossings.
  ///
  /// - Returns: false if the race must be folded.
  /// - Complexity: O(n) in the crossings of the race.
  private func claim(
    _ chips: [String], for bib: String, by event: Int, _ session: Int
  ) throws -> Bool {
    for chip in Set(chips) {
      guard chip.isASCII, !chip.mayHaveOtherSpelling,
        try self.entry(withChip: chip, in: session) == nil
      else { return false }
      try ChipRow(chip: chip, bib: bib, place: nil, event: event).write(session, to: connection)
    }
    let known = Set(chips)
    for var crossing in try crossingsOfNobody(in: session) {
      guard let chip = crossing.comparableChip, known.contains(chip),
        try !isAssigned(crossing, in: session)
      else { continue }
      guard chip.isASCII, try owner(ofChip: chip, at: crossing.place, in: session) == bib else {
        return false
      }
      crossing.bib = bib
      try crossing.write(session, to: connection)
    }
    return true
  }

  /// Whether an assignment gave a crossing to its runner, or to nobody.
  private func isAssigned(_ crossing: CrossingRow, in session: Int) throws -> Bool {
    guard crossing.flags.contains(.amended),
      let id = try id(ofCrossing: crossing.event, in: session)
    else { return false }
    return try isAssigned(id, in: session)
  }

  /// Whether an assignment of a crossing stands.
  func isAssigned(_ crossing: EventID, in session: Int) throws(DatabaseError) -> Bool {
    try connection.cached(
      "SELECT 1 FROM race_decisions WHERE session = ? AND target = ? AND kind = 'assigned'"
    ).bind(session, crossing.description).first { _ in true } ?? false
  }
}

extension CrossingRow {
  /// The chip as chips are compared; nil without one.
  fileprivate var comparableChip: String? {
    crossing.chip.map(RaceEvent.comparable(chip:))
  }
}
