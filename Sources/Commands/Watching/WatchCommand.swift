import Arguments
import EventLog
import Glibc
import Logbook
import Signals
import SignalsPoll
import Terminal
import Text
import Timing

enum WatchCommand: RunnableCommand {
  static let session = Argument(
    optional: "session", .session, help: "The session: its number, uid or name.",
    defaultText: "the running one, else the newest started one")
  static let start = Flag(
    "start", help: "Start a new session first, with the options of 'laptimer start'.")
  static let name = Option(
    "name", .label("name"), help: "The name of the session that --start starts.")
  static let countdown = Option(
    "countdown", .duration,
    help: "The countdown of the key c (3 s); with --start, begin with it.")
  static let holdOff = Option(
    "hold-off", .duration,
    help: "Ignore all keys but q for this long, against accidental presses.")
  static let bell = Flag(
    "bell", help: "Ring the terminal's bell at a limit and at a finish, as 'bell = on' does.")

  static let declaration = Subcommand(
    "watch", abstract: "Time a session on the live screen.",
    discussion: """
      Space starts, stops and resumes, c starts with a countdown, l records a lap, m a timestamp, \
      u undoes, r redoes, n edits the name of the person, ? shows all keys, q quits: the session \
      keeps running. After a finish, space starts the next session, with the same name, person, tags \
      and rules; after a stop, s does. Events of other processes appear at once. While another process \
      locks the log, or its disk is full, keys wait, and are then recorded with their own times.

      The up and down arrows choose a lap or a timestamp: a moves it by a typed duration, n \
      renames it, d removes it, Escape leaves it.

      Several running sessions are shown as a board. A digit laps the session with this key; above \
      nine sessions, digits and Enter do. The arrows choose a session: l laps it, space stops or \
      resumes it, u and r undo and redo in it, or in that of the last press. The other letters have no \
      effect there. Digits are always keys of sessions and bibs there, also those chosen in the \
      configuration.

      A race is shown as a board, with a row for each runner. Digits and Enter record that a bib \
      crossed; where all bibs are single digits, the digit alone does. Space records a crossing of \
      nobody yet, a assigns it to a bib, b takes a bib with letters, w starts a wave, s stops.

      In the session that times a point of a race, and in the race of another device of which this \
      one times a point, the same keys record crossings of that session. Without such a session, that \
      race is only shown.

      With --json, the content of the screen is printed instead, one line for each change, until \
      interrupted; this needs no terminal.
      """,
    terms: RaceOptions.terms,
    examples: [
      Example("Watch the running session", "laptimer watch"),
      Example(
        "Start an attempt at a course, with a countdown of ten seconds",
        "laptimer watch --start --course golf --countdown 10"),
      Example(
        "Time a race of 20 laps, whose runners are in a file",
        "laptimer watch --start --race '20 laps' --entries runners.csv"),
    ],
    [
      session, ReadingOptions.sessionOption, start, name,
      Exclusive(countdown, Options.at, Options.ago), Options.laps,
      Options.limit, Options.minimumLap, CourseOptions.course, CourseOptions.segments,
      RaceOptions.race, RaceOptions.rules, StartCommand.entries, RaceOptions.join,
      RaceOptions.point, RaceOptions.priority, Options.tags, StartCommand.also, holdOff, bell,
      Against.option, Against.asOf,
      Options.precision,
    ])

  /// The options of a new session.
  private static let ofStart: [any Parameter] = [
    name, Options.at, Options.ago, Options.laps, Options.limit, Options.minimumLap,
    CourseOptions.course, CourseOptions.segments, RaceOptions.race, RaceOptions.rules,
    StartCommand.entries, RaceOptions.join, RaceOptions.point, RaceOptions.priority, Options.tags,
    StartCommand.also,
  ]

  static var isStreamed: Bool { true }

  static func run(_ context: Context) throws {
    if !context.isJSON { try context.requireTerminal() }
    let log = try context.openLog(for: .reading)
    do {
      let number = try sessionNumber(context, log)
      let now = try log.reading(context.instant)
      let onScreen = context.isJSON ? nil : number
      let timed = try onScreen.flatMap { try log.timedPoint(onScreenOf: $0, at: now) }
      let feed = try SessionFeed(
        timed?.race ?? number, timedBy: timed?.point, of: log, in: context.world,
        times: context.times,
        course: { try context.course(of: $0, $1, in: $2) })
      if context.isJSON { return try WatchLines(feed, context).run() }
      let countdown = try countdownAsked(context) ?? LiveScreen.defaultCountdown
      // A note would be written over the screen.
      log.onSkip = { _, _, _ in }
      try show(feed, countdown: countdown, context)
    } catch Rejection.severalRunning where !context.isJSON {
      log.onSkip = { _, _, _ in }
      try show(try SessionsFeed(of: log, in: context.world, times: context.times), context)
    }
  }

  /// Shows the live screen of a session until the user quits.
  private static func show(
    _ feed: SessionFeed, countdown: Duration, _ context: Context
  ) throws {
    let terminal = try context.openTerminal(reading: feed.clock.reading(of:))
    let reader = FeedReader(feed, on: terminal.loop)
    let appender = KeyAppender(feed.clock, context)
    // The session before one that a key has started.
    var previous: Int?
    let log = LiveScreen.Log(
      boards: feed.boards,
      append: { command in
        let before = feed.newest
        let answer = appender.append(command, to: before) { try feed.show($0) }
        reader.readNew()
        if feed.newest.number != before.number { previous = before.number }
        // A start by mistake leads back to the session that it left.
        if case .undo = command.command, case .appended = answer, let number = previous,
          feed.newest.session.summary.startedAt == nil
        {
          previous = nil
          do {
            try feed.show(number)
          } catch {
            return .refused(Failure(error).message)
          }
        }
        return answer
      },
      now: feed.clock.reading, clockSteps: terminal.loop.clockSteps)
    let holdOff = context.values[holdOff].flatMap { $0 > .zero ? $0 : nil }
    let screen = LiveScreen(
      log, presses: terminal.presses, sizes: terminal.sizes, charset: terminal.charset,
      holdOffEnd: holdOff.map { context.instant.ticks + $0 }, countdown: countdown,
      keyMap: keyMap(context), on: terminal.loop)
    let rings = context.values[bell] || context.configuration.bell == true
    let ending = terminal.run(
      screen.frames, until: screen.quits, bells: rings ? screen.frames.finishes : .never)
    withExtendedLifetime(screen) {
      finish(appender, context, screen.retry) { screen.waiting.isEmpty }
    }
    let board = feed.newest
    try end(ending, appender.failure(leaving: screen.waiting.map { ($0, board) }), reader, context)
  }

  /// Shows the board of several sessions until the user quits.
  private static func show(_ feed: SessionsFeed, _ context: Context) throws {
    let terminal = try context.openTerminal(reading: feed.clock.reading(of:))
    let reader = FeedReader(feed, on: terminal.loop)
    let appender = KeyAppender(feed.clock, context)
    let log = SessionsScreen.Log(
      boards: feed.boards,
      append: { command, board in
        defer { reader.readNew() }
        return appender.append(command, to: board)
      },
      now: feed.clock.reading, clockSteps: terminal.loop.clockSteps)
    let screen = SessionsScreen(
      log, presses: terminal.presses, sizes: terminal.sizes, charset: terminal.charset,
      keyMap: keyMap(context), on: terminal.loop)
    let ending = terminal.run(screen.frames, until: screen.quits, bells: .never)
    withExtendedLifetime(screen) {
      finish(appender, context, screen.retry) { screen.waiting.isEmpty }
    }
    try end(ending, appender.failure(leaving: screen.waiting), reader, context)
  }

  /// Tries to record the keys that wait, as long as a command waits for a lock.
  private static func finish(
    _ appender: KeyAppender, _ context: Context, _ retry: () -> Void, isDone: () -> Bool
  ) {
    let end = context.world.instant().ticks + context.world.lockTimeout
    while !isDone() {
      retry()
      // Only a lock may be gone at the next try; each try waits for it.
      guard appender.failure?.exitCode == ExitCode.temporary, context.world.instant().ticks < end
      else { return }
    }
  }

  private static func keyMap(_ context: Context) -> KeyMap {
    KeyMap(
      context.configuration.keys, debounce: context.configuration.debounce ?? .milliseconds(150))
  }

  /// Reports what could not be saved or read, after the screen.
  private static func end(
    _ ending: TerminalSession.Ending, _ unsaved: Failure?, _ reader: FeedReader,
    _ context: Context
  ) throws {
    if let unsaved {
      if reader.failure == nil, ending == .quit || ending == .hangUp { throw unsaved }
      unsaved.report(isJSON: false, in: context.world)
    }
    if let failure = reader.failure { throw failure }
    try ending.end()
  }

  /// The length of the requested countdown.
  private static func countdownAsked(_ context: Context) throws -> Duration? {
    try context.values[countdown].map { try context.bounded($0, countdown) }
  }

  /// Returns the session to show, or starts a new one.
  ///
  /// - Returns: its number; nil for a screen that offers the start, without a session.
  private static func sessionNumber(_ context: Context, _ log: Logbook) throws -> Int? {
    let values = context.values
    guard values[start] else {
      if let option = ofStart.first(where: { values.contains($0) }) {
        let key = option.definitions.first?.key ?? ""
        throw UsageError(
          .other("'\(key)' needs '--start': it is for a new session."), in: declaration)
      }
      if let named = try context.sessionName(session) { return try log.sessionNumber(named: named) }
      do {
        return try log.impliedSession(at: log.reading(context.instant))
      } catch Rejection.noSession where !context.isJSON {
        return nil
      } catch Rejection.allDiscarded where !context.isJSON {
        return nil
      }
    }
    guard try context.sessionName(session) == nil else {
      throw UsageError(
        .other("'--start' starts a new session: give its name with '--name'."), in: declaration)
    }
    context.source = "watch"
    let requests = try startRequests(context)
    do {
      let log = try context.openLog(for: .appending)
      return try log.append(together: requests)[0].session
    } catch {
      throw Failure(error, of: declaration)
        .offering(
          "Repeat it as:", ["\(context.program.name) \(context.line(repeating: requests[0]))"])
    }
  }

  /// The requests of `--start`, which are appended together.
  private static func startRequests(_ context: Context) throws -> [Request] {
    let values = context.values
    if let race = values[RaceOptions.join] {
      return try StartCommand.requests(joining: race, name: values[name], context)
    }
    let start = try StartCommand.request(
      name: values[name], countdown: countdown, of: .new(also: values[StartCommand.also]), context)
    return try StartCommand.requests(start, context) ?? [start]
  }
}
