import Arguments
import Terminal
import Text
import Timing

extension Refusal {
  /// The reason in English, and a command that would work.
  func message(_ session: Int) -> Message {
    let subject = "Session \(session)"
    return switch self {
    case .notRunning(.ready):
      """
      \(subject) is not running: it has not been started. \(command: "start", session: session) \
      starts it.
      """
    case .notRunning(.stopped):
      "\(subject) is not running: it is stopped. \(command: "resume", session: session) resumes it."
    case .notRunning(let phase): "\(subject) is not running: it is \(phase.rawValue)."
    case .notRunningThen: "Session \(session) was not running at that time."
    case .alreadyRunning:
      "\(subject) is already running. \(command: "stop", session: session) stops it."
    case .countingDown(let toGo):
      """
      \(subject) is counting down: it starts in \(CountdownLabel().spoken(of: .zero - toGo)). \
      \(command: "undo", session: session) cancels it.
      """
    case .notStopped(.ready): "\(subject) is not stopped: it has not been started."
    case .notStopped(let phase): "\(subject) is not stopped: it is \(phase.rawValue)."
    case .notReady:
      """
      \(subject) was already started. \(command: "resume", session: session) resumes it, \
      \(command: "start") starts a new one.
      """
    case .finished(let plan):
      """
      \(subject) is finished. \(command: plan.lifting(session)) lifts \
      \(plan.ends.count == 1 ? "the rule that finishes it" : "the rules that finish it").
      """
    case .discarded: "\(subject) is discarded. \(command: "undo", session: session) restores it."
    case .beforeStart(let span):
      """
      The time is \(span.spoken) before the start of session \(session). \
      \(command: "amend start --at WHEN", session: session) moves the start.
      """
    case .beforeLastEvent(let span):
      """
      The time is \(span.spoken) before the latest start, stop, resume or lap of session \
      \(session). \(command: "undo", session: session) takes back its newest event, \
      \(command: "remove LAP", session: session) any lap.
      """
    case .inTheFuture(let span): "The time is \(span.spoken) in the future."
    case .beyondTimeline:
      "The time is more than 146 years from the first event of session \(session)."
    case .noSuchLap(.number(let number), let count):
      "\(subject) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchLap(let reference, _), .noSuchEvent(let reference):
      """
      \(subject) has no \(reference.noun) that can be changed. \(command: "events \(session)") lists \
      its events. \(command: "undo", session: session) takes back the newest change.
      """
    case .outOfOrder:
      """
      The starts, stops and resumes of session \(session) must stay in their order. \
      \(command: "events \(session)") lists them.
      """
    case .noLabel(let reference): "\(reference.shown.capitalizedFirst) has no label."
    case .needsLabel: "A timestamp must have a label. \(command: "remove") removes it."
    case .noCourse:
      """
      \(subject) has no course. \
      \(command: "plan --course NAME --segments \"1,2,3\"", session: session) gives it one.
      """
    case .noSuchSegment(let name, let isPassed, let toCome):
      """
      \(subject) has no segment \(quoted: name) that is still to come\
      \(isPassed ? ": it is passed" : "").\(Self.hint(name, isPassed, toCome))
      """
    case .notRemovable(.start):
      """
      The start cannot be removed, only laps, timestamps and events of a race. \
      \(command: "amend start", session: session) moves it.
      """
    case .notRemovable(.stop):
      """
      The stop cannot be removed, only laps, timestamps and events of a race. \
      \(command: "resume", session: session) resumes the clock.
      """
    case .notRemovable(let reference):
      """
      \(reference.shown.capitalizedFirst) cannot be removed, only laps, timestamps and events of a race.
      """
    case .noSuchTag(let tag): "\(subject) has no tag \(quoted: tag)."
    case .tooManyTags(let most): "\(subject) would have more than \(most) tags."
    case .noRace:
      """
      \(subject) is not a race. \(command: "start --race FORMAT") starts one, \
      \(command: "plan --race FORMAT", session: session) turns it into one.
      """
    case .ruledByFormat:
      "The runners of a race have the rules of its format, and a race has no others and no course."
    case .timesPoint(let race): Self.accepted(by: session, ofPointOf: "race \(race)")
    case .noSuchEntry(let bib, let nearest):
      """
      \(subject) has no entry \(quoted: bib).\(nearest.question) \
      \(command: Suggestion("enter", [bib]), session: session) \
      \(nearest.isEmpty ? "makes it" : "adds a new runner").
      """
    case .noSuchCrossing(.event(let number), let count) where number > count:
      """
      \(subject) has no event @\(number): it has \(count, "event"). \
      \(command: "events \(session)") lists them.
      """
    case .noSuchCrossing(let reference, _) where reference.isOfOtherSession:
      """
      \(reference.shown.capitalizedFirst) is not a crossing of session \(session), nor of a session \
      that times a point of it. \(command: "list") lists these sessions.
      """
    case .noSuchCrossing(let reference, _):
      """
      \(reference.shown.capitalizedFirst) of session \(session) is not a crossing. \
      \(command: "events \(session)") lists its events.
      """
    case .noSuchWave(let wave):
      """
      No entry of session \(session) is in a wave \(quoted: wave), and none was planned. \
      \(command: "enter BIB \(EnterCommand.wave, wave)") puts a runner in it.
      """
    case .waveStarted(let wave):
      """
      Wave \(quoted: wave) of session \(session) has started. \(command: "events \(session)") lists \
      the event, \(command: "amend @EVENT") moves it.
      """
    case .notATie: "The crossings are not at equal times: their order is that of their times."
    case .nothingToUndo: "\(subject) has nothing to undo."
    case .nothingToRedo: "\(subject) has nothing to redo."
    }
  }
}

extension Refusal {
  /// The sentence on the events that a session accepts if it times a point of a race.
  static func accepted(by session: Int, ofPointOf race: String) -> Message {
    """
    Session \(session) times a point of \(race): it accepts crossings, timestamps and their \
    corrections.
    """
  }

  /// The sentences on the segments to come.
  private static func hint(_ name: String, _ isPassed: Bool, _ toCome: [String]) -> String {
    guard !toCome.isEmpty else { return " None is." }
    let nearest = isPassed ? nil : Spelling.nearest(to: name, among: toCome)
    return "\(nearest.question) Still to come: \(toCome.map(\.shown).listed(atMost: 10))."
  }
}

extension Plan {
  /// The options of the rules which can finish a session.
  fileprivate var ends: [String] {
    [laps.map { _ in "laps" }, limit.map { _ in "limit" }, segments.map { _ in "course" }]
      .compactMap(\.self)
  }

  /// The command that lifts these rules.
  fileprivate func lifting(_ session: Int) -> Suggestion {
    Suggestion(
      ["plan", "--session", "\(session)"] + ends.flatMap { ["--\($0)", "none"] }, tail: [])
  }
}

extension EventReference {
  /// Whether the reference names an event by its session or its id.
  fileprivate var isOfOtherSession: Bool {
    switch self {
    case .stream, .id: true
    case .number, .event, .start, .stop: false
    }
  }

  /// The event after `no`.
  var noun: String {
    switch self {
    case .number, .event, .stream, .id: shown
    case .start: "start"
    case .stop: "stop"
    }
  }
}
