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

  /// Creates a key from its parts.
  public init(name: String, occurrence: Int) {
    self.name = name
    self.occurrence = occurrence
  }

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

  /// The attempt of a session.
  ///
  /// - Returns: the attempt; nil without a course or a start, and for a discarded session.
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

  /// Returns the attempt with truncated splits, so that the times shown add up.
  package func shown(_ times: StopwatchLabel) -> Attempt {
    var shown = self
    shown.splits = splits.map { $0.map(times.truncated) }
    return shown
  }

  /// The running time of a finished attempt; nil for others.
  public var total: Duration? { isFinished ? splits.last ?? nil : nil }

  /// The last segment of its course.
  var end: SegmentKey? { SegmentKey.keys(of: segments).last }

  /// Its parts between two passages, with their times.
  var parts: [(span: CourseHistory.Span, time: Duration)] {
    var parts: [(span: CourseHistory.Span, time: Duration)] = []
    var last: (key: SegmentKey, split: Duration)?
    for (key, split) in zip(SegmentKey.keys(of: segments), splits) {
      guard let split else { continue }
      let span = CourseHistory.Span(start: last?.key, end: key)
      parts.append((span, split - (last?.split ?? .zero)))
      last = (key, split)
    }
    return parts
  }

  /// The attempt as a track on other segments: of each, the passage of the segment with its key.
  ///
  /// A passage that would be out of order there is left out.
  ///
  /// - Parameters:
  ///   - keys: the segments.
  ///   - name: the name of the track.
  /// - Returns: the track.
  public func track(on keys: [SegmentKey], name: String) -> Track {
    var track = Track(
      name: name, session: session, splits: Array(repeating: nil, count: keys.count))
    var next = 0
    for (key, split) in zip(SegmentKey.keys(of: segments), splits) {
      guard let split, let index = keys[next...].firstIndex(of: key) else { continue }
      track.splits[index] = split
      next = index + 1
    }
    return track
  }
}
