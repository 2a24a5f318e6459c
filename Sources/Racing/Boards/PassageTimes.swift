import Timing

/// The passages of a runner, as places are compared by them; none for a runner who is not ranked.
struct RankedTrack {
  /// The time at each lap, or point, with penalties; a point that was missed has that of the next,
  /// and a lap that a ruling gave has that of the first passage.
  var splits: [Duration] = []
  /// The number of laps at the passage before the last one; 0 if there is none.
  var lapsBefore = 0

  /// Creates the track of passages, each with its number and split, and of the penalties.
  init(
    _ passages: some Sequence<(number: Int, split: Duration)>, penaltyTime: Duration = .zero,
    penaltyLaps: Int = 0
  ) {
    for passage in passages where passage.number - penaltyLaps > splits.count {
      lapsBefore = splits.count
      let count = passage.number - penaltyLaps - splits.count
      splits += Array(repeating: passage.split + penaltyTime, count: count)
    }
  }
}

/// The times at which the ranked runners of a wave completed each lap.
struct PassageTimes: Sendable {
  /// The passages of each lap, in order; runners have their numbers.
  private var laps: [[(split: Duration, runner: Int32)]] = []

  /// Creates the times from the track of each runner.
  ///
  /// - Complexity: O(n log n) in the laps.
  init(_ tracks: some Sequence<RankedTrack>) {
    for (runner, track) in tracks.enumerated() {
      for (lap, split) in track.splits.enumerated() {
        if lap == laps.count { laps.append([]) }
        laps[lap].append((split, Int32(truncatingIfNeeded: runner)))
      }
    }
    for lap in laps.indices { laps[lap].sort(by: <) }
  }

  /// Replaces the passages of a runner.
  ///
  /// - Complexity: O(log n) in the runners for each lap from the first one that differs, and
  ///   O(n) in words that are moved.
  mutating func replace(_ former: RankedTrack, with track: RankedTrack, of runner: Int) {
    let runner = Int32(truncatingIfNeeded: runner)
    let same = zip(former.splits, track.splits).prefix { $0 == $1 }.count
    for (lap, split) in former.splits.enumerated().dropFirst(same) {
      let index = laps[lap].partitioningIndex { $0 >= (split, runner) }
      if index < laps[lap].count, laps[lap][index] == (split, runner) {
        laps[lap].remove(at: index)
      }
    }
    for (lap, split) in track.splits.enumerated().dropFirst(same) {
      if lap == laps.count { laps.append([]) }
      let index = laps[lap].partitioningIndex { $0 >= (split, runner) }
      laps[lap].insert((split, runner), at: index)
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
    let lap = track.lapsBefore - 1
    guard laps.indices.contains(lap) else { return nil }
    return place(of: track, atLap: lap, isAhead) - 1 - index
  }

  /// Returns the place of a runner at each lap, with the time behind the first at that lap.
  func places(of track: RankedTrack, isAhead: (Int) -> Bool) -> [(place: Int, gap: Duration)] {
    track.splits.indices.map { lap in
      let gap = track.splits[lap] - (laps[lap].first?.split ?? track.splits[lap])
      return (place(of: track, atLap: lap, isAhead), gap)
    }
  }

  private func place(of track: RankedTrack, atLap lap: Int, _ isAhead: (Int) -> Bool) -> Int {
    let (split, passages) = (track.splits[lap], laps[lap])
    let first = passages.partitioningIndex { $0.split >= split }
    let others = passages[first...].prefix { $0.split == split }
    return first + others.count { isAhead(Int($0.runner)) } + 1
  }
}
