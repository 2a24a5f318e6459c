import Timing

extension WaveJudge {
  /// On each lap that a number divides, the last one still in is out once all others have completed
  /// it.
  ///
  /// - Returns: the next of these laps with the number of runners who have not completed it; without
  ///   a lap once at most one runner is in.
  /// - Complexity: O(n) in the runners and in the laps.
  func eliminate(
    _ results: inout [Result], _ every: Int, _ runners: [(number: Int, runner: Race.Runner)]
  ) -> End {
    var places = results.map { $0.laps.map(\.place) }
    var isIn = Set(results.indices)
    // A runner with a status leaves the race after the last completed lap.
    func canComplete(_ index: Int, _ lap: Int) -> Bool {
      places[index].count >= lap || runners[index].runner.status == nil
    }
    var lap = every
    var out = 0
    while isIn.count > 1 {
      // A runner disqualified while last of all was on the course, and is out on this lap.
      let missing = isIn.filter { places[$0].count < lap }
      let isLastDisqualified =
        missing.count == 1 && missing.allSatisfy { runners[$0].runner.status == .dsq }
      let left = isLastDisqualified ? isIn : isIn.filter { canComplete($0, lap) }
      isIn = left
      guard left.count > 1 else { break }
      let done = left.filter { places[$0].count >= lap }
      guard done.count >= left.count - 1 else {
        return End(lap: lap, missing: left.count - done.count)
      }
      let last =
        left.subtracting(done).first
        ?? done.max { (places[$0][lap - 1], $0) < (places[$1][lap - 1], $1) }
      guard let last else { return End() }
      out += 1
      results[last].out = out
      results[last].isFinished = true
      results[last].flags.insert(.eliminated)
      results[last].cut(after: min(lap, places[last].count))
      places[last] = results[last].laps.map(\.place)
      isIn.remove(last)
      lap += every
    }
    guard isIn.count == 1, let winner = isIn.first, !places[winner].isEmpty else { return End() }
    results[winner].isFinished = true
    // The race ends for the winner where it ended for the last one out.
    if out > 0 { results[winner].cut(after: min(places[winner].count, lap - every)) }
    return End()
  }
}
