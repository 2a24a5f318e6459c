import EventLog
package import Racing
import SQLite
package import Text
package import Timing

/// The records of a course, for comparing an attempt.
package struct CourseRecords {
  /// The name of the course.
  package let course: String
  /// The names of the segments.
  package let names: [String]
  /// The keys of the segments.
  package let keys: [SegmentKey]
  /// The fold over the attempts that count.
  package let history: CourseHistory
  private let tables: CourseTables
  /// The attempts that count end before this; nil: all do.
  private let limit: (at: Moment, uid: EventID)?
  /// The attempt that is compared, which does not count itself.
  private let own: Int?

  fileprivate init(
    _ course: String, _ names: [String], _ tables: CourseTables,
    before limit: (at: Moment, uid: EventID)?, without own: Attempt?
  ) throws {
    self.course = course
    self.names = names
    self.tables = tables
    self.limit = limit
    self.own = own?.session
    keys = SegmentKey.keys(of: names)
    var isBefore = limit == nil
    if let end = own?.endedAt, let uid = own?.uid, let limit {
      isBefore = (end, uid) < (limit.at, limit.uid)
    }
    if let own, own.endedAt != nil, isBefore {
      history = try Self.attempts(tables, course, limit, own.session).fold(into: CourseHistory())
    } else {
      history =
        try tables.history(of: course, before: limit.map { ($0.at, $0.uid.description) })
        ?? CourseHistory()
    }
  }

  /// Returns the attempts that count, in the order of their ends.
  ///
  /// - Complexity: O(n) in the attempts at the course.
  package func attempts() throws -> [Attempt] {
    try Self.attempts(tables, course, limit, own)
  }

  private static func attempts(
    _ tables: CourseTables, _ course: String, _ limit: (at: Moment, uid: EventID)?, _ own: Int?
  ) throws -> [Attempt] {
    try tables.endedAttempts(course).filter { attempt in
      guard attempt.session != own, let end = attempt.endedAt else { return false }
      return limit.map { (end, attempt.uid) < ($0.at, $0.uid) } ?? true
    }
  }

  /// Returns the fold over the attempts with their times as shown, so that sums of best add up.
  ///
  /// - Complexity: O(n) in the attempts at the course.
  package func shownHistory(_ times: StopwatchLabel) throws -> CourseHistory {
    try attempts().map { $0.shown(times) }.fold(into: CourseHistory())
  }

  /// Returns the track of a comparison other than a session; nil if no attempt makes one.
  ///
  /// - Parameters:
  ///   - comparison: the comparison.
  ///   - shown: the history for sums of best times, see ``shownHistory(_:)``; nil for exact sums.
  /// - Returns: the track.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(1) in the attempts for the personal best, the best and the average; else O(n).
  package func track(
    _ comparison: Comparison, shown: CourseHistory? = nil
  ) throws -> Track? {
    if comparison == .best { return comparison.track(of: [], shown ?? history, on: keys) }
    if comparison == .personalBest {
      guard let best = history.personalBest(keys) else { return nil }
      return try tables.attempt(best.session)?.track(on: keys, name: comparison.name)
    }
    return comparison.track(of: comparison.needsAttempts ? try attempts() : [], history, on: keys)
  }

  /// Returns the number of attempts that count, and of those that are running.
  package func startedCount() throws -> Int {
    try history.attempts + tables.runningCount(course)
  }

  /// Returns the attempt of a session; nil if it is none.
  package func attempt(ofSession session: Int) throws -> Attempt? {
    try tables.attempt(session)
  }
}

extension Logbook {
  /// Returns what is known of the course of a session.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - number: its number.
  ///   - isAsOfNow: whether all attempts count; otherwise those that had ended when the session was
  ///     started, by the wall clock, ties by uid.
  /// - Returns: the records; nil if the session is no attempt at a course.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n) in the attempts at the course, unless the attempt itself would count.
  package func courseRecords(
    for session: Session, _ number: Int, asOfNow isAsOfNow: Bool
  ) throws -> CourseRecords? {
    guard let connection, let attempt = Attempt(session, number: number),
      let start = attempt.startedAt
    else { return nil }
    let tables = CourseTables(connection: connection)
    guard try tables.exist() else { return nil }
    return try CourseRecords(
      attempt.course, attempt.segments, tables, before: isAsOfNow ? nil : (start, attempt.uid),
      without: attempt)
  }

  /// Returns what was known of the course of a session when it was started.
  ///
  /// - Parameter number: the number of the session.
  /// - Returns: the records; nil if the session is no attempt at a course.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n) in the attempts at the course.
  package func courseRecords(forSession number: Int) throws -> CourseRecords? {
    guard let connection else { return nil }
    let tables = CourseTables(connection: connection)
    guard try tables.exist(), let attempt = try tables.attempt(number),
      let start = attempt.startedAt
    else { return nil }
    return try CourseRecords(
      attempt.course, attempt.segments, tables, before: (start, attempt.uid), without: attempt)
  }

  /// Returns what is known of a course as of now, on the segments of its newest session.
  ///
  /// - Parameter name: the name of the course; nil for that of the newest attempt.
  /// - Returns: the records.
  /// - Throws: `CourseError`; `LogError`; `DatabaseError`.
  package func courseRecords(of name: String?) throws -> CourseRecords {
    guard let connection else { throw CourseError.none }
    let tables = CourseTables(connection: connection)
    guard try tables.exist() else { throw CourseError.none }
    guard let course = try name ?? tables.newestCourse() else { throw CourseError.none }
    guard let attempt = try tables.newestAttempt(course) else {
      throw CourseError.unknown(course, suggestion: try self.course(similarTo: course))
    }
    return try CourseRecords(course, attempt.segments, tables, before: nil, without: nil)
  }

  /// Returns the course with the name nearest to a text, also one that differs only in its case;
  /// nil if none is near.
  ///
  /// - Complexity: O(n) in the attempts.
  package func course(similarTo name: String) throws -> String? {
    guard let connection else { return nil }
    let tables = CourseTables(connection: connection)
    return try tables.exist() ? Spelling.nearest(to: name, among: tables.courses()) : nil
  }
}

/// The reason why nothing is known of a course.
package enum CourseError: Error, Hashable {
  /// No session has a course.
  case none
  /// No session has this course; a similar name, if there is one.
  case unknown(String, suggestion: String?)
}
