import Arguments
import EventLog
import Terminal
import Timing

enum ReplayCommand: RunnableCommand {
  static let session = Argument(
    "session", .session, help: "The session: its number, uid or name.")
  static let speed = Option(
    "speed", .pace, default: .times(1), help: "How many times as fast as it happened, or max.")
  static let from = Option("from", .duration, help: "Begin at this running time.")
  static let to = Option("to", .duration, help: "End at this running time.")
  static let gaps = Option(
    "gaps", .choice(Gaps.self), default: .short,
    help: "Whether to wait for more than a second while the clock stands.")

  static let declaration = Subcommand(
    "replay", abstract: "Play a past session as it happened.",
    discussion: """
      In a terminal it is played on the live screen. Into a pipe or a file an event is a line, \
      printed at its pace: the running time and the laps as of then, and the line that \
      'laptimer events' has for it; with --json an object.

      Corrections come when they were made, and what was undone is there until then.
      """,
    [session, speed, from, to, gaps, Options.precision])

  static var isStreamed: Bool { true }

  /// What becomes of waits while the clock stands.
  enum Gaps: String, CaseIterable {
    case short, full
  }

  static func run(_ context: Context) throws {
    let values = context.values
    if let from = values[from], let to = values[to], from > to {
      throw UsageError(.other("'--from' lies behind '--to'."), in: declaration)
    }
    let log = try context.openLog(for: .reading)
    let number = try log.sessionNumber(named: values[session])
    _ = try context.fold(number, in: log)
    let events = try log.allEvents(of: number)
    if !context.isJSON, isOnTerminal(context) {
      return try ReplayScreen(
        session: number, events: events.map(\.event), speed: Speed(values[speed].factor),
        from: values[from], to: values[to], keepsGaps: values[gaps] == .full
      ).run(context)
    }
    var replay = Replay(
      tape: Tape(events.map(\.event), keepsGaps: values[gaps] == .full),
      pace: values[speed], keepsGaps: values[gaps] == .full)
    replay.from = values[from]
    replay.to = values[to]
    try play(events, of: number, replay.cues, in: log, context)
  }

  private static func isOnTerminal(_ context: Context) -> Bool {
    context.world.isTerminal(context.world.input) && context.isOnTerminal
  }

  /// Prints each event when its time has come.
  private static func play(
    _ events: [LoggedEvent], of number: Int, _ cues: [Replay.Cue?], in log: EventLog,
    _ context: Context
  ) throws {
    let interrupts = try context.world.catchInterrupts()
    var lines = ReplayLines(EventText(context), EventLinks(log), context.times)
    var session = Session()
    let begin = context.world.instant().ticks
    var due = begin
    for (logged, cue) in zip(events, cues) {
      session.apply(logged.event)
      guard let cue else { continue }
      if cue.wait > .zero {
        due += cue.wait
        try context.output.flush()
        switch context.world.sleep(due, interrupts) {
        case .over: break
        case .interrupted: throw Failure.interrupted
        case .readerClosed: throw OutputError.readerClosed
        }
      }
      let snapshot = session.snapshot(at: cue.reading)
      let uid = session.uid ?? logged.event.id
      try lines.append(
        logged, Glance(snapshot, number, uid), isJSON: context.isJSON, to: &context.output.bytes)
      try context.output.drain()
    }
  }
}

extension EventLog {
  /// All events of a session, in the order of their arrival.
  fileprivate func allEvents(of session: Int) throws -> [LoggedEvent] {
    var all: [LoggedEvent] = []
    while true {
      let events = try events(after: all.last?.position ?? 0, of: session)
      all += events
      if events.isEmpty { return all }
    }
  }
}
