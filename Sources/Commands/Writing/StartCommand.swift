import Arguments
import EventLog
import Logbook
import Timing
import Text

enum StartCommand: WritingCommand {
  static let name = Argument(
    optional: "name", .label("name"), help: "A name for the session.")
  static let countdown = Option(
    "countdown", .duration, help: "Start after this delay; the command returns at once.")
  static let also = Flag("also", help: "Start beside sessions that are running.")

  static let declaration = Subcommand(
    "start", abstract: "Start a new session.",
    discussion: """
      A second session needs --also while another one runs or counts down. With --session, a \
      session whose start was undone is started again.
      """,
    examples: [
      Example("Start a session with a name and a tag", "laptimer start 'Tempo run' --tag track"),
      Example(
        "Start in ten seconds and finish after 25 laps",
        "laptimer start '10 k' --countdown 10 --laps 25"),
      Example("Start a second session beside the first", "laptimer start Bo --also"),
    ],
    [
      name, Exclusive(countdown, Options.at, Options.ago), Options.laps, Options.limit,
      Options.minimumLap, Options.tags, also, Options.session, Options.precision, Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    let values = context.values
    let start = Event.Start(
      name: values[name], tags: values[Options.tags].uniqued,
      plan: Plan(
        laps: values[Options.laps], limit: values[Options.limit],
        minimumLap: values[Options.minimumLap].flatMap { $0 > .zero ? $0 : nil }))
    let time =
      try values[countdown].map { Request.Time.after(try context.bounded($0, countdown)) }
      ?? context.time()
    let also = values[also]
    return context.request(
      .start(start),
      of: values[Options.session].map { .named($0, also: also) } ?? .new(also: also),
      time: time)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    if receipt.phase == .running, receipt.runningTime < .seconds(1) {
      return "Started \(receipt.object)."
    }
    let answer = "\(receipt.subject) \(receipt.state(context))"
    guard context.values[Options.at] != nil else { return answer + "." }
    // Show the date: a bare time of day may be yesterday's.
    let began = LocalTime(clock: context.world.localClock()).text(of: receipt.at)
    return "\(answer), started \(began)."
  }
}

extension Receipt {
  /// `Session 3`, `Session 3 "Tempo run"`.
  var subject: String { "S" + object.dropFirst() }

  /// `session 3`, `session 3 "Tempo run"`.
  var object: String {
    name.map { "session \(session) \"\(Harmless.text($0))\"" } ?? "session \(session)"
  }

  /// Notes after the answer.
  var notes: String { nameNote + othersNote }

  /// A note on a name by which the session cannot be found.
  private var nameNote: String {
    guard kind == "started" || kind == "named", let name, let meaning = name.meaningOtherThanName
    else { return "" }
    return "\nNote: '--session \(name)' is \(meaning), not this name: use '--session \(session)'."
  }

  /// The phase and time of the session: `is running at 01:30.0`, `starts in 3 s`.
  func state(_ context: Context) -> String {
    switch phase {
    case .countdown: "starts in \(CountdownLabel().spoken(of: runningTime))"
    // A discarded session never starts.
    case .discarded where runningTime < .zero: "is discarded"
    case .ready, .running, .stopped, .finished, .discarded:
      "is \(phase.rawValue) at \(context.shown(runningTime))"
    }
  }
}

extension Context {
  /// A running time at the chosen precision.
  func shown(_ time: Duration) -> String {
    StopwatchLabel(precision: values[Options.precision]).text(of: time)
  }
}

extension String {
  /// How a session option interprets the name, if not as a name.
  fileprivate var meaningOtherThanName: String? {
    if utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "a number" }
    return EventID(self) == nil ? nil : "a uid"
  }
}

extension [String] {
  /// The elements without duplicates, in order of first occurrence.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
