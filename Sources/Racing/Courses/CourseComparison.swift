import Timing

/// A course with what an attempt at it is compared with.
public struct CourseComparison: Hashable, Sendable {
  /// The names of the segments.
  public let names: [String]
  /// The track to compare with; nil if there is none yet.
  public let other: Track?
  /// The best time of each segment in the attempts before.
  public let bests: [Duration?]
  /// The least possible running time at each segment.
  public let bestSplits: [Duration?]
  /// The number of attempts that count.
  public let attempts: Int

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - names: the names of the segments.
  ///   - other: the track to compare with.
  ///   - history: the fold over the attempts that count.
  public init(names: [String], other: Track?, history: CourseHistory) {
    let keys = SegmentKey.keys(of: names)
    self.names = names
    self.other = other
    bests = history.bestSegments(keys).map { $0?.time }
    bestSplits = history.bestSplits(keys)
    attempts = history.attempts
  }

  /// The sum of the best segments; nil if no way leads through all of them.
  public var sumOfBest: Duration? { bestSplits.last ?? nil }

  /// Returns the difference of a track at a passage.
  ///
  /// - Parameters:
  ///   - index: the number of the segment, from 0.
  ///   - track: the track.
  /// - Returns: the difference; nil where one of the two has no passage.
  public func difference(atPassage index: Int, of track: Track) -> Difference? {
    other.flatMap { Difference(atPassage: index, of: track, to: $0, bests: bests) }
  }

  /// Returns the difference while a segment is under way; nil if there is none to show.
  public func difference(at time: Duration, of track: Track) -> Difference? {
    other.flatMap { Difference(at: time, of: track, to: $0, bests: bests) }
  }

  /// The running time that a track would have with the best ways through all segments to come.
  ///
  /// A segment under way counts with its best time, or with the time already spent in it if that is
  /// longer; livesplit-core computes it so (`analysis/current_pace.rs`, against the best segments).
  ///
  /// - Parameters:
  ///   - track: the track.
  ///   - time: the running time now; nil to leave out the segment under way.
  /// - Returns: the time; nil after the last segment, and if there is no such way.
  public func bestPossible(_ track: Track, at time: Duration? = nil) -> Duration? {
    let passed = track.passed
    guard passed < bestSplits.count, let least = sumOfBest else { return nil }
    var lost = Duration.zero
    if passed > 0 {
      guard let split = track.splits[passed - 1], let best = bestSplits[passed - 1] else {
        return nil
      }
      lost = split - best
    }
    if let time, let best = bestSplits[passed] { lost = max(lost, time - best) }
    return least + lost
  }
}
