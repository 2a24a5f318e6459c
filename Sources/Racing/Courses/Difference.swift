import Timing

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

  private init(_ time: Duration, since before: Duration?, isBest: Bool) {
    self.time = time
    // Without an earlier difference, the whole one arose in this segment.
    let isLosing = time > before ?? .zero
    tone =
      isBest
      ? .bestSegment
      : time > .zero
        ? isLosing ? .behindLosing : .behindGaining : isLosing ? .aheadLosing : .aheadGaining
  }

  /// The difference at a passage; nil where one of the two tracks has none.
  ///
  /// - Parameters:
  ///   - index: the number of the segment, from 0.
  ///   - track: the track.
  ///   - other: the comparison, on the same segments.
  ///   - bests: the best time of each segment in the attempts before.
  public init?(
    atPassage index: Int, of track: Track, to other: Track, bests: [Duration?] = []
  ) {
    guard track.splits.indices.contains(index), other.splits.indices.contains(index),
      let own = track.splits[index], let split = other.splits[index]
    else { return nil }
    let best = bests.indices.contains(index) ? bests[index] : nil
    let isBest = best.flatMap { best in track.segmentTime(index).map { $0 < best } } ?? false
    self.init(own - split, since: Self.last(before: index, track, other), isBest: isBest)
  }

  /// The difference while a segment is under way; nil if there is none to show.
  ///
  /// It is shown once the total is behind, or the segment has lost time to the comparison's, or its
  /// elapsed time exceeds the best segment of all attempts; before, the difference of the last
  /// passage is.
  ///
  /// - Parameters:
  ///   - time: the running time.
  ///   - track: the track up to now.
  ///   - other: the comparison, on the same segments.
  ///   - bests: the best time of each segment.
  public init?(at time: Duration, of track: Track, to other: Track, bests: [Duration?]) {
    let index = track.passed
    let last = Self.last(before: index, track, other)
    guard other.splits.indices.contains(index), let split = other.splits[index] else { return nil }
    let began = index > 0 ? track.splits[index - 1] : .zero
    let elapsed = began.map { time - $0 }
    let live = time - split
    let hasLost = last.map { live > $0 } ?? (live > .zero)
    let best = bests.indices.contains(index) ? bests[index] : nil
    let isOverBest = best.flatMap { best in elapsed.map { $0 > best } } ?? false
    guard live > .zero || hasLost || isOverBest else { return nil }
    self.init(live, since: last, isBest: false)
  }

  /// The difference at the last common passage before a segment.
  private static func last(before index: Int, _ track: Track, _ other: Track) -> Duration? {
    for earlier in (0..<min(index, track.splits.count, other.splits.count)).reversed() {
      if let own = track.splits[earlier], let split = other.splits[earlier] { return own - split }
    }
    return nil
  }
}
