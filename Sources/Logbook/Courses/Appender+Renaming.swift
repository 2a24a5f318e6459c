import EventLog
import SQLite
import Text
import Timing

/// New names of courses.
extension Appender {
  /// Returns the requests of a command that renames a course or a segment, one for each session of
  /// this device that has it, in ascending order; nil for other commands.
  ///
  /// Also returns the sessions of other devices that have the name. A repeated command has the same
  /// requests as the first time.
  ///
  /// - Complexity: O(n) in the sessions.
  mutating func renamings(
    by requests: [Request]
  ) throws -> (requests: [Request], left: [Int])? {
    guard requests.count == 1, let request = requests.first, let renaming = request.renaming
    else { return nil }
    let courses = try sessions(ofCourse: renaming.course)
    var (changes, left): ([(session: Int, change: Command)], [Int]) = ([], [])
    for (session, plan) in courses {
      guard let change = renaming.change(of: plan) else { continue }
      if try isForeign(session) {
        left.append(session)
      } else {
        changes.append((session, .plan(change)))
      }
    }
    if request.mayBeRepeated, try log.event(request.id) != nil {
      changes = try events(ofBatch: request.id).map { logged in
        let before = try fold(logged.session, logged.event.version - 1)
        guard let change = renaming.change(of: before.summary.profile.plan) else {
          throw Rejection.idReused(request.id)
        }
        return (logged.session, .plan(change))
      }
    }
    if !changes.isEmpty {
      var renamed = request.batch(of: changes.map { .number($0.session) })
      for index in changes.indices { renamed[index].command = changes[index].change }
      return (renamed, left)
    }
    if let foreign = left.first { throw Rejection.otherDevice(session: foreign) }
    guard let newest = courses.last, let segment = renaming.segment else {
      throw Rejection.course(
        .unknown(renaming.course, suggestion: try log.course(similarTo: renaming.course)))
    }
    throw Rejection.course(
      .unknownSegment(
        segment, of: renaming.course,
        suggestion: Spelling.nearest(to: segment, among: newest.plan.segments ?? [])))
  }

  /// Returns the sessions with a course that are not discarded, with their rules, in ascending
  /// order.
  private mutating func sessions(ofCourse course: String) throws -> [(session: Int, plan: Plan)] {
    try connection.prepare(
      """
      SELECT session FROM sessions WHERE phase <> 'discarded' \
      AND CASE WHEN json_valid(plan) THEN plan ->> 'course' = ? END ORDER BY session
      """
    ).bind(course).all { Int($0.int(0)) }.compactMap { number in
      try currentSummary(of: number).map { (number, $0.profile.plan) }
    }
  }
}
