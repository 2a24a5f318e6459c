import Arguments
import Logbook
import Text

extension Failure {
  /// Creates the failure for a course of which nothing is known.
  init(_ error: CourseError) {
    let unknown = (ExitCode.noInput, "unknown_course")
    let ((code, kind), message) =
      switch error {
      case .none:
        (
          (ExitCode.refused, "no_course"),
          """
          No session has a course. 'laptimer start --course NAME --segments "1,2,3"' starts an \
          attempt at one.
          """
        )
      case .unknown(let course, let suggestion?):
        (unknown, "There is no course '\(course.echoed)'. Did you mean '\(suggestion.echoed)'?")
      case .unknown(let course, nil):
        (unknown, "There is no course '\(course.echoed)'. 'laptimer best' shows the newest one.")
      }
    self.init(exitCode: code, kind: kind, message: message)
  }
}
