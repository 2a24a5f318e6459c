import Text
import Timing

/// The end of a wave's race after one runner has moved it, and the judgment of the others by it.
extension WaveRow {
  /// Returns the places of the laps of a runner that can end the race, as if it had no end.
  ///
  /// - Parameters:
  ///   - known: the runner.
  ///   - crossings: the crossings of the runner in their order.
  ///   - clock: the race's clock.
  ///   - priorities: the priorities of the sessions that joined the race, by their numbers.
  /// - Returns: the places; nil before the gun.
  /// - Complexity: O(k) in the crossings of the runner.
  package func laps(
    of known: Runner, _ crossings: [CrossingRow], _ clock: Clock, priorities: [Int: Int]
  ) -> [Duration]? {
    guard let (_, _, result) = result(of: known, crossings, clock, priorities) else { return nil }
    return result.isInRace ? result.laps.map(\.place) : []
  }

  /// Returns the wave with the end of its race by the first completions of its laps.
  ///
  /// - Parameters:
  ///   - firsts: the first completions of the laps.
  ///   - clock: the race's clock.
  /// - Returns: the wave; nil before its gun.
  package func ended(by firsts: FirstCompletions, _ clock: Clock) -> WaveRow? {
    guard let judge = judge(clock, through: clock.now) else { return nil }
    var row = self
    row.end = judge.end(by: firsts)
    return row
  }

  /// The crossings that another end of the race may affect.
  package enum Effect: Hashable, Sendable {
    /// None.
    case none
    /// Those at these places.
    case crossings(ClosedRange<Duration>)
    /// All.
    case all
  }

  /// Returns the effect that the end of the race has, after another one, on runners whose own
  /// crossings are the same.
  ///
  /// With `lapped=finish`, the first lap at or after the end is the last one of each runner: those
  /// without a crossing between both ends keep theirs.
  package func effect(after former: WaveRow) -> Effect {
    if hasSameEnd(as: former) { return .none }
    if format.lapped == .continue { return endLap == former.endLap ? .none : .all }
    let ends = [endPlace, former.endPlace].compactMap(\.self)
    guard let first = ends.min(), let last = ends.max() else { return .none }
    return .crossings(first...(ends.count == 2 ? last : .latestPlace))
  }

  /// Whether the race ends with the same lap at the same place.
  package func hasSameEnd(as other: WaveRow) -> Bool {
    endLap == other.endLap && endPlace == other.endPlace
  }

  /// Judges a runner by the end that the wave's race has.
  ///
  /// - Parameters:
  ///   - known: the runner.
  ///   - crossings: the crossings of the runner in their order.
  ///   - clock: the race's clock.
  ///   - priorities: the priorities of the sessions that joined the race, by their numbers.
  /// - Returns: the new rows; nil before the gun.
  /// - Complexity: O(k) in the crossings of the runner.
  package func judged(
    _ known: Runner, _ crossings: [CrossingRow], _ clock: Clock, priorities: [Int: Int]
  ) -> Judgment? {
    guard let (judge, runner, laps) = result(of: known, crossings, clock, priorities) else {
      return nil
    }
    var result = laps
    judge.apply(end, to: &result)
    return judgment(known, runner, result, crossings, clock)
  }

  /// Returns the laps of a runner as if the race had no end.
  private func result(
    of known: Runner, _ crossings: [CrossingRow], _ clock: Clock, _ priorities: [Int: Int]
  ) -> (WaveJudge, Race.Runner, WaveJudge.Result)? {
    let latest = crossings.last.map { max($0.place, clock.now) } ?? clock.now
    guard let judge = judge(clock, through: latest) else { return nil }
    let runner = raceRunner(known, crossings, through: latest, priorities)
    let start = entriesOrderStarts ? known.start : judge.ownStart(0)
    return (judge, runner, judge.laps(of: runner, 0, start, deadTime: nil))
  }
}

extension Duration {
  /// A place after that of each event.
  fileprivate static let latestPlace = Duration.nanoseconds(.max)
}
