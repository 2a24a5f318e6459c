import Text
import Timing

/// Gives places to the runners of a wave, who are in the order of their results.
struct Placing {
  let format: RaceFormat

  /// Returns the results in their order, with positions, times and gaps.
  ///
  /// - Parameters:
  ///   - rows: the results with the times that are shown; each runner has the index of a row.
  ///   - ranked: the runners in order; those with too few laps are moved behind the ranked ones.
  /// - Returns: a result for each runner.
  /// - Complexity: O(n).
  func placed(
    _ rows: consuming [Standings.Row], _ ranked: inout [RankedRunner]
  ) -> [Standings.Row] {
    classify(&rows, &ranked)
    rows.reorder(by: ranked.map(\.index))
    for index in rows.indices {
      let runner = ranked[index]
      guard runner.key.rank == 0, !runner.isUnclassified else { continue }
      let isShared = index > 0 && format.sharePlace(ranked[index - 1].key, runner.key)
      rows[index].position = isShared ? rows[index - 1].position : index + 1
    }
    rows.setGaps(format)
    return rows
  }

  /// Moves those with too few laps behind the ranked ones.
  private func classify(_ rows: inout [Standings.Row], _ ranked: inout [RankedRunner]) {
    guard let share = format.classified, let first = ranked.first, first.key.rank == 0 else {
      return
    }
    let least = rows[first.index].laps * share / 1000
    let count = ranked.partitioningIndex { $0.key.rank != 0 }
    for index in 0..<count where rows[ranked[index].index].laps < least {
      ranked[index].isUnclassified = true
      rows[ranked[index].index].flags.insert(.notClassified)
    }
    let classified = ranked[..<count].filter { !$0.isUnclassified }
    let others = ranked[..<count].filter(\.isUnclassified)
    ranked.replaceSubrange(..<count, with: classified + others)
  }
}

extension [Standings.Row] {
  /// Moves each row to the place that its index has in a list.
  ///
  /// Rows are exchanged, since a copy of their many texts and lists takes longer.
  ///
  /// - Complexity: O(n).
  fileprivate mutating func reorder(by order: [Int]) {
    // The row at each place, and the place of each row.
    var (rows, places) = (Array<Int>(indices), Array<Int>(indices))
    withUnsafeMutableBufferPointer { buffer in
      for (place, row) in order.enumerated() {
        let (former, other) = (places[row], rows[place])
        buffer.swapAt(place, former)
        (rows[former], places[other]) = (other, former)
      }
    }
  }

  /// Computes the gaps to the first and to the one ahead, by the format.
  mutating func setGaps(_ format: RaceFormat) {
    guard let first else { return }
    for index in indices {
      let ahead = index > 0 ? index - 1 : index
      self[index].setGaps(
        to: (first.laps, first.time), behind: (self[ahead].laps, self[ahead].time),
        byLaps: !format.isByBestLaps)
      guard format.isBackyard else { continue }
      // Times do not rank: only those of a shared place have a gap, which is none.
      let position = self[index].time == nil ? nil : self[index].position
      self[index].gap = position != nil && position == first.position ? .zero : nil
      self[index].interval = position != nil && position == self[ahead].position ? .zero : nil
    }
  }
}

extension Standings.Row {
  /// Computes the gaps of a runner who has a position, or none.
  ///
  /// - Parameters:
  ///   - first: the laps and the time of the first.
  ///   - ahead: those of the runner ahead; of the first, the first's own.
  ///   - byLaps: whether there is no gap in time between runners with other laps.
  mutating func setGaps(
    to first: (laps: Int, time: Duration?), behind ahead: (laps: Int, time: Duration?),
    byLaps: Bool
  ) {
    gap = nil
    interval = nil
    gapLaps = 0
    guard position != nil else { return }
    if byLaps { gapLaps = max(0, first.laps - laps) }
    guard let time else { return }
    if gapLaps == 0, let leader = first.time { gap = time - leader }
    if !byLaps || ahead.laps == laps, let before = ahead.time { interval = time - before }
  }
}
