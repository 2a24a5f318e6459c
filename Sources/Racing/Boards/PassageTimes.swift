import Timing

/// The passages of a runner who is ranked, as places are compared by them.
struct RankedTrack {
  /// The time at each lap, or point, with penalties; a point that was missed has that of the next.
  var splits: [Duration]
  /// The number of laps at the passage before the last one; 0 if there is none.
  var lapsBefore: Int
  /// The laps that a ruling gave, which were complete at the first passage.
  var granted = 0

  /// Creates the track of passages, each with its number and split, and of the penalties.
  init(
    _ passages: some Sequence<(number: Int, split: Duration)>, penaltyTime: Duration,
    penaltyLaps: Int
  ) {
    (splits, lapsBefore, granted) = ([], 0, max(0, -penaltyLaps))
    for passage in passages where passage.number - penaltyLaps > laps {
      lapsBefore = splits.isEmpty ? 0 : laps
      let count = passage.number - penaltyLaps - laps
      splits += Array(repeating: passage.split + penaltyTime, count: count)
    }
  }

  /// The number of laps at the last passage.
  var laps: Int { granted + splits.count }

  /// The time at which so many laps were complete; nil if they never were.
  func split(atLap lap: Int) -> Duration? {
    let index = max(0, lap - granted - 1)
    return index < splits.count ? splits[index] : nil
  }
}

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

  /// Creates the times from the track of each runner; nil for a runner who is not ranked.
  ///
  /// - Complexity: O(n log n) in the laps.
  init(_ tracks: some Sequence<RankedTrack?>) {
    for (runner, track) in tracks.enumerated() {
      for lap in 0..<(track?.laps ?? 0) {
        guard let split = track?.split(atLap: lap + 1) else { break }
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

  /// Returns the places that the runner at an index of the order gained since the passage before the
  /// last one; nil for a runner with fewer than two passages.
  ///
  /// A runner's place at a passage is the number of those who completed the same lap earlier, and
  /// one. Later events do not change it, so that boards made at any moment agree. `isAhead`
  /// returns whether a runner with the same time is ahead in the order.
  ///
  /// - Complexity: O(log n) in the runners, and O(k) in those with the same time.
  func gained(_ track: RankedTrack, at index: Int, isAhead: (Int) -> Bool) -> Int? {
    let lap = track.lapsBefore
    guard lap > 0, lap <= laps.count, let split = track.split(atLap: lap) else { return nil }
    let passages = laps[lap - 1]
    let first = passages.partitioningIndex { $0.split >= split }
    let others = passages[first...].prefix { $0.split == split }
    return first + others.count { isAhead(Int($0.runner)) } - index
  }
}
