import Text
import Timing

/// The formats in which the last one left wins.
extension WaveJudge {
  /// On each lap that a number divides, the last one still in is out once all others have completed
  /// it; returns the next of these laps with the number of runners who have not completed it.
  ///
  /// The end is without a lap once at most one runner is in.
  ///
  /// - Complexity: O(n) in the runners and in the laps.
  func eliminate(_ results: inout [Result], _ every: Int, _ runners: [Runner]) -> WaveEnd {
    var places = results.map { $0.laps.map(\.place) }
    var isIn = Set(results.indices)
    // A ruling disqualifies at its moment; with another status the last completed lap is the end.
    func leaving(_ index: Int) -> Duration {
      switch runners[index].status {
      case nil: .nanoseconds(.max)
      case .dsq: runners[index].statusPlace
      default: .nanoseconds(.min)
      }
    }
    var lap = every
    var out = 0
    while isIn.count > 1 {
      let done = isIn.filter { places[$0].count >= lap }
      let missing = isIn.subtracting(done)
      let waiting = missing.count { runners[$0].status == nil }
      guard waiting <= 1 else { return WaveEnd(lap: lap, mostLaps: waiting) }
      // A runner who leaves after all others have completed the lap, or left, was the last one.
      let completed = done.map { places[$0][lap - 1] }.max() ?? .zero
      isIn = done
      if let latest = missing.max(by: { leaving($0) < leaving($1) }), leaving(latest) > completed,
        missing.allSatisfy({ $0 == latest || leaving($0) < leaving(latest) })
      {
        isIn.insert(latest)
      }
      guard isIn.count > 1 else { break }
      guard let last = isIn.subtracting(done).first ?? lastOnLap(lap, of: done, &results)
      else { return WaveEnd() }
      out += 1
      results[last].out = out
      results[last].isFinished = true
      results[last].flags.insert(.eliminated)
      results[last].cut(after: min(lap, places[last].count))
      places[last] = results[last].laps.map(\.place)
      isIn.remove(last)
      lap += every
    }
    guard isIn.count == 1, let winner = isIn.first, !places[winner].isEmpty else {
      return WaveEnd()
    }
    results[winner].isFinished = true
    // The race ends for the winner where it ended for the last one out.
    if out > 0 { results[winner].cut(after: min(places[winner].count, lap - every)) }
    return WaveEnd()
  }

  /// Returns the runner who completed an elimination lap as the last one, by the rule for ties.
  ///
  /// - Complexity: O(n log n) in the runners.
  private func lastOnLap(_ lap: Int, of runners: Set<Int>, _ results: inout [Result]) -> Int? {
    let place = runners.map { results[$0].laps[lap - 1].place }.max()
    let tied = runners.filter { results[$0].laps[lap - 1].place == place }.sorted()
    guard tied.count > 1 else { return tied.last }
    switch format.ties {
    case .line: break
    case .shared: return tied.last
    case .bestLap:
      let bests = tied.map { results[$0].laps.prefix(lap).lazy.compactMap(\.lap).min() ?? .zero }
      return zip(bests, tied).max { $0 < $1 }?.1
    }
    let crossings = tied.map { (number: $0, crossing: results[$0].laps[lap - 1].crossing) }
      .sorted { present.recorded($0.crossing).precedes(present.recorded($1.crossing)) ?? false }
    let (order, decided) = present.sorted(crossings.map { ($0.number, $0.crossing.id) })
    for runner in decided { results[runner].flags.insert(.photoFinish) }
    return order.last
  }

  /// A runner who misses a loop is out; who alone completes one more wins.
  func endBackyard(_ results: inout [Result], _ period: Duration, _ runners: [Runner]) {
    let isOut = zip(results, runners).map { result, runner in
      // Until a stop, the loop may still be completed at the very end of its period.
      let last = gun + period * (result.number + 1)
      return end > last || present.stop == last || runner.status != nil
    }
    let most = results.lazy.map(\.laps.count).max() ?? 0
    let leaders = results.indices.filter { results[$0].laps.count == most }
    let others = results.indices.filter { results[$0].laps.count < most }
    let hasWinner =
      most > 0 && leaders.count == 1 && runners[leaders[0]].status == nil
      && others.allSatisfy { isOut[$0] } && results.count > 1
    for index in results.indices {
      results[index].isWinner = hasWinner && index == leaders[0]
      results[index].isFinished =
        isOut[index] || results[index].isWinner || hasCompletedAll(results[index], period)
      // The race ends with the one lap more.
      if results[index].isWinner {
        results[index].cut(after: (others.map { results[$0].laps.count }.max() ?? 0) + 1)
      }
    }
  }

  /// Whether a stop found the runner off the course: with each lap completed whose period had begun.
  private func hasCompletedAll(_ result: Result, _ period: Duration) -> Bool {
    guard let stop = present.stop, !result.laps.isEmpty else { return false }
    return stop <= gun + period * result.laps.count
  }
}
