import Text
import Timing

/// Caches the board of a race, and updates it with crossings.
///
/// A crossing changes the result of one runner and the order. If it may change the results of
/// others, and after any other event, the board is made again. The boards are those of
/// ``Race/board(atPlace:)``.
package struct RaceBoard: Sendable {
  private var known: Known?
  /// The number of boards that were updated.
  package private(set) var updates = 0

  /// Creates a cache without a board.
  package init() {}

  /// Returns the board of a race at a place of its timeline; nil if it is no race.
  ///
  /// A board holds until an event arrives or time alone changes it: its place may be an earlier
  /// one.
  ///
  /// - Complexity: O(1) between two changes. O(log n) in the runners for a crossing that changes
  ///   the result of one runner, but for words that are moved; else O(n log n) in the crossings.
  package mutating func board(of race: Race, atPlace now: Duration) -> Board? {
    if let known, known.holds(for: race, at: now) {
      if known.events == race.eventCount { return known.board }
      if update(with: race, now) {
        updates += 1
        return self.known?.board
      }
    }
    known = Known(race, now)
    return known?.board
  }

  private mutating func update(with race: Race, _ now: Duration) -> Bool {
    // Its arrays have no other owner, so that they are changed in place.
    guard var known = known.take() else { return false }
    guard known.update(with: race, now) else { return false }
    self.known = known
    return true
  }
}

extension RaceBoard {
  /// A board, and the facts that change with a crossing.
  private struct Known: Sendable {
    private(set) var board: Board
    private(set) var events: Int
    private let session: EventID?
    private var judged = JudgedRace()
    /// The facts of each group; nil if it cannot be updated.
    private var groups: [Group?]
    /// The group of each wave, by its name.
    private var groupNumbers: [String?: Int] = [:]
    private var tally: BoardTally
    /// The place of the last crossing.
    private var latest: Duration
    /// Whether the board is one of all events.
    private let isCurrent: Bool

    /// Makes the board; nil if the session is no race.
    init?(_ race: Race, _ now: Duration) {
      guard let main = race.wave(nil) else { return nil }
      _ = judged.settle(race, at: now)
      let rankings = race.rankings(judged)
      let groups = rankings.map { race.orders.isEmpty ? Group($0, now) : nil }
      self.groups = groups
      board = race.board(atPlace: now, main.format, rankings) { index, results in
        guard let group = groups[index] else { return nil }
        let order = rankings[index].ranking.ranked.map(\.index)
        return group.rows(results, order: order)
      }
      for (group, (wave, _)) in rankings.enumerated() { groupNumbers[wave.name] = group }
      tally = BoardTally(board.groups)
      latest = race.latestPlace(at: now)
      events = race.eventCount
      session = race.session.uid
      isCurrent = now >= race.newestPlace
    }

    /// Whether the board has not been changed by time alone.
    func holds(for race: Race, at now: Duration) -> Bool {
      session == race.session.uid && now >= board.place && board.changesAt.map { now < $0 } ?? true
    }

    /// Updates the board with the new events.
    ///
    /// - Returns: whether it is that of the race now; if not, it must be made again.
    mutating func update(with race: Race, _ now: Duration) -> Bool {
      let newest = race.session.summary.version
      let isFinished = board.phase == .finished
      guard isCurrent, isFinished || board.phase == .running, race.streams.isEmpty,
        now >= race.newestPlace, let start = race.session.startPlace,
        race.session.stopPlace == nil, events < newest
      else { return false }
      var isUnknownChanged = false
      latest = max(latest, now)
      for version in events + 1...newest {
        let source = Race.Source(version: version)
        guard race.crossing(source) != nil, let held = race.held[source] else { return false }
        latest = max(latest, held.place)
        if race.runners[held.runner].entry == nil { isUnknownChanged = true }
      }
      // Many are ranked together.
      guard start <= now, let changed = judged.settle(race, at: now), changed.count <= 100 else {
        return false
      }
      for runner in changed.sorted() {
        guard update(race, runner) else { return false }
      }
      if isUnknownChanged { board.unknown = race.unknownOnBoard(through: latest) }
      board.noteCommon(tally)
      board.place = now
      events = newest
      return isFinished || tally[.running] > 0
    }

    /// Updates the board with the new crossings of a runner.
    private mutating func update(_ race: Race, _ runner: Int) -> Bool {
      guard let (wave, number) = judged.location(ofRunner: runner) else { return true }
      guard let index = groupNumbers[judged.waves[wave].wave.name],
        let result = groups[index]?.rank(race, judged.waves[wave].results[number], number)
      else { return false }
      let row = race.boardRow(result, gun: board.groups[index].gun)
      let former = board.groups[index].rows.results[number]
      // Another result may end the race at another time.
      if board.phase == .finished, !row.hasResult(of: former) { return false }
      guard let group = groups[index], board.replace(former, with: row, group: index) else {
        return false
      }
      board.groups[index].rows.replace(number, with: row, group.ranked, group.format)
      tally.remove(former)
      tally.add(row)
      return true
    }
  }

  /// The facts of a wave that change with a crossing.
  private struct Group: Sendable {
    private let origin: Duration
    private let rules: RunnerRanking
    var format: RaceFormat { rules.format }
    /// The facts that rank the runners, by their numbers: the order of their bibs.
    private(set) var ranked: [RankedRunner]

    /// - Returns: nil for a wave without a gun, and if a crossing changes the results of others.
    init?(_ judged: (wave: Race.Wave, ranking: WaveRanking), _ now: Duration) {
      let (wave, ranking) = judged
      let format = wave.format
      guard let gun = ranking.gun, gun <= now, format.deadTime == nil, format.classified == nil
      else { return nil }
      switch format.finish {
      case .laps, .time, .points, .timeTrial: break
      case .bestLaps, .elimination, .backyard: return nil
      }
      // A ruling may give any number of laps.
      guard ranking.rows.allSatisfy({ $0.penaltyLaps > -100 }) else { return nil }
      origin = ranking.origin
      rules = ranking.rules
      ranked = ranking.ranked.sorted { $0.index < $1.index }
    }

    /// Returns rows that can be updated.
    func rows(_ results: [Board.Row], order: [Int]) -> Board.Rows {
      var gains = true
      if case .timeTrial = rules.format.finish { gains = false }
      return Board.Rows(results, order: order, isByLaps: !format.isByBestLaps, gains: gains)
    }

    /// Returns the result of a runner, who has the number in the group, and notes what ranks it.
    mutating func rank(
      _ race: Race, _ result: WaveJudge.Result, _ number: Int
    ) -> Standings.Row {
      var row = rules.row(race.runners[result.runner], result, gun: origin)
      ranked[number] = rules.ranked(result, row, number)
      row.time = rules.shownTime(of: ranked[number])
      return row
    }
  }
}

extension Board.Row {
  /// Whether both have the same status and the same laps.
  fileprivate func hasResult(of other: Self) -> Bool {
    status == other.status && result.time == other.result.time
      && result.passages == other.result.passages
  }
}

extension Board {
  /// Updates the facts about all rows with another row of a runner.
  ///
  /// - Returns: false if they depend on the other rows.
  fileprivate mutating func replace(_ former: Row, with row: Row, group: Int) -> Bool {
    if row.result.laps < former.result.laps, former.result.laps == mostLaps { return false }
    if row.longestTime < former.longestTime, former.longestTime == longestTime { return false }
    mostLaps = max(mostLaps, row.result.laps)
    longestTime = max(longestTime, row.longestTime)
    if let best = groups[group].best, former.result.best == best,
      row.result.best.map({ $0 > best }) ?? true
    {
      return false
    }
    if let lap = row.result.best { groups[group].best = min(groups[group].best ?? lap, lap) }
    return true
  }
}
