import Arguments
import EventLog
import Timing
import Text

enum StartCommand: WritingCommand {
  static let name = Argument(
    optional: "name", .label("name"), help: "What the session is called.")
  static let countdown = Option(
    "countdown", .duration, help: "Start so much later; the command returns at once.")
  static let also = Flag("also", help: "Start although another session runs.")

  static let declaration = Subcommand(
    "start", abstract: "Start a new session.",
    discussion: """
      While another session runs or counts down this is refused, unless --also is given. \
      With --session, a session whose start was undone is started anew.
      """,
    [
      name, Exclusive(countdown, Options.at, Options.ago), Options.laps, Options.limit,
      Options.minimumLap, Options.tags, also, Options.session, Options.precision, Options.writing,
    ])

  static func wish(_ context: Context) throws -> Wish {
    let values = context.values
    let start = Event.Start(
      name: values[name], tags: values[Options.tags].uniqued,
      plan: Plan(
        laps: values[Options.laps], limit: values[Options.limit],
        minimumLap: values[Options.minimumLap].flatMap { $0 > .zero ? $0 : nil }))
    let time =
      try values[countdown].map { Proposal.Time.after(try context.bounded($0, countdown)) }
      ?? context.time()
    let also = values[also]
    return Wish(
      command: .start(start),
      target: values[Options.session].map { .named($0, also: also) } ?? .new(also: also),
      time: time)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let subject = receipt.subject
    switch receipt.phase {
    case .running where receipt.runningTime < .seconds(1): return "\(subject) runs."
    // A bare time of day may have been yesterday's.
    case _ where context.values[Options.at] != nil:
      let began = LocalTime(clock: context.world.localClock()).text(of: receipt.at)
      return "\(subject) \(receipt.state(context)), started \(began)."
    default: return "\(subject) \(receipt.state(context))."
    }
  }
}

extension Receipt {
  /// `Session 3`, `Session 3 "Tempo run"`.
  var subject: String {
    name.map { "Session \(session) \"\(Harmless.text($0))\"" } ?? "Session \(session)"
  }

  /// What is said behind the answer.
  var notes: String { nameNote + othersNote }

  /// What is said of a name by which the session cannot be found.
  private var nameNote: String {
    guard kind == "started" || kind == "named", let name, let meaning = name.meaningOtherThanName
    else { return "" }
    return "\nWhere a session is named, '\(name)' is \(meaning): this one is found as \(session)."
  }

  /// What the session does, and at what time: `is running at 01:30.0`, `starts in 3 s`.
  func state(_ context: Context) -> String {
    switch phase {
    case .countdown: "starts in \(CountdownLabel().spoken(of: runningTime))"
    // Nothing starts that is discarded.
    case .discarded where runningTime < .zero: "is discarded"
    default: "is \(phase.rawValue) at \(context.shown(runningTime))"
    }
  }
}

extension Context {
  /// A running time as it is shown.
  func shown(_ time: Duration) -> String {
    StopwatchLabel(precision: values[Options.precision]).text(of: time)
  }
}

extension String {
  /// What it is taken for where a session is to be named, if not for a name.
  fileprivate var meaningOtherThanName: String? {
    if utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "a number" }
    return EventID(self) == nil ? nil : "a uid"
  }
}

extension [String] {
  /// Each of them once, in the order of their first coming.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
