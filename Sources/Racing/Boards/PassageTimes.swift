import Timing

/// The times at which the ranked runners of a wave completed each lap.
struct PassageTimes: Sendable {
  private struct Passage: Comparable, Sendable {
    var split: Duration
    /// The number of the runner.
    var runner: Int32

    static func < (left: Self, right: Self) -> Bool {
      left.split == right.split ? left.runner < right.runner : left.split < right.split
    }
  }

  /// The passages of each lap, in order.
  private var laps: [[Passage]] = []

  /// - Complexity: O(n log n) in the laps.
  init(_ tracks: some Sequence<(runner: Int, track: RankedTrack)>) {
    for (runner, track) in tracks {
      for lap in 0..<track.laps {
        guard let split = track.split(atLap: lap + 1) else { break }
        if lap == laps.count { laps.append([]) }
        laps[lap].append(Passage(split: split, runner: Int32(truncatingIfNeeded: runner)))
      }
    }
    for lap in laps.indices { laps[lap].sort() }
  }

  /// Replaces the passages of a runner; a track is nil for a runner who is not ranked.
  ///
  /// - Complexity: O(log n) in the runners for each lap that differs, but for words that are moved.
  mutating func replace(_ former: RankedTrack?, with track: RankedTrack?, of runner: Int) {
    let runner = Int32(truncatingIfNeeded: runner)
    for lap in 0..<max(former?.laps ?? 0, track?.laps ?? 0) {
      let (old, new) = (former?.split(atLap: lap + 1), track?.split(atLap: lap + 1))
      if old == new { continue }
      if let old, lap < laps.count {
        let passage = Passage(split: old, runner: runner)
        let index = laps[lap].partitioningIndex { $0 >= passage }
        if index < laps[lap].count, laps[lap][index] == passage { laps[lap].remove(at: index) }
      }
      if let new {
        if lap == laps.count { laps.append([]) }
        let passage = Passage(split: new, runner: runner)
        laps[lap].insert(passage, at: laps[lap].partitioningIndex { $0 >= passage })
      }
    }
  }

  /// Returns the number of runners who completed a lap before another one.
  ///
  /// - Complexity: O(log n) in the runners, and O(k) in those with the same time.
  func count(before split: Duration, atLap lap: Int, isAhead: (Int) -> Bool) -> Int {
    guard lap <= laps.count else { return 0 }
    let passages = laps[lap - 1]
    let first = passages.partitioningIndex { $0.split >= split }
    return first
      + passages[first...].prefix { $0.split == split }.count { isAhead(Int($0.runner)) }
  }
}
