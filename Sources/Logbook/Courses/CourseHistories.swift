import EventLog
import Racing
import SQLite
import Text
import Timing

/// The table `course_histories`.
extension CourseTables {
  /// Folds histories again.
  ///
  /// - Complexity: O(n) in the attempts that ended after the first stale one.
  func refold(_ stale: StaleHistories) throws {
    for attempt in stale.first.values { try refold(attempt.course, from: attempt) }
  }

  /// Folds all histories again.
  ///
  /// - Complexity: O(n) in the attempts.
  func foldAllHistories() throws {
    guard try exist() else { return }
    try connection.execute("DELETE FROM course_histories")
    for course in try courses() {
      guard let first = try firstEnded(course) else { continue }
      try refold(course, from: first)
    }
  }

  /// Writes the histories of a course from the end of an attempt on.
  private func refold(_ course: String, from attempt: Attempt) throws {
    guard var end = attempt.endedAt else { return }
    var uid = attempt.uid.description
    var history = CourseHistory()
    do {
      history = try self.history(of: course, before: (end, uid)) ?? CourseHistory()
    } catch LogError.inconsistent {
      // A damaged history is folded again from the first attempt on.
      guard let first = try firstEnded(course), let firstEnd = first.endedAt else { return }
      (end, uid) = (firstEnd, first.uid.description)
    }
    let later = try connection.prepare(
      Self.select + "WHERE course = ? AND (ended_at, uid) >= (?, ?) ORDER BY ended_at, uid"
    ).bind(course, end.nanosecondsSince1970, uid)
    while try later.step() {
      let attempt = try Self.attempt(of: later)
      history.apply(attempt)
      try connection.cached("INSERT OR REPLACE INTO course_histories VALUES (?, ?, ?, ?, ?)").bind(
        course, attempt.endedAt?.nanosecondsSince1970, attempt.uid.description, attempt.session,
        history.storedJSON
      ).run()
    }
  }

  /// Returns the fold over the attempts at a course that ended before a moment; nil if none did.
  ///
  /// - Parameters:
  ///   - course: the course.
  ///   - end: the moment; of attempts that ended exactly then, those with a smaller uid.
  /// - Returns: the history.
  /// - Throws: `LogError`; `DatabaseError`.
  func history(
    of course: String, before end: (at: Moment, uid: String)? = nil
  ) throws -> CourseHistory? {
    let text: String?
    if let end {
      text = try connection.cached(
        """
        SELECT history FROM course_histories WHERE course = ? AND (ended_at, uid) < (?, ?) \
        ORDER BY ended_at DESC, uid DESC LIMIT 1
        """
      ).bind(course, end.at.nanosecondsSince1970, end.uid).first { $0.text(0) }
    } else {
      text = try connection.cached(
        """
        SELECT history FROM course_histories WHERE course = ? \
        ORDER BY ended_at DESC, uid DESC LIMIT 1
        """
      ).bind(course).first { $0.text(0) }
    }
    return try text.map { try CourseHistory(storedJSON: $0) }
  }

  /// Whether each history is that of the attempts up to it.
  ///
  /// - Complexity: O(n) in the attempts.
  func historiesAreCorrect() throws -> Bool {
    let attempts = try connection.prepare(
      Self.select + "WHERE ended_at IS NOT NULL ORDER BY course, ended_at, uid")
    let histories = try connection.prepare(
      "SELECT session, history FROM course_histories ORDER BY course, ended_at, uid")
    var course: String?
    var history = CourseHistory()
    while true {
      let isRow = try (attempts.step(), histories.step())
      guard isRow.0 == isRow.1 else { return false }
      if !isRow.0 { return true }
      let attempt = try Self.attempt(of: attempts)
      if !attempt.course.hasSameBytes(as: course) {
        (course, history) = (attempt.course, CourseHistory())
      }
      history.apply(attempt)
      guard Int(histories.int(0)) == attempt.session, histories.text(1) == history.storedJSON else {
        return false
      }
    }
  }
}

/// The courses whose histories are to be folded again, each from the end of an attempt on.
struct StaleHistories {
  /// The first attempt of each course whose history changes, by the bytes of the course's name:
  /// names that differ only in their Unicode form are different courses in SQL.
  private(set) var first: [[UInt8]: Attempt] = [:]

  /// Adds the course of an attempt that was added or removed; a running one is in no history.
  mutating func add(_ attempt: Attempt) {
    guard let end = attempt.endedAt else { return }
    let key = Array(attempt.course.utf8)
    if let known = first[key], let knownEnd = known.endedAt,
      (knownEnd, known.uid) <= (end, attempt.uid)
    {
      return
    }
    first[key] = attempt
  }

  /// Adds those of another list.
  mutating func add(_ other: StaleHistories) {
    for attempt in other.first.values { add(attempt) }
  }
}
