/// A new name of a course, or of its segments with a name, for all sessions of the course.
package struct CourseRenaming: Hashable, Sendable {
  /// The name of the course.
  package var course: String
  /// The name of the segments; nil to rename the course.
  package var segment: String?
  /// The new name.
  package var name: String

  /// Creates a renaming.
  package init(course: String, segment: String?, to name: String) {
    self.course = course
    self.segment = segment
    self.name = name
  }

  /// Returns the change of a session's rules; nil if they lack the course or the segment.
  package func change(of plan: Plan) -> PlanChange? {
    guard plan.course == course, let segments = plan.segments else { return nil }
    guard let segment else { return PlanChange(course: .set(name), segments: .set(segments)) }
    guard segments.contains(segment) else { return nil }
    return PlanChange(segments: .set(segments.map { $0 == segment ? name : $0 }))
  }
}
