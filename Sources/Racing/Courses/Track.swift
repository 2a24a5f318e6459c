public import Text
public import Timing

/// One runner's progress on a course: the running time at each segment.
///
/// Attempts of today and of the past, the best segments and averages are tracks, and are compared
/// with one another as such.
public struct Track: Hashable, Sendable {
  /// The name for people: that of a comparison, or of a session.
  public var name: String
  /// The number of the session; nil for a track made of several.
  public var session: Int?
  /// The running time at the end of each segment; nil where there was no passage.
  public var splits: [Duration?]
  /// The segments, from 0, whose splits include segments before them that were skipped: the split
  /// before is that of another way, and they have no time of their own.
  public var combined: Set<Int>

  /// Creates a track from its parts.
  public init(
    name: String, session: Int? = nil, splits: [Duration?], combined: Set<Int> = []
  ) {
    self.name = name
    self.session = session
    self.splits = splits
    self.combined = combined
  }

  /// The time of a segment: its split minus the one before; nil if either is missing, and for a
  /// segment that is combined with skipped ones.
  public func segmentTime(_ index: Int) -> Duration? {
    guard splits.indices.contains(index), !combined.contains(index), let split = splits[index]
    else { return nil }
    if index == 0 { return split }
    return splits[index - 1].map { split - $0 }
  }

  /// Returns the track with truncated splits, so that the times shown add up.
  public func shown(_ times: StopwatchLabel) -> Track {
    var shown = self
    shown.splits = splits.map { $0.map(times.truncated) }
    return shown
  }

  /// The running time at the last segment; nil if the track does not reach it.
  public var total: Duration? { splits.last ?? nil }

  /// The number of segments up to the last passage.
  public var passed: Int { (splits.lastIndex { $0 != nil } ?? -1) + 1 }
}

extension Track {
  /// Creates the track of a session's laps on segments of a course.
  ///
  /// - Parameters:
  ///   - laps: the laps, which complete segments of the session's own plan.
  ///   - number: the session's number in the log.
  ///   - name: the name for people.
  ///   - count: the number of segments.
  public init(_ laps: some Sequence<Lap>, session number: Int?, name: String, count: Int) {
    var splits = [Duration?](repeating: nil, count: count)
    for lap in laps {
      guard let segment = lap.segment, splits.indices.contains(segment - 1) else { continue }
      splits[segment - 1] = lap.split
    }
    self.init(name: name, session: number, splits: splits)
  }
}
