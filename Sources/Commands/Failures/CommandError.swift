import Arguments
import Glibc
import Host
import Logbook
import Racing
import Text
import Timing

/// An error that a subcommand finds itself, as facts.
enum CommandError: Error {
  /// The session is no attempt at a course.
  case noCourse(session: Int)
  /// The session to compare with is no attempt at a course.
  case noAttempt(session: Int, comparedWith: Int)
  /// No attempt at a course makes this comparison, of those that had ended before a session, if one
  /// is given.
  case noComparison(String, course: String, before: Int? = nil)
  /// The word is neither a session nor a comparison; a similar one, if there is one.
  case unknownComparison(String, suggestion: String?)
  /// `show --at-time`: the session has not reached that running time; nil: it has not started.
  case notReached(session: Int, time: Duration, current: Duration?, StopwatchLabel)
  /// `show --at-event`: the session has fewer events.
  case noSuchEvent(session: Int, event: Int, count: Int)
  /// `explain`: the session has no such number.
  case notExplained(session: Int, Explanation.Failure)
  /// `explain`: the number is no lap of the session, which is a race; it may be meant as a bib.
  case noLapOfRace(Int, session: Int)

  /// A file or pipe could not be opened or read.
  case unreadable(name: String, errno: Int32)
}

extension Failure {
  init(_ error: CommandError) {
    switch error {
    case .noCourse(let session):
      self.init(
        "no_course",
        """
        Session \(session) is no attempt at a course. \(command: "compare \(session) SESSION") \
        compares it with another session, \(command: "plan --course NAME", session: session) makes \
        it an attempt.
        """)
    case .noAttempt(let other, let session):
      self.init(
        "no_course",
        """
        Session \(other) is no attempt at a course. \(command: "compare \(session) \(other)") \
        compares any two sessions lap by lap.
        """)
    case .noComparison(let word, let course, let session):
      let ended: Message = session.map { " that had ended before session \($0)" } ?? ""
      let way = session == nil ? "" : " '--as-of now' compares with all attempts."
      self.init(
        "no_comparison",
        """
        No attempt at the course \(quoted: course)\(ended) makes the comparison \(quoted: word).\(way)
        """)
    case .unknownComparison(let word, let suggestion):
      self.init(
        "unknown_session",
        """
        \(quoted: word) is neither a session nor a comparison.\(suggestion.question) The \
        comparisons are \(Comparison.names.joined(separator: ", ")).
        """)
    case .notReached(let session, let time, let current, let label):
      let state = current.map { "it is at \(label.text(of: $0))" } ?? "it has not been started"
      self.init(
        "not_reached", "Session \(session) has not reached \(label.text(of: time)): \(state).")
    case .noSuchEvent(let session, let event, let count):
      self.init(
        "no_such_event",
        """
        Session \(session) has no event \(event): it has \(count, "event"). \
        \(command: "events \(session)") lists them.
        """)
    case .notExplained(let session, let failure):
      self.init(
        failure.kind,
        "\(failure.message(session)) \(command: "events \(session)") lists the events.")
    case .noLapOfRace(let number, let session):
      self.init(
        "no_such_lap",
        """
        Session \(session) is a race, whose laps are those of its runners. \
        \(command: "explain --bib \(number)", session: session) explains the place of a runner.
        """)
    case .unreadable(let name, let number):
      switch number {
      case ENOENT, ENOTDIR: self.init("no_file", "There is no file \(name).")
      case EACCES, EPERM: self.init("no_permission", "No permission for \(name).")
      case EISDIR: self.init("not_a_file", "\(name) is a folder.")
      default:
        self.init(
          OutputError(errno: number).kind,
          "\(name) could not be read: \(systemMessage(number)).")
      }
    }
  }
}

extension Explanation.Failure {
  fileprivate var kind: String {
    if case .noSuchLap = self { "no_such_lap" } else { "no_such_event" }
  }

  fileprivate func message(_ session: Int) -> Message {
    switch self {
    case .noSuchLap(let number, let count):
      "Session \(session) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchEvent(let reference): "Session \(session) has no \(reference.noun)."
    case .noRunningTime(let event): "Event @\(event) has no running time."
    case .omitted(let omission):
      """
      Event @\(omission.event) does not count: it was \(omission.isRemoved ? "removed" : "taken back") \
      by @\(omission.by).
      """
    }
  }
}
