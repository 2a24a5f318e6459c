import Text
import Timing
import struct TimingTestSupport.NaiveClock
import struct TimingTestSupport.NaiveCourse
import struct TimingTestSupport.NaiveSession

/// An attempt at a course, computed from the events by the second implementation.
struct NaiveAttempt {
  let number: Int
  let uid: EventID
  let course: String
  let start: Moment
  let end: Moment?
  let segments: [String]
  let splits: [Duration?]

  /// Creates the attempt of a session; nil if the session is no attempt.
  init?(_ events: [Event], number: Int) {
    let clock = NaiveClock(NaiveSession(events))
    guard let uid = events.first?.id, let course = clock.profile.plan.course,
      let segments = clock.profile.plan.segments, !clock.profile.isDiscarded,
      let start = clock.startedAt
    else { return nil }
    self.number = number
    self.uid = uid
    self.course = course
    self.start = start
    self.segments = segments
    end = clock.endedAt
    splits = segments.indices.map { index in
      clock.laps.last { $0.segment == index + 1 }?.split
    }
  }
}

extension NaiveCourse {
  /// The course with the attempts that ended, in the order of their ends.
  init(_ names: [String], ended attempts: [NaiveAttempt]) {
    self.init(
      names,
      attempts.filter { $0.end != nil }
        .sorted { ($0.end ?? $0.start, $0.uid) < ($1.end ?? $1.start, $1.uid) }
        .map { Attempt($0.segments, $0.splits) })
  }
}
