import Arguments
import EventLog
import Logbook
import Terminal
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
      'laptimer list --all' lists them, and 'laptimer \(Self.starting(subcommand))' starts a new \
      one.
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

extension Refusal {
  /// The reason in English, and a command that would work.
  func message(_ session: Int) -> String {
    let subject = "Session \(session)"
    return switch self {
    case .notRunning(.ready):
      """
      \(subject) is not running: it has not been started. 'laptimer start --session \(session)' \
      starts it.
      """
    case .notRunning(.stopped):
      "\(subject) is not running: it is stopped. 'laptimer resume --session \(session)' resumes it."
    case .notRunning(let phase): "\(subject) is not running: it is \(phase.rawValue)."
    case .notRunningThen: "Session \(session) was not running at that time."
    case .alreadyRunning:
      "\(subject) is already running. 'laptimer stop --session \(session)' stops it."
    case .countingDown(let toGo):
      """
      \(subject) is counting down: it starts in \(CountdownLabel().spoken(of: .zero - toGo)). \
      'laptimer undo --session \(session)' cancels it.
      """
    case .notStopped(.ready): "\(subject) is not stopped: it has not been started."
    case .notStopped(let phase): "\(subject) is not stopped: it is \(phase.rawValue)."
    case .notReady:
      """
      \(subject) was already started. 'laptimer resume --session \(session)' resumes it, \
      'laptimer start' starts a new one.
      """
    case .finished:
      """
      \(subject) is finished. 'laptimer plan --session \(session)' changes the rules that finish it.
      """
    case .discarded: "\(subject) is discarded. 'laptimer undo --session \(session)' restores it."
    case .beforeStart(let span):
      "The time is \(span.spoken) before the start of session \(session)."
    case .beforeLastEvent(let span):
      """
      The time is \(span.spoken) before the latest start, stop, resume or lap of session \
      \(session). 'laptimer undo --session \(session)' takes that back.
      """
    case .inTheFuture(let span): "The time is \(span.spoken) in the future."
    case .beyondTimeline:
      "The time is more than 146 years from the first event of session \(session)."
    case .noSuchLap(.number(let number), let count):
      "\(subject) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchLap(.event(let event), _):
      "Event \(event) is not a lap."
    case .noSuchTag(let tag): "\(subject) has no tag '\(tag.echoed)'."
    case .tooManyTags(let most): "\(subject) would have more than \(most) tags."
    case .nothingToUndo: "\(subject) has nothing to undo."
    case .nothingToRedo: "\(subject) has nothing to redo."
    }
  }
}

extension Duration {
  /// The span for a sentence: `39 days 21 h`, `2 h 5 min`, `3 min 4 s`, `2.5 s`.
  ///
  /// Truncated to its two largest units; below a minute to tenths of a second, below a tenth exact.
  var spoken: String {
    let seconds = nanoseconds / 1_000_000_000
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    if days > 0 { return Self.joined(days, days == 1 ? "day" : "days", hours, "h") }
    if hours > 0 { return Self.joined(hours, "h", minutes, "min") }
    if minutes > 0 { return Self.joined(minutes, "min", seconds % 60, "s") }
    let isTiny = nanoseconds < 100_000_000
    var digits = "\(nanoseconds % 1_000_000_000 + 1_000_000_000)".dropFirst()
    digits = isTiny ? digits : digits.prefix(1)
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(seconds) s" : "\(seconds).\(digits) s"
  }

  private static func joined(
    _ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String
  ) -> String {
    small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
  }
}

extension Rejection {
  /// The message for a key of the live screen, with the keys that would work.
  func messageForKeys(on board: SessionBoard) -> String {
    switch self {
    case .refused(.notRunning(.ready), _) where board.others != .idle: "Not started."
    case .refused(let refusal, _): refusal.messageForKeys ?? Failure(self).message
    case .othersRun(let sessions, let areCountingDown):
      """
      \(Self.standing(sessions, areCountingDown)), \
      'laptimer start --session \(board.number) --also' starts this one beside \
      \(sessions.isOne ? "it" : "them").
      """
    case .severalRunning, .noSession, .noOwnEvent, .allDiscarded, .unknownSession, .idReused,
      .invalid:
      Failure(self).message
    }
  }
}

extension Refusal {
  /// The message with the keys that would work; nil: that of the command line is shown.
  fileprivate var messageForKeys: String? {
    switch self {
    case .notRunning(.ready): "Not started: space starts."
    case .notRunning(.stopped), .notReady: "Stopped: space resumes."
    case .notRunning(let phase): "Not running: \(phase.rawValue)."
    case .countingDown: "Counting down: u cancels the start."
    case .alreadyRunning: "Already running."
    case .finished: "Finished: 'laptimer plan' changes the rules that finish it."
    case .discarded: "Discarded: u restores it."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    case .notRunningThen, .notStopped, .beforeStart, .beforeLastEvent, .inTheFuture,
      .beyondTimeline, .noSuchLap, .noSuchTag, .tooManyTags:
      nil
    }
  }
}
