/// The intervals in which a session's clock ran, as the steps over its presses recorded them.
struct Intervals: Hashable, Sendable {
  struct Interval: Hashable {
    var from: Duration
    var to: Duration?
    /// The running time at its beginning.
    var before: Duration
    /// The press that began it, by its index in the order of places.
    var first: Int
    /// The press at which it ended, or after the limit had ended it; nil while the clock runs.
    var last: Int?
  }

  private(set) var all: [Interval] = []

  /// Updates the intervals after the step of a stopwatch over a press.
  mutating func follow(_ stopwatch: Stopwatch, _ press: Int) {
    if let finish = stopwatch.finish {
      close(at: finish.place, press)
    } else if let since = stopwatch.runningSince {
      guard all.last.map({ $0.to != nil }) ?? true else { return }
      all.append(Interval(from: since, to: nil, before: stopwatch.elapsed, first: press))
    } else if let stop = stopwatch.stoppedAt {
      close(at: stop, press)
    }
  }

  private mutating func close(at place: Duration, _ press: Int) {
    guard let last = all.indices.last, all[last].to == nil else { return }
    all[last].to = place
    all[last].last = press
  }

  /// Restores the intervals as they were after the first presses.
  mutating func restore(after presses: Int) {
    all.removeSubrange(all.partitioningIndex { $0.first >= presses }...)
    if let last = all.indices.last, all[last].last.map({ $0 >= presses }) ?? false {
      all[last].to = nil
      all[last].last = nil
    }
  }

  /// The running time at a place: negative before the start, nil without one.
  func runningTime(at place: Duration, limit: Duration?) -> Duration? {
    guard let first = all.first else { return nil }
    guard let interval = last(notAfter: place) else { return place - first.from }
    let time = interval.before + min(place, interval.to ?? place) - interval.from
    return limit.map { min($0, time) } ?? time
  }

  /// Whether the clock ran at a place, its ends included.
  func isRunning(at place: Duration) -> Bool {
    guard let interval = last(notAfter: place) else { return false }
    return interval.to.map { place <= $0 } ?? true
  }

  /// The first place at which the clock showed a running time; nil if it has not reached it.
  func place(ofRunningTime time: Duration) -> Duration? {
    guard let first = all.first else { return nil }
    if time < .zero { return first.from + time }
    for interval in all {
      let place = interval.from + (time - interval.before)
      if interval.to.map({ place <= $0 }) ?? true { return max(place, interval.from) }
    }
    return nil
  }

  private func last(notAfter place: Duration) -> Interval? {
    let index = all.partitioningIndex { $0.from > place }
    return index > 0 ? all[index - 1] : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies a condition, as all elements after it do.
  ///
  /// - Complexity: O(log n).
  @inlinable
  package func partitioningIndex(where isMet: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isMet(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
