import Text
import Timing

/// A course and the comparison of an attempt at it.
public struct CourseComparison: Hashable, Sendable {
  /// The names of the segments.
  public let names: [String]
  /// The track to compare with; nil if there is none yet.
  public let other: Track?
  /// The attempts that count.
  public let history: CourseHistory
  /// The attempts by whose times sums of best times are computed.
  private let summed: CourseHistory
  /// The best time of each segment in the attempts before.
  private let bests: [Duration?]

  /// Creates a comparison with another track by the attempts that count.
  ///
  /// `shown` are these attempts as people see them, for sums of best times; nil for the exact ones.
  public init(_ history: CourseHistory, with other: Track?, shown: CourseHistory? = nil) {
    names = history.keys.map(\.name)
    self.other = other
    self.history = history
    summed = shown ?? history
    bests = history.bestSegments.map { $0?.time }
  }

  /// The same attempts, compared with another track that they make.
  public func compared(with comparison: Comparison) -> CourseComparison {
    CourseComparison(
      history, with: comparison.track(of: history, shown: summed), shown: summed)
  }

  /// The sum of the best segments; nil if no way leads through all of them.
  public var sumOfBest: Duration? { summed.bestSplits.last ?? nil }

  /// Returns the difference of a track at the end of a segment, from 0; nil where one of the two has
  /// no passage.
  public func difference(atPassage index: Int, of track: Track) -> Difference? {
    guard let other, bests.indices.contains(index), let own = track.split(at: index),
      let split = other.split(at: index)
    else { return nil }
    let time = track.segmentTime(index)
    let isBest = bests[index].flatMap { best in time.map { $0 < best } } ?? false
    return Difference(own - split, since: last(before: index, track, other), isBest: isBest)
  }

  /// Returns the difference while a segment is under way, at a running time; nil if there is none to
  /// show.
  ///
  /// It is shown once the total is behind, or the segment has lost time to the comparison's, or its
  /// elapsed time exceeds the best segment of all attempts; before, the difference of the last
  /// passage is.
  public func difference(at time: Duration, of track: Track) -> Difference? {
    let index = track.passed
    guard let other, bests.indices.contains(index), let split = other.split(at: index) else {
      return nil
    }
    let last = last(before: index, track, other)
    let elapsed = time - (index > 0 ? track.splits[index - 1] ?? .zero : .zero)
    let live = time - split
    let isOverBest = bests[index].map { elapsed > $0 } ?? false
    guard live > .zero || live > last ?? .zero || isOverBest else { return nil }
    return Difference(live, since: last, isBest: false)
  }

  /// The difference at the last common passage before a segment.
  private func last(before index: Int, _ track: Track, _ other: Track) -> Duration? {
    for earlier in (0..<index).reversed() {
      if let own = track.split(at: earlier), let split = other.split(at: earlier) {
        return own - split
      }
    }
    return nil
  }

  /// The running time that a track would have with the best ways through all segments to come; nil
  /// after the last segment, and if there is no such way.
  ///
  /// The segment under way counts with its best time, or with the time already spent in it if that
  /// is longer; without a running time it is left out.
  ///
  /// - Complexity: O(n log n) in the spans of the attempts.
  public func bestPossible(_ track: Track, at time: Duration? = nil) -> Duration? {
    let passed = track.passed
    guard passed < names.count else { return nil }
    let split = passed > 0 ? track.splits[passed - 1] ?? .zero : .zero
    let elapsed = time.map { $0 - split } ?? .zero
    // The least time from each passage to the end.
    var rests = [Duration?](repeating: nil, count: names.count) + [.zero]
    for (span, best) in summed.spans.reversed() where span.start >= passed {
      guard let rest = rests[span.end] else { continue }
      let time = rest + (span.start == passed ? max(best.time, elapsed) : best.time)
      rests[span.start] = min(rests[span.start] ?? time, time)
    }
    return rests[passed].map { split + $0 }
  }
}

/// The difference of a track to a comparison, at a passage or between two.
public struct Difference: Hashable, Sendable {
  /// Behind is positive.
  public var time: Duration
  /// The color and sign that show it.
  public var tone: Tone

  /// The meaning of a difference, shown by color and sign.
  public enum Tone: String, Hashable, Sendable {
    /// Ahead, and gaining time in this segment.
    case aheadGaining
    /// Ahead, but losing time in this segment.
    case aheadLosing
    /// Behind, but gaining time in this segment.
    case behindGaining
    /// Behind, and losing time in this segment.
    case behindLosing
    /// The best time of this segment over all attempts.
    case bestSegment
  }

  fileprivate init(_ time: Duration, since before: Duration?, isBest: Bool) {
    self.time = time
    // Without an earlier difference, the whole one arose in this segment.
    let isLosing = time > before ?? .zero
    tone =
      isBest
      ? .bestSegment
      : time > .zero
        ? isLosing ? .behindLosing : .behindGaining : isLosing ? .aheadLosing : .aheadGaining
  }
}

/// The reference to which an attempt is compared.
public enum Comparison: Hashable, Sendable {
  /// The finished attempt of least running time.
  case personalBest
  /// The best time of each segment.
  case best
  /// The mean time of each segment.
  case average
  /// The median time of each segment.
  case median
  /// The attempt that ended last.
  case latest
  /// The finished attempt of largest running time.
  case worst
  /// A session by number, uid or name.
  case session(String)

  private static let named: [(comparison: Comparison, name: String)] = [
    (.personalBest, "pb"), (.best, "best"), (.average, "average"), (.median, "median"),
    (.latest, "latest"), (.worst, "worst"),
  ]

  /// The names of the comparisons other than sessions.
  public static let names = named.map(\.name)

  /// Creates a comparison from its name; any other text names a session.
  public init(_ name: String) {
    self = Self.named.first { $0.name == name }?.comparison ?? .session(name)
  }

  /// The name.
  public var name: String {
    if case .session(let name) = self { return name }
    return Self.named.first { $0.comparison == self }?.name ?? ""
  }

  /// Returns the track of a comparison over the attempts at a course; nil if no attempt makes one, and
  /// for a session.
  ///
  /// `shown` are the attempts as people see them, for sums of best times; nil for the exact ones.
  ///
  /// - Complexity: O(n log n) in the passages of the attempts.
  public func track(of history: CourseHistory, shown: CourseHistory? = nil) -> Track? {
    switch self {
    case .personalBest: return history.finishes.min { $0.total < $1.total }.map { named($0.track) }
    case .best:
      let history = shown ?? history
      return track(history.bestSplits, combined: history.combinedSplits)
    case .average:
      return track(
        sums(of: history) { .rounded($0.reduce(0) { $0 + Int128($1) }, over: $0.count) })
    case .median:
      return track(sums(of: history) { .rounded($0.sorted().twiceTheMedian, over: 2) })
    case .latest: return history.tracks.last.map(named)
    case .worst: return history.finishes.max { $0.total < $1.total }.map { named($0.track) }
    case .session: return nil
    }
  }

  private func named(_ track: Track) -> Track {
    var track = track
    track.name = name
    return track
  }

  private func track(_ splits: [Duration?], combined: Set<Int> = []) -> Track? {
    guard splits.contains(where: { $0 != nil }) else { return nil }
    return Track(name: name, splits: splits, combined: combined)
  }

  /// Returns the sums of a figure over the times of each segment, in nanoseconds; nil from the
  /// first segment without a time on.
  private func sums(of history: CourseHistory, _ figure: ([Int64]) -> Duration) -> [Duration?] {
    var sum: Duration? = .zero
    return history.keys.indices.map { index in
      let times = history.tracks.compactMap { $0.segmentTime(index)?.nanoseconds }
      sum = times.isEmpty ? nil : sum.map { $0 + figure(times) }
      return sum
    }
  }
}
