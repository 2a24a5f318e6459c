import Arguments
import EventLog
import Failures
import Host
import Logbook
import Terminal
import Text
import Timing

extension Failure {
  /// Creates the failure for a command that the log's state does not allow; a line of `record` has
  /// no subcommand.
  init(_ rejection: Rejection, of subcommand: Subcommand? = nil) {
    // A new course is not a wrong reference, unlike the course to rename.
    let exitCode: Int32? =
      if case .unknownCourse = rejection { ExitCode.refused } else { nil }
    self.init(rejection.kind, exitCode: exitCode, rejection.message(to: subcommand))
  }
}

extension Rejection {
  /// The reason in English, and a command that would work.
  fileprivate func message(to subcommand: Subcommand?) -> Message {
    switch self {
    case .refused(let refusal, let session, _): refusal.message(session)
    case .noMoment(let error): "The time is invalid: \(error)."
    case .oneRefused(let refusal, let session, _):
      """
      \(refusal.message(session)) Nothing was recorded for the other sessions: leave this one out.
      """
    case .othersRun(let sessions, let areCountingDown, let only):
      "\(Self.standing(sessions, areCountingDown, only)), \(Self.beside(sessions, subcommand))."
    case .severalRunning(let sessions) where subcommand?.resumes == true:
      """
      \(sessions.listed) \(sessions.areRunning): name the session to resume, as in \
      \(command: "resume SESSION"). \(command: "list --phase stopped") lists those that are stopped.
      """
    case .severalRunning(let sessions):
      Self.choice(of: sessions, Self.naming(sessions.suggested(to: subcommand), subcommand))
    case .noSession: "There is no session yet. \(command: Self.starting(subcommand)) starts one."
    case .noOwnEvent:
      """
      No event of the log was appended on this device. '--session' names the session of another \
      device.
      """
    case .allDiscarded(let newest):
      """
      All sessions are discarded. \(command: "undo", session: newest) restores the newest, \
      \(command: "list --all") lists them, and \(command: Self.starting(subcommand)) starts a new \
      one.
      """
    case .unknownSession(let name, let suggestion): .unknownSession(name, suggestion)
    case .ambiguousSession(let text, let number, let named):
      .ambiguousSession(text, number: number, named: named)
    case .otherDevice(let session, let race?) where subcommand?.scope == .ownRace:
      """
      Session \(session) belongs to another device and is read-only here: entries, chips, waves, \
      rulings and assignments of a race are written on the race's own device. Import its export here \
      again afterwards. This device can record crossings of the race: \(command: Self.joining(race)) \
      times a point of it.
      """
    case .otherDevice(let session, let race):
      """
      Session \(session) belongs to another device and is read-only here. \(Self.elsewhere(race)) \
      An import without --foreign makes it writable here, but \
      once both devices record in it, their logs cannot be merged any more. If it came from a hub, \
      \(command: "sync take \(session)") makes it writable once its device was revoked.
      """
    case .joinsPoint(let session, let race):
      """
      Session \(session) times a point of session \(race). \(command: Self.joining(race)) times \
      another point of it.
      """
    case .timesPoint(let session, let uid, let race, let isForeign):
      """
      \(Refusal.accepted(by: session, ofPointOf: race.map { "session \($0)" } ?? "race \(uid)")) \
      \(Self.otherCommands(race, isForeign))
      """
    case .noneRunning: "No session is running. \(command: "list") lists the newest sessions."
    case .unknownCourse(let course, let suggestion):
      """
      No session has the course \(quoted: course) yet\
      \(suggestion == nil ? ":" : ".\(suggestion.question) For a new course,") name its segments, as \
      in \(command: "start \(CourseOptions.course, course) --segments \"1,2,3\"").
      """
    case .course(let error): Failure(error).message
    case .idReused(let id):
      "The id \(id) already belongs to another event. A new event needs a new id."
    case .invalid(let reason): "Nothing was written: \(reason)."
    }
  }

  private static func joining(_ race: Int) -> Suggestion { "start --join \(race) --point POINT" }

  /// The sentence on the place to record commands that a session that times a point refuses.
  private static func otherCommands(_ race: Int?, _ isForeign: Bool) -> String {
    guard let race else {
      return "Other commands are recorded on the device of the race, which is not in this log."
    }
    return isForeign
      ? "Other commands are recorded on the device of the race."
      : "Other commands name the race, as in '--session \(race)'."
  }

  /// The sentences on the places to record events of another device's session, or of its race.
  private static func elsewhere(_ race: Int?) -> Message {
    guard let race else { return "Record there, and import its export again." }
    return """
      \(command: joining(race)) times a point of its race here, too. Otherwise, record there, and \
      import its export again.
      """
  }

  /// States that other sessions are running, and how to end one.
  static func standing(
    _ sessions: RunningSessions, _ areCountingDown: Bool, _ only: RunningSession?
  ) -> Message {
    let name = only?.name.map { " \"\($0)\"" } ?? ""
    return """
      \(sessions.listed)\(name) \(verb(sessions, areCountingDown, only)). \
      \(ending(sessions, areCountingDown, mayEndAtPress: only?.mayEndAtPress ?? false))
      """
  }

  private static func verb(
    _ sessions: RunningSessions, _ areCountingDown: Bool, _ only: RunningSession?
  ) -> String {
    let verb = sessions.isOne ? "is" : "are"
    if areCountingDown { return "\(verb) counting down" }
    guard sessions.isOne, let only else {
      return sessions.isOne || !sessions.hasCountdowns
        ? "\(verb) already running" : sessions.areRunning
    }
    let time = StopwatchLabel(precision: 0).text(of: only.runningTime)
    let silence = only.isForgotten ? ", \(only.sinceLastPress.spoken) without a press" : ""
    return "has been running for \(time)\(silence)"
  }

  /// The advice to end one of the sessions.
  private static func ending(
    _ sessions: RunningSessions, _ areCountingDown: Bool, mayEndAtPress: Bool
  ) -> Message {
    let session = sessions.numbers.first ?? 0
    let one = sessions.isOne ? "it" : "one"
    if areCountingDown { return "\(command: "undo", session: session) cancels \(one)" }
    let stop: Message = "\(command: "stop", session: session) stops \(one)"
    guard mayEndAtPress else { return stop }
    return "\(stop) now, \(command: "stop --at last", session: session) at its last press"
  }

  /// The advice to start another session, by a subcommand with or without the option.
  private static func beside(_ sessions: RunningSessions, _ subcommand: Subcommand?) -> Message {
    let them = sessions.isOne ? "it" : "them"
    return subcommand?.has(StartCommand.also.definition) == false
      ? "\(command: "start --also") starts another beside \(them)"
      : "'--also' starts another beside \(them)"
  }

  private static func starting(_ subcommand: Subcommand?) -> Suggestion {
    guard let subcommand, subcommand.has(WatchCommand.start.definition) else { return "start" }
    return "\(subcommand.name) --start"
  }

  /// The sentence on several sessions that run, with a command that names one.
  fileprivate static func choice(of sessions: RunningSessions, _ command: Suggestion) -> Message {
    "\(sessions.listed) \(sessions.areRunning): choose one, as in \(command: command)."
  }

  private static func naming(_ session: Int, _ subcommand: Subcommand?) -> Suggestion {
    Suggestion([subcommand?.name ?? "lap"] + words(naming: session, to: subcommand), tail: [])
  }

  /// The words that name a session to a subcommand: an option, or an argument.
  fileprivate static func words(naming session: Int, to subcommand: Subcommand?) -> [String] {
    let hasArgument =
      subcommand?.definitions.contains { $0.kind == .argument && $0.name == "session" } ?? false
    let takesOption = subcommand?.has(Options.session.definition) ?? true
    return takesOption && !hasArgument ? ["--session", "\(session)"] : ["\(session)"]
  }
}

extension Context {
  /// Creates the failure for a request that was not appended, with the command that appends it
  /// later if only a lock or the machine prevented that.
  func failure(_ error: any Error, appending request: Request) -> Failure {
    failure(error, repeating: request)
      .offering("Repeat it as:", ["\(program.name) \(line(repeating: request))"])
  }

  /// Creates the failure for an error; where several sessions run, with the whole command that
  /// names one of them.
  ///
  /// The event of the request keeps its moment; a command that reads has no request.
  func failure(_ error: any Error, repeating request: Request? = nil) -> Failure {
    var failure = Failure(error, of: subcommand)
    guard let rejection = error as? Rejection else { return failure }
    switch rejection {
    case .noMoment(let reason):
      guard let text = values[Options.at] else { break }
      let error = usageError(reason, Options.at, text)
      return source == "record"
        ? Failure(badLine: Message(verbatim: error.message)) : Failure(error)
    case .refused(.noSuchEvent(.event(let version)), let session, _)
    where subcommand.name == RemoveCommand.declaration.name:
      guard let bib = try? opened?.bib(ofEntry: version, in: session) else { break }
      let withdraw = Suggestion(WithdrawCommand.declaration.name, [bib])
      failure.message += " \(command: withdraw, session: session) removes the entry of \(bib)."
    case .refused(_, _, let moment), .oneRefused(_, _, let moment):
      if let meaning = moment.flatMap(meaning) { failure.message += " \(meaning)" }
      guard case .refused(.discarded, _, _) = rejection,
        let name = values[Options.session] ?? values[SessionsOptions.sessions].first,
        let other = otherSession(named: name)
      else { break }
      failure.message += " Session \(other) has the same name: '--session \(other)' chooses it."
    case .severalRunning(let sessions) where !sessions.isEmpty && !subcommand.resumes:
      let words = request.map(self.words(repeating:)) ?? words
      let operands = words.firstIndex(of: "--") ?? words.endIndex
      let named = Rejection.words(naming: sessions.suggested(to: subcommand), to: subcommand)
      failure.message = Rejection.choice(
        of: sessions, Suggestion(words[..<operands] + named, tail: Array(words[operands...])))
      if words[..<operands].contains(where: { $0.hasPrefix(Options.db.definition.key) }) {
        // The command has the option already.
        failure.message = Message(verbatim: failure.message.text)
      }
    default: break
    }
    return failure
  }

  /// The session with the name of a discarded one; nil if there is none, or if it cannot be read:
  /// the refusal is the error to report.
  private func otherSession(named name: String) -> Int? {
    try? opened?.undiscardedSession(named: name)
  }
}

extension Logbook {
  /// The bib of an entry by its event, if it is entered; nil for other events.
  fileprivate func bib(ofEntry version: Int, in session: Int) throws -> String? {
    guard let event = try self.session(session, through: version)?.events.last,
      case .race(.entered(let entry)) = event.kind, try hasEntry(entry.bib, in: session)
    else { return nil }
    return entry.bib
  }
}

extension Subcommand {
  /// Whether none of the sessions that run can be chosen for it.
  fileprivate var resumes: Bool { name == ResumeCommand.declaration.name }

  fileprivate func has(_ definition: Definition) -> Bool {
    definitions.contains { $0.key == definition.key }
  }
}

extension RunningSessions {
  fileprivate func suggested(to subcommand: Subcommand?) -> Int {
    (subcommand?.scope ?? .any == .any ? nil : race) ?? numbers.first ?? 0
  }
}

extension RunningSession {
  /// Whether the session had no press for so long that its stop may have been forgotten.
  fileprivate var isForgotten: Bool { sinceLastPress >= Answer.longSilence }

  /// Whether the latest press may have been the end of the session.
  fileprivate var mayEndAtPress: Bool { isForgotten && !endsAtTime }
}
