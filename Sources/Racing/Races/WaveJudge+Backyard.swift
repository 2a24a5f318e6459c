import Timing

extension WaveJudge {
  /// A lap counts if it is completed within its period; a runner who misses one is out.
  func endBackyard(
    _ results: inout [Result], _ period: Duration, _ runners: [(number: Int, runner: Race.Runner)]
  ) {
    var isOut: [Bool] = []
    for index in results.indices {
      var kept: [Passage] = []
      for var passage in results[index].laps {
        let begin = gun + period * kept.count
        // A crossing at its very end is within a period.
        if passage.place > begin, passage.place <= begin + period {
          passage.number = kept.count + 1
          kept.append(passage)
          continue
        }
        passage.flags.insert(passage.place <= begin ? .reread : .afterFinish)
        passage.number = 0
        results[index].others.append(passage)
      }
      results[index].others.sort { $0.crossing < $1.crossing }
      results[index].laps = kept
      let isPast = end > gun + period * (kept.count + 1)
      isOut.append(isPast || runners[index].runner.status != nil)
    }
    let most = results.lazy.map(\.laps.count).max() ?? 0
    let leaders = results.indices.filter { results[$0].laps.count == most }
    let others = results.indices.filter { results[$0].laps.count < most }
    let hasWinner =
      most > 0 && leaders.count == 1 && runners[leaders[0]].runner.status == nil
      && others.allSatisfy { isOut[$0] } && results.count > 1
    for index in results.indices {
      results[index].isWinner = hasWinner && index == leaders[0]
      results[index].isFinished = isOut[index] || results[index].isWinner
      // The race ends with the one lap more.
      if results[index].isWinner {
        results[index].cut(after: (others.map { results[$0].laps.count }.max() ?? 0) + 1)
      }
    }
  }
}
