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
      case .unknownCourse, .noneRunning: ExitCode.refused
      case .invalid: ExitCode.data
      case .refused, .oneRefused, .othersRun, .severalRunning, .ambiguousSession, .noSession,
        .noOwnEvent, .otherDevice,
        .allDiscarded, .idReused, .nameTaken:
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
    case .oneRefused(let refusal, let session):
      """
      \(refusal.message(session)) No session was stopped: stop this one by itself, with \
      'laptimer stop --session \(session)', then the others.
      """
    case .othersRun(let sessions, let areCountingDown, let only):
      "\(Self.standing(sessions, areCountingDown, only)), \(Self.beside(sessions, subcommand))."
    case .severalRunning(let sessions):
      """
      \(sessions.listed) \(sessions.areRunning): choose one, as in \
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
    case .unknownSession(let name, let suggestion?):
      "There is no session '\(name.echoed)'. Did you mean '\(suggestion.echoed)'?"
    case .unknownSession(let name, nil):
      "There is no session '\(name.echoed)'. 'laptimer list --all' lists all sessions."
    case .ambiguousSession(let text, let number, let named):
      """
      '\(text)' is the number of session \(number), and the name of session \(named): choose with \
      'number:\(text)' or 'name:\(text)'.
      """
    case .otherDevice(let session):
      """
      Session \(session) belongs to another device and is read-only here. Of a race, 'laptimer start \
      --join \(session)' times a point here, too; else record there, and import its export again. An \
      import without --foreign makes it writable here, but once both devices record in it, their \
      logs cannot be merged any more.
      """
    case .noneRunning: "No session is running. 'laptimer list' lists the newest sessions."
    case .unknownCourse(let course, let suggestion):
      """
      No session has the course '\(course.echoed)' yet\
      \(suggestion.map { ". Did you mean '\($0.echoed)'? For a new course," } ?? ":") name its \
      segments, as in \
      'laptimer start --course \(course.shellQuoted.echoed) --segments \"1,2,3\"'.
      """
    case .nameTaken(let taken): taken.message
    case .idReused(let id):
      "The id \(id) already belongs to another event. A new event needs a new id."
    case .invalid(let reason): "Nothing was written: \(reason)."
    }
  }

  /// States that other sessions are running, and how to end one.
  static func standing(
    _ sessions: RunningSessions, _ areCountingDown: Bool, _ only: RunningSession?
  ) -> String {
    let name = only?.name.map { " \"\(Harmless.text($0))\"" } ?? ""
    return """
      \(sessions.listed)\(name) \(verb(sessions, areCountingDown, only)). \
      \(ending(sessions, areCountingDown, isForgotten: only?.isForgotten ?? false))
      """
  }

  private static func verb(
    _ sessions: RunningSessions, _ areCountingDown: Bool, _ only: RunningSession?
  ) -> String {
    switch (sessions.isOne, areCountingDown) {
    case (true, true): return "is counting down"
    case (true, false):
      guard let only else { return "is already running" }
      let time = StopwatchLabel(precision: 0).text(of: only.runningTime)
      let silence = only.isForgotten ? ", \(only.sinceLastPress.spoken) without a press" : ""
      return "has been running for \(time)\(silence)"
    case (false, true): return "are counting down"
    case (false, false): return sessions.hasCountdowns ? sessions.areRunning : "are already running"
    }
  }

  /// The advice to end one of the sessions.
  private static func ending(
    _ sessions: RunningSessions, _ areCountingDown: Bool, isForgotten: Bool
  ) -> String {
    let session = sessions.numbers.first ?? 0
    let one = sessions.isOne ? "it" : "one"
    if areCountingDown { return "'laptimer undo --session \(session)' cancels \(one)" }
    let stop = "'laptimer stop --session \(session)' stops \(one)"
    guard isForgotten else { return stop }
    return "\(stop) now, 'laptimer stop --at last --session \(session)' at its last press"
  }

  /// The advice to start another session, by a subcommand with or without the option.
  private static func beside(_ sessions: RunningSessions, _ subcommand: Subcommand?) -> String {
    let them = sessions.isOne ? "it" : "them"
    return subcommand?.has(StartCommand.also.definition) == false
      ? "'laptimer start --also' starts another beside \(them)"
      : "'--also' starts another beside \(them)"
  }

  /// The advice to start a session with this subcommand.
  private static func starting(_ subcommand: Subcommand?) -> String {
    guard let subcommand, subcommand.has(WatchCommand.start.definition) else { return "start" }
    return "\(subcommand.name) --start"
  }

  /// The advice to name a session to a subcommand: with an option, or as an argument.
  private static func naming(_ session: Int, _ subcommand: Subcommand?) -> String {
    guard let subcommand else { return "lap --session \(session)" }
    let hasArgument = subcommand.definitions.contains {
      $0.kind == .argument && $0.name == "session"
    }
    return !hasArgument && subcommand.has(Options.session.definition)
      ? "\(subcommand.name) --session \(session)" : "\(subcommand.name) \(session)"
  }
}

extension Subcommand {
  fileprivate func has(_ definition: Definition) -> Bool {
    definitions.contains { $0.key == definition.key }
  }
}

extension RunningSessions {
  /// `are running`, or `are running or counting down`.
  var areRunning: String { hasCountdowns ? "are running or counting down" : "are running" }

  /// `Session 3`, `Sessions 3 and 4`, `Sessions 3, 4 and 5`, `Sessions 3, 4, 5, 6, 7 and 12 more`.
  var listed: String {
    var words = numbers.map { "\($0)" }
    if more != 0 { words.append(more.map { "\($0) more" } ?? "more") }
    guard let last = words.last else { return "No session" }
    guard words.count > 1 else { return "Session \(last)" }
    return "Sessions \(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension RunningSession {
  /// Whether it had no press for so long that its stop may have been forgotten.
  fileprivate var isForgotten: Bool { sinceLastPress >= StopCommand.longSilence }
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
    case .finished(let rules):
      """
      \(subject) is finished. 'laptimer plan --session \(session)\(rules.lifting)' lifts \
      \(rules.isOne ? "the rule that finishes it" : "the rules that finish it").
      """
    case .discarded: "\(subject) is discarded. 'laptimer undo --session \(session)' restores it."
    case .beforeStart(let span):
      """
      The time is \(span.spoken) before the start of session \(session). \
      'laptimer amend start --at WHEN --session \(session)' moves the start.
      """
    case .beforeLastEvent(let span):
      """
      The time is \(span.spoken) before the latest start, stop, resume or lap of session \
      \(session). 'laptimer undo --session \(session)' takes back its newest event, \
      'laptimer remove LAP --session \(session)' any lap.
      """
    case .inTheFuture(let span): "The time is \(span.spoken) in the future."
    case .beyondTimeline:
      "The time is more than 146 years from the first event of session \(session)."
    case .noSuchLap(.number(let number), let count):
      "\(subject) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchLap(let reference, _), .noSuchEvent(let reference):
      """
      \(subject) has no \(reference.noun) that can be changed. 'laptimer events \(session)' lists its \
      events.
      """
    case .outOfOrder:
      """
      The starts, stops and resumes of session \(session) must stay in their order. \
      'laptimer events \(session)' lists them.
      """
    case .noLabel(let reference): "\(reference.shown.capitalizedFirst) has no label."
    case .needsLabel: "A timestamp must have a label. 'laptimer remove' removes it."
    case .noCourse:
      """
      \(subject) has no course. 'laptimer plan --course NAME --segments \"1,2,3\" --session \
      \(session)' gives it one.
      """
    case .noSuchSegment(let name, let isPassed, let toCome):
      """
      \(subject) has no segment '\(name.echoed)' that is still to come\
      \(isPassed ? ": it is passed" : "").\(Self.hint(name, isPassed, toCome))
      """
    case .notRemovable(.start):
      """
      The start cannot be removed, only laps and timestamps. 'laptimer amend start --session \
      \(session)' moves it.
      """
    case .notRemovable(.stop):
      """
      The stop cannot be removed, only laps and timestamps. 'laptimer resume --session \(session)' \
      resumes the clock.
      """
    case .notRemovable(let reference):
      "\(reference.shown.capitalizedFirst) cannot be removed, only laps and timestamps."
    case .noSuchTag(let tag): "\(subject) has no tag '\(tag.echoed)'."
    case .tooManyTags(let most): "\(subject) would have more than \(most) tags."
    case .noRace:
      """
      \(subject) is not a race. 'laptimer start --race FORMAT' starts one, \
      'laptimer plan --race FORMAT --session \(session)' turns it into one.
      """
    case .timesPoint(let race):
      """
      \(subject) times a point of a race: it takes crossings, timestamps and their corrections. Use \
      the race's own session, as in '--session \(race)'.
      """
    case .noSuchEntry(let bib, let similar):
      """
      \(subject) has no entry '\(bib.echoed)'. \
      \(similar.map { "Did you mean '\($0.echoed)'? Else " } ?? "")\
      'laptimer enter \(bib.shellQuoted.echoed)' makes it.
      """
    case .noSuchCrossing(let reference):
      """
      \(reference.shown.capitalizedFirst) of session \(session) is not a crossing. \
      'laptimer events \(session)' lists its events.
      """
    case .noSuchWave(let wave):
      """
      No entry of session \(session) is in a wave '\(wave.echoed)', and none was planned. \
      'laptimer enter BIB --wave \(wave.echoed)' puts a runner in it.
      """
    case .waveStarted(let wave):
      """
      Wave '\(wave.echoed)' of session \(session) has started. 'laptimer events \(session)' lists \
      the event, 'laptimer amend @EVENT' moves it.
      """
    case .notATie: "The crossings are not at equal times: their order is that of their times."
    case .nothingToUndo: "\(subject) has nothing to undo."
    case .nothingToRedo: "\(subject) has nothing to redo."
    }
  }
}

extension Refusal {
  /// The largest number of segments that are listed.
  private static let mostSegments = 10

  /// The sentences on the segments to come.
  private static func hint(_ name: String, _ isPassed: Bool, _ toCome: [String]) -> String {
    guard !toCome.isEmpty else { return " None is." }
    let nearest = isPassed ? nil : Spelling.nearest(to: name, among: toCome)
    let listed = toCome.map { "'\($0.echoed)'" }.listed(atMost: mostSegments)
    return (nearest.map { " Did you mean '\($0.echoed)'?" } ?? "") + " Still to come: \(listed)."
  }
}

extension Plan.FinishRules {
  fileprivate var isOne: Bool { rawValue.nonzeroBitCount == 1 }

  /// The options of `plan` that lift the rules.
  fileprivate var lifting: String {
    (contains(.laps) ? " --laps none" : "") + (contains(.limit) ? " --limit none" : "")
      + (contains(.course) ? " --course none" : "")
  }
}

extension EventReference {
  /// The event after `no`.
  var noun: String {
    switch self {
    case .number, .event, .stream, .id: shown
    case .start: "start"
    case .stop: "stop"
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

extension NameTaken {
  /// The object that has the name, and a way to free the name.
  fileprivate var message: String {
    switch kind {
    case .table:
      """
      The log has a table '\(name)' that laptimer did not make, and laptimer needs this name for a \
      table of its own. Rename it, as in: sqlite3 LOG 'ALTER TABLE \(name) RENAME TO my_\(name)'.
      """
    case .view:
      """
      The log has a view '\(name)' that laptimer did not make, and laptimer needs this name for a \
      table of its own. Drop it, as in: sqlite3 LOG 'DROP VIEW \(name)', and make it under another \
      name.
      """
    case .index:
      """
      The log has an index '\(name)' on another table, and laptimer needs this name for a table or \
      an index of its own. Drop it, as in: sqlite3 LOG 'DROP INDEX \(name)', and make it under \
      another name.
      """
    }
  }
}
