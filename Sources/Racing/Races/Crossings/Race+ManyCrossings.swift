import Timing

/// Many crossings at once.
extension Race {
  /// Gives crossings that no runner has to their runners.
  mutating func keep(_ sources: [Source]) {
    var found: [(runner: Int, crossing: Crossing)] = []
    found.reserveCapacity(sources.count)
    for source in sources {
      guard let crossing = crossing(source),
        let kept = kept(source, crossing, crossing.chip.map({ number(ofChip: $0) }))
      else {
        held[source] = nil
        continue
      }
      found.append(kept)
      note(source, kept)
    }
    // Each list is sorted once.
    var unordered: Set<Int> = []
    for (runner, indices) in Self.indicesByRunner(found, of: runners.count) {
      var crossings: [Crossing] = []
      swap(&crossings, &runners[runner].crossings)
      // An exact capacity would be too small for the next ones.
      let count = crossings.count + indices.count
      if count > crossings.capacity { crossings.reserveCapacity(max(count, 2 * crossings.count)) }
      for index in indices {
        let crossing = found[Int(index)].crossing
        if let last = crossings.last, crossing < last { unordered.insert(runner) }
        crossings.append(crossing)
      }
      swap(&crossings, &runners[runner].crossings)
    }
    for runner in unordered { runners[runner].crossings.sort() }
  }

  /// Returns the indices of crossings by their runners, those of one in order.
  ///
  /// Adding each crossing to the list of its runner would wait for memory each time: the lists of a
  /// long race are far apart.
  ///
  /// - Complexity: O(k log k) in the crossings, or O(k) and O(n) in the runners if that is less.
  private static func indicesByRunner(
    _ found: [(runner: Int, crossing: Crossing)], of count: Int
  ) -> [(runner: Int, indices: ArraySlice<Int32>)] {
    var groups: [(runner: Int, indices: ArraySlice<Int32>)] = []
    guard found.count > count / 8 else {
      let order = found.indices.sorted { (found[$0].runner, $0) < (found[$1].runner, $1) }
        .map { Int32(truncatingIfNeeded: $0) }
      var start = 0
      while start < order.count {
        let runner = found[Int(order[start])].runner
        let end = order[start...].firstIndex { found[Int($0)].runner != runner } ?? order.count
        groups.append((runner, order[start..<end]))
        start = end
      }
      return groups
    }
    // The end of the indices of each runner, which is moved down to their start.
    var ends = [Int32](repeating: 0, count: count)
    for item in found { ends[item.runner] += 1 }
    for runner in ends.indices.dropFirst() { ends[runner] += ends[runner - 1] }
    var order = [Int32](repeating: 0, count: found.count)
    for index in found.indices.reversed() {
      let runner = found[index].runner
      ends[runner] -= 1
      order[Int(ends[runner])] = Int32(truncatingIfNeeded: index)
    }
    for runner in ends.indices {
      let start = Int(ends[runner])
      let end = runner + 1 < ends.count ? Int(ends[runner + 1]) : order.count
      if start < end { groups.append((runner, order[start..<end])) }
    }
    return groups
  }
}
