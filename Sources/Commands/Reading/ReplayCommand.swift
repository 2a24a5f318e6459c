import Arguments
import EventLog
import Host
import Live
import Logbook
import Racing
import Signals
import Terminal
import Text
import Timing

enum ReplayCommand: RunnableCommand {
  static let session = Parameter.argument(
    optional: "session", .session, help: "The session: its number, uid or name.",
    defaultText: "the running one, else the newest started one")
  static let speed = Parameter.option(
    "speed", .replaySpeed, default: .normal, help: "The speed: a factor, or max.")
  static let from = Parameter.option("from", .duration, help: "Begin at this running time.")
  static let to = Parameter.option("to", .duration, help: "End at this running time.")
  static let gaps = Parameter.option(
    "gaps", .choice(Gaps.self), default: .short,
    help: "Waits while the clock is stopped: at most a second, or in full.")

  static let bell = Parameter.flag("bell", help: "In a terminal, ring the bell at a finish.")

  static let declaration = Subcommand(
    "replay", abstract: "Replay a session.",
    discussion: """
      In a terminal, the session is replayed on the live screen. In a pipe or a file, each event \
      is printed at its time, with the running time and the laps at that moment, and on a course \
      with the difference to the comparison; with --json, as an object. A race is shown as a board. \
      In a pipe, a crossing is printed with the runner, the lap and the place at that moment, and \
      the standings follow the last event. The events of sessions that joined a race are played with \
      its own, in the order of time.

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
    let number = try context.session(
      context.sessionName(session), in: log, at: log.reading(context.instant))
    let events = try log.verifiedEvents(of: number)
    guard !events.isEmpty else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    let streams = try streams(of: number, events, log)
    let tape = Tape(
      events.lazy.map(\.event), joined: streams.joined, longestGap: longestGap(values))
    context.noteUnknownKinds(tape.session.unknownKinds, number)
    try checkRange(tape, of: number, context)
    if !context.isJSON, isOnTerminal(context) { return try show(tape, of: number, log, context) }
    try print(events, streams.events, tape, log, context)
  }

  /// Reads the events of the sessions that joined a race, by session, and in the order in which
  /// they are played; none if the session is no race.
  private static func streams(
    of number: Int, _ events: [LoggedEvent], _ log: Logbook
  ) throws -> (events: [EventID: [LoggedEvent]], joined: [Tape.JoinedEvent]) {
    let uid = events[0].event.id
    let joined = try log.streams(of: uid).filter { $0 != number }
    guard !joined.isEmpty else { return ([:], []) }
    var streams: [EventID: [LoggedEvent]] = [:]
    var race = Race(uid)
    try race.applyAll { race in
      for logged in events { race.apply(logged.event) }
      for stream in joined {
        let (id, events) = (try log.uid(of: stream), try log.verifiedEvents(of: stream))
        for logged in events { race.apply(logged.event, of: id) }
        streams[id] = events
      }
    }
    guard race.session.summary.profile.plan.race != nil else { return ([:], []) }
    return (streams, race.joinedEvents)
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
    let mode = ReplayMode(
      tape, number: number, course: course, range: first...max(first, end),
      speed: context.values[speed], times: context.times, on: terminal.loop)
    let screen = Screen(
      mode, presses: terminal.presses, sizes: terminal.sizes, charset: terminal.charset,
      on: terminal.loop)
    let bells = context.values[bell] ? screen.frames.finishes : .never
    let ending = try terminal.run(screen.frames, until: screen.quits, bells: bells)
    withExtendedLifetime(screen) {}
    try ending.end()
  }

  private static func print(
    _ events: [LoggedEvent], _ streams: [EventID: [LoggedEvent]], _ tape: Tape, _ log: Logbook,
    _ context: Context
  ) throws {
    let (begin, end) = positions(on: tape, context.values)
    guard let begin, begin <= end else { return }
    let interrupts = try context.world.catchInterrupts()
    let number = events.first?.record.session ?? 0
    let course = try context.course(of: tape.session, number, in: log)
    let isJudged = tape.entries.count <= ReplayLines.mostJudged
    let isRace = tape.session.summary.profile.plan.race != nil
    if !isJudged, isRace {
      context.note(
        """
        Crossings are printed without laps and places, since the session has more than \
        \(ReplayLines.mostJudged) events: \(command: "results \(number)") has them.
        """)
    }
    var lines = ReplayLines(
      context, log, course, of: tape.session.summary.profile, isJudged: isJudged)
    var now = context.world.instant().ticks
    let transport = Transport(
      begin...end, of: tape.length, speed: context.values[speed], now: now)
    for entry in tape.entries where entry.position <= end {
      lines.apply(entry)
      guard entry.position >= begin else { continue }
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
      let own = entry.stream.flatMap { streams[$0] } ?? events
      try lines.append(own[entry.event.version - 1], entry, to: &context.output.bytes)
      try context.output.drain()
    }
    if let reading = tape.reading(at: end), let last = events.last,
      let report = lines.standings(number, position: last.record.position, at: reading)
    {
      context.output.bytes.append("\n")
      try report.write(
        .rows(.table), isTerminal: context.isOnTerminal, width: context.terminalWidth,
        isColored: context.isColored, to: &context.output.bytes)
    }
  }
}
