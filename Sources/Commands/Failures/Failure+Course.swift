import Arguments
import Logbook
import Text

extension Failure {
  init(_ error: CourseError) {
    let (code, message) =
      switch error {
      case .none:
        (
          ExitCode.refused,
          """
          No session has a course. 'laptimer start --course NAME --segments "1,2,3"' starts an \
          attempt at one.
          """
        )
      case .unknown(let course, let suggestion?):
        (
          ExitCode.noInput,
          "There is no course '\(course.echoed)'. Did you mean '\(suggestion.echoed)'?"
        )
      case .unknown(let course, nil):
        (
          ExitCode.noInput,
          "There is no course '\(course.echoed)'. 'laptimer best' shows the newest one."
        )
      case .unknownSegment(let segment, let course, let suggestion):
        (
          ExitCode.noInput,
          """
          No session has a segment '\(segment.echoed)' of course '\(course.echoed)'.\
          \(suggestion.map { " Did you mean '\($0.echoed)'?" } ?? "")
          """
        )
      }
    self.init(exitCode: code, kind: error.kind, message: message)
  }
}
