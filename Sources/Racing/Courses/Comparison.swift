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

  /// Returns the track of a comparison over the attempts at a course.
  ///
  /// - Parameters:
  ///   - history: the attempts that ended.
  ///   - shown: these attempts as people see them, for sums of best times; nil for the exact ones.
  /// - Returns: the track; nil if no attempt makes one, and for a session.
  /// - Complexity: O(n log n) in the passages of the attempts.
  public func track(of history: CourseHistory, shown: CourseHistory? = nil) -> Track? {
    switch self {
    case .personalBest: return history.finishes.min { $0.total < $1.total }.map { named($0.track) }
    case .best:
      let history = shown ?? history
      return track(history.bestSplits, combined: history.combinedSplits)
    case .average:
      return track(
        sums(of: history) { .rounded($0.reduce(0) { $0 + Int128($1) }, over: Int128($0.count)) })
    case .median:
      return track(
        sums(of: history) { times in
          let sorted = times.sorted()
          let middle = Int128(sorted[(times.count - 1) / 2]) + Int128(sorted[times.count / 2])
          return .rounded(middle, over: 2)
        })
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
  private func sums(
    of history: CourseHistory, _ figure: ([Int64]) -> Duration
  ) -> [Duration?] {
    var sum: Duration? = .zero
    return history.keys.indices.map { index in
      let times = history.tracks.compactMap { $0.segmentTime(index)?.nanoseconds }
      sum = times.isEmpty ? nil : sum.map { $0 + figure(times) }
      return sum
    }
  }
}

extension Duration {
  /// A quotient, rounded to whole nanoseconds, half away from zero.
  fileprivate static func rounded(_ dividend: Int128, over divisor: Int128) -> Duration {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let isHalf = remainder.magnitude * 2 >= divisor.magnitude
    return .nanoseconds(Int64(clamping: quotient + (isHalf ? dividend.signum() : 0)))
  }
}
