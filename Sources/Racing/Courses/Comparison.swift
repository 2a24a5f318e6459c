import Text
import Timing

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

  /// Whether it needs each attempt, not only the ``CourseHistory``.
  public var needsAttempts: Bool {
    switch self {
    case .personalBest, .best, .average, .session: false
    case .median, .latest, .worst: true
    }
  }

  /// The track of a comparison over all attempts, on segments of a course.
  ///
  /// - Parameters:
  ///   - attempts: the attempts that ended, in the order of their ends.
  ///   - history: the fold over them.
  ///   - keys: the segments.
  /// - Returns: the track; nil if no attempt makes one, and for a session.
  public func track(
    of attempts: [Attempt], _ history: CourseHistory, on keys: [SegmentKey]
  ) -> Track? {
    switch self {
    case .personalBest:
      guard let best = history.personalBest(keys) else { return nil }
      return attempts.first { $0.session == best.session }?.track(on: keys, name: name)
    case .best:
      var best = track(history.bestSplits(keys))
      best?.combined = history.combinedSplits(keys)
      return best
    case .average: return track(history.averageSplits(keys))
    case .median: return track(Self.medianSplits(attempts, keys))
    case .latest: return attempts.last?.track(on: keys, name: name)
    case .worst:
      var worst: Attempt?
      for attempt in attempts where attempt.end == keys.last {
        guard let total = attempt.total else { continue }
        if let most = worst?.total, total <= most { continue }
        worst = attempt
      }
      return worst?.track(on: keys, name: name)
    case .session: return nil
    }
  }

  private func track(_ splits: [Duration?]) -> Track? {
    splits.contains { $0 != nil } ? Track(name: name, splits: splits) : nil
  }

  private static func medianSplits(_ attempts: [Attempt], _ keys: [SegmentKey]) -> [Duration?] {
    var times = [[Int64]](repeating: [], count: keys.count)
    var indices: [CourseHistory.Span: Int] = [:]
    for index in keys.indices { indices[CourseHistory.segment(index, keys)] = index }
    for attempt in attempts {
      for part in attempt.parts {
        if let index = indices[part.span] { times[index].append(part.time.nanoseconds) }
      }
    }
    return CourseHistory.sums(
      times.map { times in
        let sorted = times.sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = Int128(sorted[(sorted.count - 1) / 2]) + Int128(sorted[sorted.count / 2])
        return .rounded(middle, over: 2)
      })
  }
}
