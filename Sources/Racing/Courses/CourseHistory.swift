import Text
public import Timing

/// The results of the attempts at a course: the fold over attempts in the order in which they
/// ended.
public struct CourseHistory: Hashable, Sendable, Fold {
  /// A part of a course between two passages.
  public struct Span: Hashable, Sendable {
    /// The segment passed before; nil for the start.
    public var start: SegmentKey?
    /// The segment passed at its end.
    public var end: SegmentKey

    /// Creates a span from its ends.
    public init(start: SegmentKey?, end: SegmentKey) {
      self.start = start
      self.end = end
    }
  }

  /// The best time, and the attempt that reached it first.
  public struct Best: Hashable, Sendable {
    /// The time.
    public var time: Duration
    /// The number of the session.
    public var session: Int

    /// Creates a best time.
    public init(time: Duration, session: Int) {
      self.time = time
      self.session = session
    }
  }

  /// The times of a span.
  public struct Times: Hashable, Sendable {
    /// The shortest.
    public var best: Best
    /// The sum of all, in nanoseconds.
    public var sum: Int128
    /// The number of them.
    public var count: Int

    /// Creates the times from their figures.
    public init(best: Best, sum: Int128, count: Int) {
      self.best = best
      self.sum = sum
      self.count = count
    }
  }

  /// The number of attempts that ended.
  public var attempts = 0
  /// The number of finished attempts.
  public var finished = 0
  /// The finished attempt of least running time, the first of several, by its last segment.
  ///
  /// A course may get another end; attempts are compared with those that came to the same one.
  public var finishes: [SegmentKey: Best] = [:]
  /// The times of each span that an attempt had between two passages.
  public var spans: [Span: Times] = [:]

  /// Creates the history before the first attempt.
  public init() {}

  /// Adds an attempt that ended after those before it.
  ///
  /// - Complexity: O(n) in its segments.
  public mutating func apply(_ attempt: Attempt) {
    attempts += 1
    if let total = attempt.total, let end = attempt.end {
      finished += 1
      if finishes[end].map({ total < $0.time }) ?? true {
        finishes[end] = Best(time: total, session: attempt.session)
      }
    }
    for part in attempt.parts {
      add(Best(time: part.time, session: attempt.session), part.span)
    }
  }

  private mutating func add(_ best: Best, _ span: Span) {
    let sum = Int128(best.time.nanoseconds)
    guard var times = spans[span] else {
      spans[span] = Times(best: best, sum: sum, count: 1)
      return
    }
    if best.time < times.best.time { times.best = best }
    times.sum += sum
    times.count += 1
    spans[span] = times
  }
}

/// The times of the segments of a course.
extension CourseHistory {
  /// The finished attempt of least running time to the last segment; nil if there is none.
  public func personalBest(_ keys: [SegmentKey]) -> Best? {
    keys.last.flatMap { finishes[$0] }
  }

  /// The best time of each segment; nil for one that no attempt passed right after the one before.
  public func bestSegments(_ keys: [SegmentKey]) -> [Best?] {
    keys.indices.map { spans[Self.segment($0, keys)]?.best }
  }

  /// The least possible running time at each segment, by the best times of segments and of combined
  /// segments, where one was skipped: the shortest way wins.
  ///
  /// The rule of livesplit-core, `analysis/sum_of_segments/best.rs`.
  ///
  /// - Returns: a time for each segment; nil for one that no way reaches. The last is the sum of
  ///   best.
  /// - Complexity: O(n log n) in the spans.
  public func bestSplits(_ keys: [SegmentKey]) -> [Duration?] {
    bestWays(keys).map { $0?.split }
  }

  /// The segments, from 0, whose best split is not the one before plus their own best time: skipped
  /// segments are combined with them.
  func combinedSplits(_ keys: [SegmentKey]) -> Set<Int> {
    let splits = bestSplits(keys)
    let bests = bestSegments(keys)
    return Set(
      keys.indices.filter { index in
        guard index > 0, let before = splits[index - 1], let best = bests[index] else {
          return index > 0
        }
        return splits[index] != before + best.time
      })
  }

  /// The segments that the sum of best takes together, since they are quicker so or have no best
  /// time of their own.
  ///
  /// - Returns: the segments that are passed in one, by their indices, with their time; in order.
  public func combinedSegments(_ keys: [SegmentKey]) -> [(segments: ClosedRange<Int>, best: Best)] {
    let ways = bestWays(keys)
    var combined: [(segments: ClosedRange<Int>, best: Best)] = []
    var end = keys.count
    while end > 0, let way = ways[end - 1] {
      if end - way.start > 1 { combined.append((way.start...end - 1, way.best)) }
      end = way.start
    }
    return combined.reversed()
  }

  /// The quickest way to each segment, by the number of the segment before its last part, 0 for the
  /// start, and that part's best time.
  private func bestWays(_ keys: [SegmentKey]) -> [(start: Int, best: Best, split: Duration)?] {
    var least: [(start: Int, best: Best, split: Duration)?] = keys.map { _ in nil }
    for part in parts(of: keys) {
      let before = part.start == 0 ? Duration.zero : least[part.start - 1]?.split
      guard let split = before.map({ $0 + part.best.time }) else { continue }
      if least[part.end - 1].map({ split < $0.split }) ?? true {
        least[part.end - 1] = (part.start, part.best, split)
      }
    }
    return least
  }

  /// The best times between two passages of a course, by the numbers of the segments passed, 0 for
  /// the start; in their order.
  func parts(of keys: [SegmentKey]) -> [(start: Int, end: Int, best: Best)] {
    let numbers = Dictionary(uniqueKeysWithValues: zip(keys, 1...))
    var parts: [(start: Int, end: Int, best: Best)] = []
    for (span, times) in spans {
      guard let end = numbers[span.end] else { continue }
      let start = span.start.map { numbers[$0] } ?? 0
      if let start, start < end { parts.append((start, end, times.best)) }
    }
    return parts.sorted { ($0.end, $0.start) < ($1.end, $1.start) }
  }

  /// The sums of the mean segment times, rounded to whole nanoseconds, half away from zero; nil
  /// from the first segment without a time on.
  public func averageSplits(_ keys: [SegmentKey]) -> [Duration?] {
    Self.sums(
      keys.indices.map { index in
        spans[Self.segment(index, keys)].map { .rounded($0.sum, over: Int128($0.count)) }
      })
  }

  /// The span of a segment right after the one before.
  static func segment(_ index: Int, _ keys: [SegmentKey]) -> Span {
    Span(start: index > 0 ? keys[index - 1] : nil, end: keys[index])
  }

  /// The running times by segment times; nil from the first one that is missing on.
  static func sums(_ times: [Duration?]) -> [Duration?] {
    var sum: Duration? = .zero
    return times.map { time in
      sum = sum.flatMap { sum in time.map { sum + $0 } }
      return sum
    }
  }
}

extension Duration {
  /// A quotient, rounded to whole nanoseconds, half away from zero.
  static func rounded(_ dividend: Int128, over divisor: Int128) -> Duration {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let isHalf = remainder.magnitude * 2 >= divisor.magnitude
    return .nanoseconds(Int64(clamping: quotient + (isHalf ? dividend.signum() : 0)))
  }
}
