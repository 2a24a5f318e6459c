import Arguments
import EventLog
import Logbook
import Racing
import Signals
import Terminal
import Text
import Timing

enum ReplayCommand: RunnableCommand {
  static let session = Argument(
    optional: "session", .session, help: "The session: its number, uid or name.")
  static let speed = Option(
    "speed", .replaySpeed, default: .normal, help: "The speed: a factor, or max.")
  static let from = Option("from", .duration, help: "Begin at this running time.")
  static let to = Option("to", .duration, help: "End at this running time.")
  static let gaps = Option(
    "gaps", .choice(Gaps.self), default: .short,
    help: "Waits while the clock is stopped: at most a second, or in full.")

  static let bell = Flag("bell", help: "In a terminal, ring the bell at a finish.")

  static let declaration = Subcommand(
    "replay", abstract: "Replay a session.",
    discussion: """
      In a terminal, the session is replayed on the live screen. In a pipe or a file, each event \
      is printed at its time, with the running time and the laps at that moment, and on a course \
      with the difference to the comparison; with --json, as an object. A race is shown as a board, \
      and a crossing is printed with the runner, the lap and the place at that moment.

      Corrections appear when they were made: a lap that was undone is shown until its undo.
      """,
    examples: [
      Example("Replay session 3 ten times as fast", "laptimer replay 3 --speed 10"),
      Example(
        "Print its second minute at once", "laptimer replay 3 --from 1m --to 2m --speed max | cat"),
    ],
    [
      session, ReadingOptions.sessionOption, speed, from, to, gaps, bell, Against.option,
      Against.asOf, Options.precision,
    ])

  static var isStreamed: Bool { true }

  /// The length of waits while the clock is stopped.
  enum Gaps: String, CaseIterable {
    case short, full
  }

  static func run(_ context: Context) throws {
    let values = context.values
    if let from = values[from], let to = values[to], from > to {
      throw UsageError(.other("'--from' is after '--to'."), in: declaration)
    }
    let log = try context.openLog(for: .reading)
    let number = try log.sessionNumber(named: context.requiredSessionName(session))
    let events = try log.verifiedEvents(of: number)
    guard !events.isEmpty else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    let tape = Tape(events.lazy.map(\.event), longestGap: longestGap(values))
    context.noteUnknownKinds(tape.session.unknownKinds, number)
    try checkRange(tape, of: number, context)
    if !context.isJSON, isOnTerminal(context) { return try show(tape, of: number, log, context) }
    try print(events, tape, log, context)
  }

  /// Refuses a beginning that the clock does not reach, and notes an end that it does not reach.
  private static func checkRange(_ tape: Tape, of number: Int, _ context: Context) throws {
    let total = tape.entries.map(\.snapshot.displayedTime).max()
    let times = context.times
    if let time = context.values[from], tape.position(ofRunningTime: time) == nil {
      throw CommandError.notReached(session: number, time: time, current: total, times)
    }
    if let time = context.values[to], let total, tape.position(ofRunningTime: time) == nil {
      context.note(
        "'--to \(times.text(of: time))' is after the end, \(times.text(of: total)).")
    }
  }

  /// The longest gap on the tape while the clock is stopped, so that waits do not exceed a second.
  private static func longestGap(_ values: Values) -> Duration? {
    values[gaps] == .full ? nil : Tape.longestGap * min(1, values[speed].factor)
  }

  private static func isOnTerminal(_ context: Context) -> Bool {
    context.world.isTerminal(context.world.input) && context.isOnTerminal
  }

  /// The positions of `--from` and `--to`; the first is nil if the clock never shows that time.
  private static func positions(
    on tape: Tape, _ values: Values
  ) -> (begin: Duration?, end: Duration) {
    let end = values[to].flatMap { tape.position(ofRunningTime: $0) } ?? tape.length
    guard let from = values[from] else { return (.zero, end) }
    return (tape.position(ofRunningTime: from), end)
  }

  /// Plays the tape on the screen until the user quits.
  private static func show(
    _ tape: Tape, of number: Int, _ log: Logbook, _ context: Context
  ) throws {
    let course = try context.course(of: tape.session, number, in: log)
    let (begin, end) = positions(on: tape, context.values)
    let first = begin ?? tape.length
    // The keys of a replay append nothing, so the clock needs no number of the log.
    let terminal = try context.openTerminal { $0.reading(ClockID(rawValue: 0)) }
    let screen = ReplayScreen(
      tape, number: number, course: course, range: first...max(first, end),
      speed: context.values[speed], times: context.times, presses: terminal.presses,
      sizes: terminal.sizes, charset: terminal.charset,
      on: terminal.loop)
    let bells = context.values[bell] ? screen.frames.finishes : .never
    let ending = terminal.run(screen.frames, until: screen.quits, bells: bells)
    withExtendedLifetime(screen) {}
    try ending.end()
  }

  /// Prints each event at its moment.
  private static func print(
    _ events: [LoggedEvent], _ tape: Tape, _ log: Logbook, _ context: Context
  ) throws {
    let (begin, end) = positions(on: tape, context.values)
    guard let begin, begin <= end else { return }
    let interrupts = try context.world.catchInterrupts()
    let number = events.first?.record.session ?? 0
    let course = try context.course(of: tape.session, number, in: log)
    let isJudged = events.count <= ReplayLines.mostJudged
    if !isJudged, tape.session.summary.profile.plan.race != nil {
      context.note(
        "Crossings are printed without laps and places, since the session has more than "
          + "\(ReplayLines.mostJudged) events: 'laptimer results \(number)' has them.")
    }
    var lines = ReplayLines(context, log, course, isJudged: isJudged)
    var now = context.world.instant().ticks
    let transport = Transport(
      begin...end, of: tape.length, speed: context.values[speed], now: now)
    for (logged, entry) in zip(events, tape.entries) {
      lines.apply(logged.event)
      guard entry.position >= begin, entry.position <= end else { continue }
      let moment = transport.moment(of: entry.position)
      if moment > now {
        now = moment
        try context.output.flush()
        switch context.world.sleep(moment, interrupts) {
        case .over: break
        case .interrupted: throw Failure.interrupted
        case .readerClosed: throw OutputError.readerClosed
        }
      }
      try lines.append(logged, entry.snapshot, to: &context.output.bytes)
      try context.output.drain()
    }
  }
}

/// The output of `replay` to a pipe: each event with the state of the session after it.
struct ReplayLines {
  private let text: EventText
  private var links: EventLinks
  private let times: StopwatchLabel
  private let isJSON: Bool
  /// The course and the comparison of the attempt; nil without a course.
  private let course: CourseComparison?
  /// The session after the last event, with its entries and crossings if it is a race.
  private var race = Race()
  private var session: Session { race.session }
  /// Whether a crossing is printed with its laps and the place.
  private let isJudged: Bool

  /// The most events of a race whose crossings are printed with laps and places, which are computed
  /// from all crossings each time.
  static let mostJudged = 2_000

  init(_ context: Context, _ log: Logbook, _ course: CourseComparison?, isJudged: Bool) {
    self.course = course
    self.isJudged = isJudged
    text = EventText(context)
    links = EventLinks(log)
    times = context.times
    isJSON = context.isJSON
  }

  /// Applies the next event, of which a line may follow.
  mutating func apply(_ event: Event) {
    race.apply(event)
  }

  /// The runner of a crossing, as of it; nil for other events, and for a crossing of nobody.
  private func runner(_ event: Event) -> (row: Standings.Row, format: RaceFormat)? {
    guard isJudged, case .race(.crossed) = event.kind else { return nil }
    return race.standingsAtNewestEvent()?.row(of: event.id)
  }

  /// The comparison after a lap that completes a segment.
  private func against(_ event: Event) -> (against: Against, lap: Lap)? {
    guard case .lapped = event.kind,
      let lap = session.laps.last(where: { $0.event == event.version }),
      lap.segment != nil, let against = Against(session.laps, course)
    else { return nil }
    return (against, lap)
  }

  /// Appends the line of an event.
  mutating func append(
    _ logged: LoggedEvent, _ snapshot: Snapshot, to output: inout [UInt8]
  ) throws {
    if isJSON {
      try appendJSON(logged, snapshot, to: &output)
    } else {
      let target = try links.target(of: logged)
      output.append(snapshot.timeText(times).padded(to: -9))
      output.append("  " + snapshot.header.padded(to: 8))
      output.append(text.line(logged, target: target))
      if let (against, lap) = against(logged.event) {
        output.append("  \(against.text(of: lap, times)) to \(Harmless.text(against.other.name))")
      }
      if let (row, format) = runner(logged.event) {
        let place = row.position.map { "  place \($0)" } ?? ""
        output.append("  " + row.crossingLine(logged.event.id, "", format, times) + place)
      }
    }
    output.append("\n")
  }

  /// Appends the event as an object; `state` has the fields of `list`.
  private mutating func appendJSON(
    _ logged: LoggedEvent, _ snapshot: Snapshot, to output: inout [UInt8]
  ) throws {
    let uid = try links.uid(of: logged)
    var json = JSONWriter()
    json.object { object in
      logged.record.write(to: &object, uid: uid)
      object.object("state") { state in
        state.field("name", snapshot.summary.profile.name)
        state.field("phase", snapshot.phase.rawValue)
        state.field("running_time_ns", snapshot.displayedTime)
        state.field("running_time", snapshot.signedTimeText(times))
        state.field("clock", snapshot.quality.rawValue)
        state.field("header", snapshot.header)
        state.field("lap_count", snapshot.summary.lapCount)
        state.field("best_ns", snapshot.summary.best)
        if let (against, lap) = against(logged.event) {
          state.field("difference_ns", against.difference(of: lap)?.time)
        }
        if let (row, _) = runner(logged.event) {
          state.field("bib", row.bib)
          state.field("laps", row.laps)
          state.field("position", row.position)
        }
      }
    }
    output += json.bytes
  }
}
