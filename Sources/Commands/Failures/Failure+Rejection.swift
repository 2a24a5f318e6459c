import Arguments
import EventLog
import Logbook
import Text
import Timing

extension Failure {
  /// Creates the failure for a command that the log's state does not allow.
  ///
  /// - Parameters:
  ///   - rejection: the reason.
  ///   - subcommand: the subcommand; nil for a line of `record`.
  init(_ rejection: Rejection, of subcommand: Subcommand? = nil) {
    let code =
      switch rejection {
      case .unknownSession: ExitCode.noInput
      case .invalid: ExitCode.data
      case .refused, .othersRun, .severalRunning, .noSession, .noOwnEvent, .allDiscarded, .idReused:
        ExitCode.refused
      }
    self.init(exitCode: code, kind: rejection.kind, message: rejection.message(to: subcommand))
  }
}

extension Rejection {
  /// The reason in English, and a command that would work.
  fileprivate func message(to subcommand: Subcommand?) -> String {
    switch self {
    case .refused(let refusal, let session): refusal.message(session)
    case .othersRun(let sessions, let areCountingDown):
      "\(Self.standing(sessions, areCountingDown)), \(Self.beside(sessions, subcommand))."
    case .severalRunning(let sessions):
      """
      \(sessions.listed) are running: choose one, as in \
      'laptimer \(Self.naming(sessions.numbers.first ?? 0, subcommand))'.
      """
    case .noSession: "There is no session yet. 'laptimer \(Self.starting(subcommand))' starts one."
    case .noOwnEvent:
      """
      No event of the log was appended on this device. '--session' names the session of another \
      device.
      """
    case .allDiscarded(let newest):
      """
      All sessions are discarded. 'laptimer undo --session \(newest)' restores the newest, \
      'laptimer list --all' lists them, and 'laptimer \(Self.starting(subcommand))' starts a new one.
      """
    case .unknownSession(let name):
      "There is no session '\(name.echoed)'. 'laptimer list --all' lists all sessions."
    case .idReused(let id):
      "The id \(id) already belongs to another event. A new event needs a new id."
    case .invalid(let reason): "Nothing was written: \(reason)."
    }
  }

  /// States that other sessions are running, and how to end one.
  static func standing(_ sessions: RunningSessions, _ areCountingDown: Bool) -> String {
    """
    \(sessions.listed) \(verb(sessions, areCountingDown)). \
    \(ending(sessions, areCountingDown))
    """
  }

  private static func verb(_ sessions: RunningSessions, _ areCountingDown: Bool) -> String {
    switch (sessions.isOne, areCountingDown) {
    case (true, true): "is counting down"
    case (true, false): "is already running"
    case (false, true): "are counting down"
    case (false, false): "are already running"
    }
  }

  /// How to end one of the sessions.
  private static func ending(_ sessions: RunningSessions, _ areCountingDown: Bool) -> String {
    let session = sessions.numbers.first ?? 0
    let one = sessions.isOne ? "it" : "one"
    return areCountingDown
      ? "'laptimer undo --session \(session)' cancels \(one)"
      : "'laptimer stop --session \(session)' stops \(one)"
  }

  /// How to start another session, by a subcommand with or without the option.
  private static func beside(_ sessions: RunningSessions, _ subcommand: Subcommand?) -> String {
    let them = sessions.isOne ? "it" : "them"
    return subcommand?.has(StartCommand.also.definition) == false
      ? "'laptimer start --also' starts another beside \(them)"
      : "'--also' starts another beside \(them)"
  }

  /// How to start a session with this subcommand.
  private static func starting(_ subcommand: Subcommand?) -> String {
    guard let subcommand, subcommand.has(WatchCommand.start.definition) else { return "start" }
    return "\(subcommand.name) --start"
  }

  /// How to name a session to a subcommand: with an option, or as an argument.
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
