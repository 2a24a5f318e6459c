public import Text
public import Timing

/// A segment of a course by its name; of equal names, by its occurrence.
///
/// Attempts are compared by these, so that a course may get other segments in between.
public struct SegmentKey: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The number among the segments with this name, from 1.
  public var occurrence: Int

  /// Returns the keys of segments.
  public static func keys(of names: [String]) -> [SegmentKey] {
    var counts: [String: Int] = [:]
    return names.map { name in
      let occurrence = counts[name, default: 0] + 1
      counts[name] = occurrence
      return SegmentKey(name: name, occurrence: occurrence)
    }
  }
}

/// A session that is an attempt at a course.
public struct Attempt: Hashable, Sendable {
  /// The number of the session in this log.
  public var session: Int
  /// The id of its first event.
  public var uid: EventID
  /// The name of the course.
  public var course: String
  /// The wall-clock time of its start; nil without a standing start.
  public var startedAt: Moment?
  /// The wall-clock time of its finish or stop; nil while it runs.
  public var endedAt: Moment?
  /// Whether it has passed the last segment.
  public var isFinished: Bool
  /// The names of the segments at that time.
  public var segments: [String]
  /// The running time at each segment; nil where there was no passage.
  public var splits: [Duration?]

  /// Creates an attempt from its parts.
  public init(
    session: Int, uid: EventID, course: String, startedAt: Moment?, endedAt: Moment?,
    isFinished: Bool, segments: [String], splits: [Duration?]
  ) {
    self.session = session
    self.uid = uid
    self.course = course
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.isFinished = isFinished
    self.segments = segments
    self.splits = splits
  }

  /// The attempt of a session; nil without a course or a start, and for a discarded session.
  ///
  /// - Complexity: O(n) in the laps.
  public init?(_ session: Session, number: Int) {
    let profile = session.summary.profile
    guard let uid = session.uid, let course = profile.plan.course,
      let segments = profile.plan.segments, !profile.isDiscarded,
      session.summary.startedAt != nil
    else { return nil }
    let track = Track(session.laps, session: number, name: "", count: segments.count)
    self.init(
      session: number, uid: uid, course: course, startedAt: session.summary.startedAt,
      endedAt: session.endedAt, isFinished: track.total != nil, segments: segments,
      splits: track.splits)
  }

  /// The running time of a finished attempt; nil for others.
  public var total: Duration? { isFinished ? splits.last ?? nil : nil }

  /// Returns the attempt as a track on the segments of a course, which may differ from its own.
  ///
  /// It has the start, the passages of segments that the course has, in rising order, and the
  /// finish: that of an attempt whose last segment is the last one of the course, or none of it.
  /// No other passage is one of the last segment.
  public func track(on keys: [SegmentKey], name: String) -> Track {
    let numbers = Dictionary(uniqueKeysWithValues: zip(keys, 0...))
    return track(
      SegmentKey.keys(of: segments).map { numbers[$0] }, of: keys.count, name: name)
  }

  /// Returns the track on a count of segments of a course, by the numbers that those of the attempt
  /// have there, from 0; nil for those that the course does not have.
  func track(_ numbers: [Int?], of count: Int, name: String) -> Track {
    let last = count - 1
    var splits = [Duration?](repeating: nil, count: count)
    var next = 0
    for (number, split) in zip(numbers, self.splits) {
      guard let number, let split, next..<last ~= number else { continue }
      splits[number] = split
      next = number + 1
    }
    if last >= 0, let end = numbers.last, end == nil || end == last { splits[last] = total }
    return Track(name: name, session: session, splits: splits)
  }
}

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
  public init(name: String, session: Int? = nil, splits: [Duration?], combined: Set<Int> = []) {
    self.name = name
    self.session = session
    self.splits = splits
    self.combined = combined
  }

  /// The running time at the end of a segment; nil where there was no passage.
  func split(at index: Int) -> Duration? {
    splits.indices.contains(index) ? splits[index] : nil
  }

  /// The time of a segment: its split minus the one before; nil if either is missing, and for a
  /// segment that is combined with skipped ones.
  public func segmentTime(_ index: Int) -> Duration? {
    guard !combined.contains(index), let split = split(at: index) else { return nil }
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

  /// Creates the track of a session's laps on the segments of its own plan, of which `count` are.
  public init(_ laps: some Sequence<Lap>, session number: Int?, name: String, count: Int) {
    var splits = [Duration?](repeating: nil, count: count)
    for lap in laps {
      guard let segment = lap.segment, splits.indices.contains(segment - 1) else { continue }
      splits[segment - 1] = lap.split
    }
    self.init(name: name, session: number, splits: splits)
  }
}
