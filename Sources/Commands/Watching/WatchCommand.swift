import Arguments
import EventLog
import SignalsPoll
import Terminal
import Timing

enum WatchCommand: RunnableCommand {
  static let session = Argument(optional: "session", .session, help: "The session to watch.")
  static let start = Flag("start", help: "Start a new session first.")
  static let name = Option("name", .label("name"), help: "What the session started is called.")
  static let countdown = Option(
    "countdown", .duration,
    help: "The length of the countdown that c starts (3 s); with --start, begin with it.")
  static let holdOff = Option(
    "hold-off", .duration,
    help: "Take no keys but q for so long, so that a bumped keyboard starts or stops nothing.")

  static let declaration = Subcommand(
    "watch", abstract: "Show a session live, and time it by keys.",
    discussion: """
      Space starts, stops and resumes, c starts with a countdown, l takes a lap, m a mark, u and r \
      undo and redo, n names who is timed, ? shows all keys, q leaves: the session runs on. What \
      other processes append is shown at once. With --json, what is shown is printed instead, a line \
      each time that it changes, until it is interrupted or its reader leaves; it needs no terminal \
      then.
      """,
    [session, start, name, countdown, holdOff])

  static var isStreamed: Bool { true }

  static func run(_ context: Context) throws {
    if !context.isJSON { try context.requireTerminal() }
    let log = try context.openLog(for: .reading)
    let feed = try SessionFeed(try sessionNumber(context, log), of: log, in: context.world)
    if context.isJSON { return try WatchLines(feed, context).run() }
    let countdown = try countdownAsked(context) ?? LiveScreen.defaultCountdown
    try show(feed, countdown: countdown, context)
  }

  /// Shows the live screen until the user quits.
  private static func show(
    _ feed: SessionFeed, countdown: Duration, _ context: Context
  ) throws {
    let terminal = try context.openTerminal(now: feed.reading)
    let reader = FeedReader(feed, on: terminal.loop)
    let appender = KeyAppender(feed, context)
    let log = LiveScreen.Log(
      boards: feed.boards,
      append: { command, delay, reading in
        defer { reader.readNew() }
        return appender.append(command, after: delay, reading)
      },
      now: feed.reading, clockSteps: terminal.loop.clockSteps)
    let holdOff = context.values[holdOff].flatMap { $0 > .zero ? $0 : nil }
    let screen = LiveScreen(
      log, presses: terminal.presses, sizes: terminal.sizes, charset: terminal.charset,
      holdOffEnd: holdOff.map { context.instant.ticks + $0 }, countdown: countdown,
      on: terminal.loop)
    let ending = terminal.run(screen.frames, until: screen.quits)
    withExtendedLifetime(screen) {}
    if let failure = reader.failure { throw failure }
    try ending.end()
  }

  /// The length of the countdown asked for.
  private static func countdownAsked(_ context: Context) throws -> Duration? {
    try context.values[countdown].map { try context.bounded($0, countdown) }
  }

  /// The number of the session to watch, which may be a new one.
  private static func sessionNumber(_ context: Context, _ log: EventLog) throws -> Int {
    let values = context.values
    guard values[start] else {
      if values[name] != nil {
        throw UsageError(
          .other("'--name' names the session that '--start' starts."), in: declaration)
      }
      if let named = values[session] { return try log.sessionNumber(named: named) }
      return try log.impliedSession(at: log.reading(context.instant))
    }
    guard values[session] == nil else {
      throw UsageError(
        .other("'--start' starts a new session: give its name with '--name'."), in: declaration)
    }
    let proposal = Proposal(
      id: context.world.makeID(context.now), .start(Event.Start(name: values[name])),
      of: .new(also: false), time: try countdownAsked(context).map { .after($0) } ?? .now,
      instant: context.instant, source: "watch")
    return try context.openLog(for: .appending).append(proposal).session
  }
}
