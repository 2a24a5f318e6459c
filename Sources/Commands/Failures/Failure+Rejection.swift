import Arguments
import EventLog
import Text
import Timing

extension Failure {
  /// What the state of a session, or that there is none, does not allow.
  ///
  /// - Parameters:
  ///   - rejection: what it is.
  ///   - subcommand: what was asked for; nil: one that writes.
  init(_ rejection: Rejection, of subcommand: Subcommand? = nil) {
    let code =
      switch rejection {
      case .unknownSession: ExitCode.noInput
      case .unsound: ExitCode.data
      default: ExitCode.refused
      }
    self.init(exitCode: code, kind: rejection.kind, message: rejection.message(to: subcommand))
  }
}

extension Rejection {
  /// What was refused and what would work.
  fileprivate func message(to subcommand: Subcommand?) -> String {
    switch self {
    case .refused(let refusal, let session): refusal.message(session)
    case .othersRun(let sessions, let areCountingDown):
      "\(Self.standing(sessions, areCountingDown)), \(Self.beside(sessions, subcommand))."
    case .severalRunning(let sessions):
      """
      Which session? \(sessions.listed) run at once: name one, as in \
      'laptimer \(Self.naming(sessions.numbers.first ?? 0, subcommand))'.
      """
    case .noSession: "There is no session yet. 'laptimer \(Self.starting(subcommand))' starts one."
    case .allDiscarded(let newest):
      """
      All sessions are discarded. 'laptimer undo --session \(newest)' brings the newest back, \
      'laptimer list --all' shows them, and 'laptimer \(Self.starting(subcommand))' starts another.
      """
    case .unknownSession(let name):
      "There is no session '\(name.echoed)'. 'laptimer list --all' shows those there are."
    case .idReused(let id):
      "The id \(id) belongs to another event already. A new event needs a new id."
    case .unsound(let reason): "Nothing was written: \(reason)."
    }
  }

  /// That others run already, and how one of them is ended.
  static func standing(_ sessions: RunningSessions, _ areCountingDown: Bool) -> String {
    """
    \(sessions.listed) already \(verb(sessions, areCountingDown)). \
    \(ending(sessions, areCountingDown))
    """
  }

  private static func verb(_ sessions: RunningSessions, _ areCountingDown: Bool) -> String {
    switch (sessions.isOne, areCountingDown) {
    case (true, true): "counts down"
    case (true, false): "runs"
    case (false, true): "count down"
    case (false, false): "run"
    }
  }

  /// How one of those that run is ended.
  private static func ending(_ sessions: RunningSessions, _ areCountingDown: Bool) -> String {
    let session = sessions.numbers.first ?? 0
    let one = sessions.isOne ? "it" : "one"
    return areCountingDown
      ? "'laptimer undo --session \(session)' calls \(one) off"
      : "'laptimer stop --session \(session)' stops \(one)"
  }

  /// How another is started all the same, by a subcommand that has the option or one that has not.
  private static func beside(_ sessions: RunningSessions, _ subcommand: Subcommand?) -> String {
    let them = sessions.isOne ? "it" : "them"
    return subcommand?.has(StartCommand.also.definition) == false
      ? "'laptimer start --also' starts another beside \(them)"
      : "'--also' starts another beside \(them)"
  }

  /// How the first session is started: by a subcommand that can, as it is.
  private static func starting(_ subcommand: Subcommand?) -> String {
    guard let subcommand, subcommand.has(WatchCommand.start.definition) else { return "start" }
    return "\(subcommand.name) --start"
  }

  /// How a subcommand is told a session: with an option, or as an argument.
  private static func naming(_ session: Int, _ subcommand: Subcommand?) -> String {
    guard let subcommand else { return "lap --session \(session)" }
    return subcommand.has(Options.session.definition)
      ? "\(subcommand.name) --session \(session)" : "\(subcommand.name) \(session)"
  }
}

extension Subcommand {
  fileprivate func has(_ definition: Definition) -> Bool {
    definitions.contains { $0.key == definition.key }
  }
}

extension RunningSessions {
  /// `Session 3`, `Sessions 3 and 4`, `Sessions 3, 4 and 5`, `Sessions 3, 4, 5, 6, 7 and 12 more`.
  var listed: String {
    var words = numbers.map { "\($0)" }
    if more != 0 { words.append(more.map { "\($0) more" } ?? "more") }
    guard let last = words.last else { return "No session" }
    guard words.count > 1 else { return "Session \(last)" }
    return "Sessions \(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}
