import Text

/// The comparisons over attempts at a course, computed by definition at any cost.
package struct NaiveCourse {
  /// An attempt that ended: the names of its segments, and the running times at them.
  package struct Attempt {
    package var names: [String]
    package var splits: [Duration?]

    package init(_ names: [String], _ splits: [Duration?]) {
      (self.names, self.splits) = (names, splits)
    }

    package var total: Duration? { splits.last ?? nil }
  }

  package let names: [String]
  /// The attempts, in the order of their ends.
  package let attempts: [Attempt]

  package init(_ names: [String], _ attempts: [Attempt]) {
    (self.names, self.attempts) = (names, attempts)
  }

  /// Names with the number of their occurrence: `A1 B1 A2`.
  private static func keys(_ names: [String]) -> [String] {
    names.indices.map { index in names[index] + "\(names[...index].count { $0 == names[index] })" }
  }

  package func finishes(_ attempt: Attempt) -> Bool {
    guard attempt.total != nil, let end = Self.keys(attempt.names).last else { return false }
    let keys = Self.keys(names)
    return end == keys.last || !keys.contains(end)
  }

  /// The splits of an attempt on these segments.
  package func splits(_ attempt: Attempt) -> [Duration?] {
    let keys = Self.keys(names)
    var splits = [Duration?](repeating: nil, count: names.count)
    for (key, split) in zip(Self.keys(attempt.names), attempt.splits) where split != nil {
      guard let index = keys.firstIndex(of: key), index < names.count - 1 else { continue }
      if splits[index...].allSatisfy({ $0 == nil }) { splits[index] = split }
    }
    if finishes(attempt) { splits[names.count - 1] = attempt.total }
    return splits
  }

  /// Returns the splits of a comparison by its name; nil if no attempt makes one.
  package func splits(of comparison: String) -> [Duration?]? {
    let finished = attempts.filter(finishes)
    switch comparison {
    case "pb":
      let least = finished.compactMap(\.total).min()
      return finished.first { $0.total == least }.map(splits)
    case "worst":
      let most = finished.compactMap(\.total).max()
      return finished.first { $0.total == most }.map(splits)
    case "latest": return attempts.last.map(splits)
    case "best": return best.contains { $0 != nil } ? best : nil
    case "average":
      return sums { times in
        let sum = times.reduce(0, +)
        return (2 * sum + Int128(times.count)) / (2 * Int128(times.count))
      }
    case "median":
      return sums { times in
        let sorted = times.sorted()
        return (sorted[(times.count - 1) / 2] + sorted[times.count / 2] + 1) / 2
      }
    default: return nil
    }
  }

  /// The shortest of all ways to each segment: the sums of spans over any of the segments before.
  package var best: [Duration?] {
    let tracks = attempts.map(splits)
    /// The least time between two segments, which one attempt passed in one.
    func span(_ start: Int?, _ end: Int) -> Duration? {
      tracks.compactMap { splits -> Duration? in
        guard let split = splits[end], (0..<end).last(where: { splits[$0] != nil }) == start
        else { return nil }
        return split - (start.flatMap { splits[$0] } ?? .zero)
      }.min()
    }
    return names.indices.map { end in
      (0..<1 << end).compactMap { passed -> Duration? in
        var (start, sum) = (Int?.none, Duration?.some(.zero))
        for index in 0...end where index == end || passed >> index & 1 == 1 {
          sum = sum.flatMap { sum in span(start, index).map { sum + $0 } }
          start = index
        }
        return sum
      }.min()
    }
  }

  /// The times of a segment right after the one before.
  package func times(_ index: Int) -> [Duration] {
    attempts.map(splits).compactMap { splits in
      guard let split = splits[index] else { return nil }
      return index == 0 ? split : splits[index - 1].map { split - $0 }
    }
  }

  /// The sums of a figure over the times of each segment, up to the first one without times.
  private func sums(_ figure: ([Int128]) -> Int128) -> [Duration?]? {
    var sum: Duration? = .zero
    let sums = names.indices.map { index -> Duration? in
      let times = times(index).map { Int128($0.nanoseconds) }
      sum = times.isEmpty ? nil : sum.map { $0 + .nanoseconds(Int64(figure(times))) }
      return sum
    }
    return sums.contains { $0 != nil } ? sums : nil
  }
}
