/// The intervals in which a session's clock ran, so that the running time at any place can be told.
struct Intervals: Hashable, Sendable {
  private struct Interval: Hashable {
    var from: Duration
    var to: Duration?
    /// The running time at its beginning.
    var before: Duration
  }

  private var intervals: [Interval] = []

  /// Takes over what a stopwatch knows after each of its steps.
  mutating func follow(_ stopwatch: Stopwatch) {
    if let finish = stopwatch.finish {
      close(at: finish.place)
    } else if let since = stopwatch.runningSince {
      guard intervals.last.map({ $0.to != nil }) ?? true else { return }
      intervals.append(Interval(from: since, to: nil, before: stopwatch.elapsed))
    } else if let stop = stopwatch.stoppedAt {
      close(at: stop)
    }
  }

  /// The running time at a place: negative before the start, nil without one.
  ///
  /// - Complexity: O(log n).
  func runningTime(at place: Duration, limit: Duration?) -> Duration? {
    guard let first = intervals.first else { return nil }
    guard let interval = last(notAfter: place) else { return place - first.from }
    let time = interval.before + min(place, interval.to ?? place) - interval.from
    return limit.map { min($0, time) } ?? time
  }

  /// Whether the clock ran at a place, its ends included.
  ///
  /// - Complexity: O(log n).
  func isRunning(at place: Duration) -> Bool {
    guard let interval = last(notAfter: place) else { return false }
    return interval.to.map { place <= $0 } ?? true
  }

  /// The first place at which the clock showed this running time; nil if it has not come to it.
  func place(ofRunningTime time: Duration) -> Duration? {
    guard let first = intervals.first else { return nil }
    if time < .zero { return first.from + time }
    for interval in intervals {
      let place = interval.from + (time - interval.before)
      if interval.to.map({ place <= $0 }) ?? true { return max(place, interval.from) }
    }
    return nil
  }

  private mutating func close(at place: Duration) {
    guard let last = intervals.indices.last, intervals[last].to == nil else { return }
    intervals[last].to = place
  }

  private func last(notAfter place: Duration) -> Interval? {
    var range = intervals.startIndex..<intervals.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        intervals[middle].from <= place
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound > 0 ? intervals[range.lowerBound - 1] : nil
  }
}
