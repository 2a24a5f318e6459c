import Arguments
import EventLog
import Host
import Live
import Logbook
import Terminal
import Text
import Timing

enum WatchCommand: RunnableCommand {
  static let start = Parameter.flag(
    "start", help: "Start a new session first, with the options of 'laptimer start'.")
  static let name = Parameter.option(
    "name", .label("name"), help: "The name of the session that --start starts.")
  static let countdown = Parameter.option(
    "countdown", .duration,
    help: "The countdown of the key c (3 s); with --start, begin with it.")
  static let holdOff = Parameter.option(
    "hold-off", .duration,
    help: "Ignore all keys but q for this long, against accidental presses.")
  static let bell = Parameter.flag(
    "bell", help: "Ring the terminal's bell at a limit and at a finish, as 'bell = on' does.")

  static let declaration = Subcommand(
    "watch", abstract: "Time a session on the live screen.",
    discussion: """
      Space starts, stops and resumes, c starts with a countdown, l records a lap, m a timestamp, \
      u undoes, r redoes, n names the session, p the person, ? shows all keys, q quits: the session \
      keeps running. On a course k skips the segment, x ends the attempt, Tab changes the comparison. \
      After a finish, space starts the next session, with the same name, person, tags and rules; after \
      a stop, s does. Events of other processes appear at once. While another process locks the log, \
      or its disk is full, keys wait, and are then recorded with their own times.

      The up and down arrows choose a lap or a timestamp: a moves it by a typed duration, n \
      renames it, d removes it, Escape leaves it.

      Several running sessions are shown as a board, also as soon as a second one starts, unless a \
      session is named. A digit laps the session with this key; above \
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
      ReadingOptions.session, ReadingOptions.sessionOption, start, name,
      Exclusive(countdown, Options.at, Options.ago), StartCommand.ofNewSession, holdOff, bell,
      Against.option, Against.asOf, Options.precision,
    ])

  static var isStreamed: Bool { true }

  static func run(_ context: Context) throws {
    if !context.isJSON { try context.requireTerminal() }
    let log = try context.openLog(for: .reading)
    try context.resolveConfiguredComparison(in: log)
    let number: Int?
    do {
      number = try sessionNumber(context, log)
    } catch Rejection.severalRunning where !context.isJSON {
      // A note would be written over the screen.
      log.onSkip = { _, _, _ in }
      let feed = try LogFeed(log, now: context.world.instant)
      let sessions = try SessionsFeed(of: feed, times: context.times)
      return try WatchScreens(feed, context).show(sessions)
    }
    let (feed, session) =
      try context.values[start]
      ? context.afterSaving("The start is") { try makeFeed(number, context, log) }
      : makeFeed(number, context, log)
    if context.isJSON {
      return try WatchLines(session: session, feed: feed, context: context).run()
    }
    try WatchScreens(feed, context).show(
      session, countdown: try countdownAsked(context) ?? SessionMode.defaultCountdown,
      isNamed: try context.sessionName(ReadingOptions.session) != nil)
  }

  private static func makeFeed(
    _ number: Int?, _ context: Context, _ log: Logbook
  ) throws -> (feed: LogFeed, session: SessionFeed) {
    let now = try log.reading(context.instant)
    let onScreen = context.isJSON ? nil : number
    let timed = try onScreen.flatMap { try log.timedPoint(onScreenOf: $0, at: now) }
    let feed = try LogFeed(log, now: context.world.instant)
    let session = try SessionFeed(
      timed?.race ?? number, timedBy: timed?.point, of: feed, times: context.times,
      course: { try context.course(of: $0, $1, in: $2) })
    return (feed, session)
  }

  private static func countdownAsked(_ context: Context) throws -> Duration? {
    try context.values[countdown].map { try context.bounded($0, countdown) }
  }

  /// Returns the session to show, or starts a new one; nil for a screen that offers the start,
  /// without a session.
  private static func sessionNumber(_ context: Context, _ log: Logbook) throws -> Int? {
    let values = context.values
    guard values[start] else {
      let ofStart: [any ParameterGroup] = [name, Options.time, StartCommand.ofNewSession]
      if let option = values.firstGiven(of: ofStart) {
        throw UsageError(
          .other("'\(option.key)' needs '--start': it is for a new session."), in: declaration)
      }
      if let named = try context.sessionName(ReadingOptions.session) {
        return try log.sessionNumber(named: named)
      }
      do {
        return try log.impliedSession(at: log.reading(context.instant))
      } catch Rejection.noSession where !context.isJSON {
        return nil
      } catch Rejection.allDiscarded where !context.isJSON {
        return nil
      }
    }
    guard try context.sessionName(ReadingOptions.session) == nil else {
      throw UsageError(
        .other("'--start' starts a new session: give its name with '--name'."), in: declaration)
    }
    context.source = "watch"
    let requests = try StartCommand.requests(
      name: values[name], countdown: countdown, of: .new(also: values[StartCommand.also]), context)
    do {
      let log = try context.openLog(for: .appending)
      return try log.perform(requests)[0].session
    } catch {
      throw context.failure(error, appending: requests[0])
    }
  }
}
