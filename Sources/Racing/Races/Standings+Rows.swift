import Text
package import Timing

/// The result of a runner from the rows of a race, without a position.
package struct RankedRow: Sendable {
  /// The result, with the time that is shown but for bunches.
  package var row: Standings.Row
  /// The order of the runner as numbers.
  package var key: RankKey
  /// The order among equal results by a photo finish.
  package var photo: Int?

  /// Creates a result.
  package init(_ row: Standings.Row, _ key: RankKey, photo: Int?) {
    self.row = row
    self.key = key
    self.photo = photo
  }
}

extension Standings {
  /// Creates the results of a race from its rows.
  ///
  /// - Parameters:
  ///   - format: the format of the race.
  ///   - waves: the waves, each with its runners in any order.
  ///   - clock: the race's clock; its `now` is the present.
  ///   - isRuled: whether a ruling gave the status to the runner with a bib.
  /// - Complexity: O(n log n) in the runners.
  package init(
    _ format: RaceFormat, _ waves: [(wave: WaveRow, runners: [RankedRow])],
    _ clock: WaveRow.Clock, isRuled: (String) -> Bool
  ) {
    self.init(format: format)
    // Waves without a gun are the last ones.
    let later = clock.now + .seconds(1)
    let inOrder = waves.sorted { left, right in
      (left.wave.gun ?? later, left.wave.name ?? "")
        < (right.wave.gun ?? later, right.wave.name ?? "")
    }
    self.waves = inOrder.map { wave, runners in
      Wave(
        name: wave.name, format: wave.format, rows: wave.ranked(runners),
        isStarted: wave.gun(after: clock.start) != nil)
    }
    setPhase(start: clock.start, stop: clock.standingStop, now: clock.now, isRuled: isRuled)
  }
}

extension WaveRow {
  /// The place from which its runners are judged: not before the start of the race.
  package func gun(after start: Duration?) -> Duration? {
    Race.Wave(name: name, gun: gun, format: format).gun(after: start)
  }

  /// Whether the time of each runner counts from the own start.
  package var isOwnClock: Bool {
    format.hasOwnClocks
  }

  /// The results in order.
  fileprivate func ranked(_ runners: [RankedRow]) -> [Standings.Row] {
    let order = RankOrder(format)
    var ranked = runners.enumerated().map { index, runner in
      order.ranked(runner.key, laps: runner.row.laps, photo: runner.photo, index)
    }
    let bibs = runners.map { NaturalText($0.row.bib) }
    ranked.sort { order.comesBefore($0, $1) ?? (bibs[$0.index] < bibs[$1.index]) }
    return Placing(format).placed(runners.map(\.row), &ranked)
  }
}
