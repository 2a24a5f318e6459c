import EventLog
package import Racing
import SQLite
import Text
import Timing

/// The records of a course, for comparing an attempt.
package struct CourseRecords {
  package let course: String
  /// The attempts that count, on the segments of one of them.
  package let history: CourseHistory
  private let tables: Tables

  /// Reads the attempts on the segments of this one, without its `own` session.
  fileprivate init(
    of attempt: Attempt, _ tables: Tables, before limit: (at: Moment, uid: EventID)? = nil,
    without own: Int? = nil
  ) throws {
    course = attempt.course
    self.tables = tables
    history = CourseHistory(
      of: try tables.endedAttempts(course, before: limit, without: own),
      on: SegmentKey.keys(of: attempt.segments))
  }

  package var keys: [SegmentKey] { history.keys }

  package var names: [String] { keys.map(\.name) }

  /// Returns the number of attempts that count, and of those that are running.
  package func startedCount() throws -> Int {
    try history.tracks.count + tables.runningAttempts(course)
  }
}

extension Logbook {
  /// The tables; nil if the log lacks those of courses.
  var courseTables: Tables? {
    get throws {
      guard let tables = connection.map(Tables.init), try tables.hasOptionalTables() else {
        return nil
      }
      return tables
    }
  }

  /// Returns the attempt of a session by the tables; nil if it is none.
  package func attempt(ofSession number: Int) throws -> Attempt? {
    try courseTables?.attempt(number)
  }

  /// Returns the newest attempt at a course, of a session before another one; nil if there is none.
  package func newestAttempt(
    ofCourse course: String, before session: Int = .max
  ) throws -> Attempt? {
    try courseTables?.newestAttempt(course, before: session)
  }

  /// Returns what is known of the course of an attempt; nil if the attempt has no start.
  ///
  /// Unless it is as of now, the attempts count that had ended when the attempt was started, by the
  /// wall clock, ties by uid.
  ///
  /// - Complexity: O(n) in the attempts at the course.
  package func courseRecords(
    for attempt: Attempt, asOfNow isAsOfNow: Bool = false
  ) throws -> CourseRecords? {
    guard let start = attempt.startedAt, let tables = try courseTables else { return nil }
    return try CourseRecords(
      of: attempt, tables, before: isAsOfNow ? nil : (start, attempt.uid),
      without: attempt.session)
  }

  /// Returns what is known of a course as of now, on the segments of its newest session; without a
  /// name, of the course of the newest attempt.
  ///
  /// Throws a `CourseError` if there is none.
  package func courseRecords(of name: String?) throws -> CourseRecords {
    guard let tables = try courseTables, let course = try name ?? tables.newestCourse() else {
      throw CourseError.none
    }
    guard let attempt = try tables.newestAttempt(course) else {
      throw CourseError.unknown(course, suggestion: try self.course(similarTo: course))
    }
    return try CourseRecords(of: attempt, tables)
  }

  /// Returns the course with the name nearest to a text, also one that differs only in its case;
  /// nil if none is near.
  ///
  /// - Complexity: O(n) in the attempts.
  package func course(similarTo name: String) throws -> String? {
    try courseTables.flatMap { Spelling.nearest(to: name, among: try $0.courses()) }
  }
}

/// The reason why nothing is known of a course.
public enum CourseError: Error, Hashable, Sendable {
  case none
  /// No session has this course; a similar name, if there is one.
  case unknown(String, suggestion: String?)
  /// No session has this segment of a course; a similar name, if there is one.
  case unknownSegment(String, of: String, suggestion: String?)

  /// The name of the error for scripts.
  public var kind: String {
    switch self {
    case .none: "no_course"
    case .unknown: "unknown_course"
    case .unknownSegment: "unknown_segment"
    }
  }
}
