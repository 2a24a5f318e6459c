import Arguments
import EventLog
import Timing

extension Failure {
  /// What the state of a session, or that there is none, does not allow.
  init(_ rejection: Rejection) {
    let code =
      if case .unknownSession = rejection { ExitCode.noInput } else { ExitCode.refused }
    self.init(exitCode: code, kind: rejection.kind, message: rejection.message)
  }
}

extension Rejection {
  /// What was refused and what would work.
  fileprivate var message: String {
    switch self {
    case .refused(let refusal, let session): refusal.message(session)
    case .othersRun(let sessions, areCountingDown: false):
      """
      \(sessions.listed) already \(sessions.count == 1 ? "runs" : "run"). \
      'laptimer stop' stops it, '--also' starts another beside it.
      """
    case .othersRun(let sessions, areCountingDown: true):
      """
      \(sessions.listed) already \(sessions.count == 1 ? "counts" : "count") down. \
      'laptimer undo' calls it off, '--also' starts another beside it.
      """
    case .severalRunning(let sessions):
      "Which session? \(sessions.listed) run at once: name one with '--session'."
    case .noSession: "There is no session yet. 'laptimer start' starts one."
    case .unknownSession(let name):
      "There is no session '\(name.echoed)'. 'laptimer list --all' shows those there are."
    case .idReused(let id):
      "The id \(id) belongs to another event already. A new event needs a new id."
    }
  }
}

extension [Int] {
  /// `Session 3`, `Sessions 3 and 4`, `Sessions 3, 4 and 5`.
  var listed: String {
    let words = map { "\($0)" }
    guard let last = words.last else { return "No session" }
    guard count > 1 else { return "Session \(last)" }
    return "Sessions \(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}
