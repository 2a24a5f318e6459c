import EventLog
import Racing
import SQLite
import Text
import Timing

/// Corrections that may move the end of a wave's race, from the rows.
extension RaceTables {
  /// The largest number of other runners who are judged again: a fold of a large race takes
  /// about as long.
  private static let mostJudged = 8_000

  /// Judges a runner again whose crossings or rulings have changed, and writes the rows of others
  /// whose results change with the end of the wave's race.
  ///
  /// - Parameters:
  ///   - runner: the runner.
  ///   - crossings: the crossings of the runner in their order, as their rows are now.
  ///   - former: the runner as before.
  ///   - formerCrossings: the crossings as before.
  ///   - index: the index of the wave.
  ///   - clock: the race's clock.
  ///   - race: the race.
  ///   - isEndKnown: whether the wave's end was computed with `formerCrossings`.
  /// - Returns: the new rows of the runner, which are not written; nil if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(k) in the crossings of the runner; if the end may move, O(n) in the rows of
  ///   the race, and O(m log n) in the crossings of those who cross between both ends.
  func judgment(
    _ runner: WaveRow.Runner, _ crossings: [CrossingRow], insteadOf former: WaveRow.Runner,
    _ formerCrossings: [CrossingRow], inWave index: Int, _ clock: WaveRow.Clock,
    _ race: inout KnownRace, isEndKnown: Bool = true
  ) throws -> WaveRow.Judgment? {
    let (wave, priorities) = (race.waves[index], race.priorities)
    func judgment(othersHaveMostLaps: Bool) -> WaveRow.Judgment? {
      wave.judgedAgain(
        runner, crossings, insteadOf: former, formerCrossings, clock, priorities: priorities,
        othersHaveMostLaps: othersHaveMostLaps)
    }
    if isEndKnown, let judgment = judgment(othersHaveMostLaps: false) { return judgment }
    guard wave.endsWithLap, wave.photos == .none else { return nil }
    if isEndKnown, try haveMostLaps(in: wave, besides: runner.bib, race.session),
      let judgment = judgment(othersHaveMostLaps: true)
    {
      return judgment
    }
    guard race.scan(), let moved = try moveEnd(by: runner, crossings, in: wave, clock, race) else {
      return nil
    }
    return moved.judged(runner, crossings, clock, priorities: priorities)
  }

  /// Returns a wave with the end of its race after the laps of a runner have changed, and writes the
  /// rows of the others whose results it changes; nil if the race must be folded.
  private func moveEnd(
    by runner: WaveRow.Runner, _ crossings: [CrossingRow], in wave: WaveRow,
    _ clock: WaveRow.Clock, _ race: KnownRace
  ) throws -> WaveRow? {
    let priorities = race.priorities
    guard let laps = wave.laps(of: runner, crossings, clock, priorities: priorities) else {
      return nil
    }
    var firsts = try firstCompletions(in: wave, besides: runner.bib, race.session)
    firsts.add(laps)
    guard let moved = wave.ended(by: firsts, clock) else { return nil }
    let places: ClosedRange<Duration>
    switch moved.effect(after: wave) {
    case .none: return moved
    case .all: return nil
    case .crossings(let range): places = range
    }
    guard try !haveSpellings(in: race.session),
      let bibs = try bibs(
        ofCrossingsAt: places, in: wave, besides: runner.bib, race.session)
    else { return nil }
    var others: [(runner: WaveRow.Runner, crossings: [CrossingRow])] = []
    for bib in bibs {
      guard let known = try competitor(bib, in: race.session) else { return nil }
      let crossings = try self.crossings(of: bib, in: race.session)
      // The rows lack laps that were after the former end.
      firsts.add(
        wave.laps(of: known.runner, crossings, clock, priorities: priorities) ?? [])
      others.append((known.runner, crossings))
    }
    guard let end = wave.ended(by: firsts, clock) else { return nil }
    for (runner, crossings) in others {
      guard let judgment = end.judged(runner, crossings, clock, priorities: priorities) else {
        return nil
      }
      try write(judgment, insteadOf: crossings, of: race.session)
    }
    return end
  }

  /// Writes the row of a runner, and those crossings that have changed.
  func write(
    _ judgment: WaveRow.Judgment, insteadOf crossings: [CrossingRow], of session: Int
  ) throws(DatabaseError) {
    for (before, after) in zip(crossings, judgment.crossings) where before != after {
      try after.write(session, to: connection)
    }
    try judgment.competitor.write(session, to: connection)
  }

  /// Returns the first completions of the laps that can end a wave's race, by all its runners but
  /// one.
  ///
  /// - Complexity: O(n) in the rows of the race: a tenth of a second for 500,000.
  private func firstCompletions(
    in wave: WaveRow, besides bib: String, _ session: Int
  ) throws(DatabaseError) -> FirstCompletions {
    var firsts = FirstCompletions()
    let least: Int
    if case .laps(let lap) = wave.format.finish { least = lap } else { least = 1 }
    let statement = try connection.cached(
      """
      SELECT number, place FROM crossings WHERE session = ?1 AND number >= ?2 AND bib <> ?3 \
      AND bib NOT IN (SELECT bib FROM competitors WHERE session = ?1 \
      AND (wave IS NOT ?4 OR ruling IN ('dsq', 'dns')))
      """
    ).bind(session, least, bib, wave.name)
    defer { statement.reset() }
    while try statement.step() {
      firsts.add(.nanoseconds(statement.int(1)), storedLap: Int(statement.int(0)))
    }
    return firsts
  }

  /// Returns the bibs of the runners of a wave besides one who crossed between two places, both
  /// included; nil if they are more than `mostJudged`.
  ///
  /// - Complexity: O(n) in the crossings of the race.
  private func bibs(
    ofCrossingsAt places: ClosedRange<Duration>, in wave: WaveRow, besides bib: String,
    _ session: Int
  ) throws(DatabaseError) -> [String]? {
    let statement = try connection.cached(
      """
      SELECT DISTINCT c.bib FROM crossings AS c JOIN competitors AS p \
      ON p.session = c.session AND p.bib = c.bib \
      WHERE c.session = ? AND c.place BETWEEN ? AND ? AND p.bib <> ? AND p.wave IS ? LIMIT ?
      """
    ).bind(
      session, places.lowerBound.nanoseconds, places.upperBound.nanoseconds, bib, wave.name,
      Self.mostJudged + 1)
    defer { statement.reset() }
    var bibs: [String] = []
    while try statement.step() { bibs.append(statement.text(0)) }
    return bibs.count > Self.mostJudged ? nil : bibs
  }

  /// Whether bibs of runners may have other bytes than those of their crossings, which the fold takes
  /// as the same text.
  ///
  /// - Complexity: O(n) in the runners, and in the crossings if there is such a bib.
  private func haveSpellings(in session: Int) throws(DatabaseError) -> Bool {
    func exists(_ condition: String) throws(DatabaseError) -> Bool {
      try connection.cached("SELECT 1 FROM \(condition) LIMIT 1").bind(session)
        .first { _ in true } ?? false
    }
    if try exists("competitors WHERE session = ? AND bib GLOB '*[^ -~]*'") { return true }
    guard try exists("competitors WHERE session = ? AND bib GLOB '*[K;`]*'") else { return false }
    return try exists("crossings WHERE session = ? AND bib GLOB '*[^ -~]*'")
  }

  /// Whether a runner of a wave besides one has the most laps so far, of those whose laps can end
  /// the race.
  ///
  /// - Complexity: O(n) in the runners of the race.
  private func haveMostLaps(
    in wave: WaveRow, besides bib: String, _ session: Int
  ) throws(DatabaseError) -> Bool {
    try connection.cached(
      """
      SELECT 1 FROM competitors WHERE session = ? AND wave IS ? AND bib <> ? \
      AND laps > 0 AND laps + penalty_laps >= ? AND ifnull(ruling, '') NOT IN ('dsq', 'dns') LIMIT 1
      """
    ).bind(session, wave.name, bib, wave.mostLaps).first { _ in true } ?? false
  }
}
