import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum StandingsCommand: RunnableCommand {
  static let race = Parameter.argument(
    optional: "race", .session, help: "The race: its session's number, uid or name.",
    defaultText: "the running one, else the newest started one")
  static let category = Parameter.option("category", .text("category"), help: "Only this category.")
  static let wave = Parameter.option("wave", .text("wave"), help: "Only this wave.")
  static let team = Parameter.flag("team", help: "Show the runners of each team together.")
  static let points = Parameter.flag(
    "points", help: "Show the times at each point, and crossings that contradict others.")

  static let format = Parameter.option(
    "format", .choice(StandingsFormat.self), help: "The format.", defaultText: "table")

  static let declaration = Subcommand(
    "standings", for: .race, abstract: "Show the places in a race.",
    discussion: """
      Each wave is judged for itself. With --category or --wave, places and gaps are those among \
      the runners shown. --at-event counts the events of the race's own session; of devices that \
      joined it, it shows what the log had by then.

      With --points, csv, tsv and ndjson have a row for each runner and point. In a terminal, tables \
      are cut to its width: 'laptimer standings | less -S' shows them whole.
      """,
    examples: [
      Example("Show the running race", "laptimer standings"),
      Example("Show a category of session 3", "laptimer standings 3 --category women"),
      Example("As known after event 40", "laptimer standings 3 --at-event 40"),
    ],
    [
      race, ReadingOptions.sessionOption, category, wave, team, points,
      Exclusive(ShowCommand.atEvent, ShowCommand.atTime),
      format, Options.defuse, Options.precision,
    ])

  static func run(_ context: Context) throws {
    try RaceReport(context, withLaps: false, withPoints: context.values[points]).write()
  }
}

enum ResultsCommand: RunnableCommand {
  static let declaration = Subcommand(
    "results", for: .race, abstract: "Show the results of a race with all laps.",
    discussion: """
      The notes on a runner are penalties, the reasons of rulings, and flags. In a terminal, tables \
      are cut to its width: 'laptimer results | less -S' shows them whole.
      """,
    examples: [
      Example("Show the results of the newest race", "laptimer results"),
      Example("Write a page for print", "laptimer results 3 --format html > results.html"),
      Example("Export the results of a wave", "laptimer results 3 --wave B --format csv"),
    ],
    [
      StandingsCommand.race, ReadingOptions.sessionOption, StandingsCommand.category,
      StandingsCommand.wave,
      StandingsCommand.team, Exclusive(ShowCommand.atEvent, ShowCommand.atTime),
      StandingsCommand.format, Options.defuse, Options.precision,
    ])

  /// All that can fail is done before the first runner is written.
  static var isStreamed: Bool { true }

  static func run(_ context: Context) throws {
    try RaceReport(context, withLaps: true).write()
  }
}

extension Logbook {
  /// Returns the race that a session means: itself, or the one of which it times a point; throws if
  /// that is not in this log.
  func race(of session: Int) throws -> Int {
    guard let race = try entry(session)?.summary.profile.timingPoint?.race else { return session }
    if let number = try number(ofSession: race) { return number }
    throw Failure(
      "times_point",
      """
      Session \(session) times a point of race \(race), which is not in this log. \
      \(command: "import FILE --foreign") imports it.
      """)
  }
}

/// The standings of the race that the options name.
struct RaceReport {
  let context: Context
  private let format: StandingsFormat
  private var report: StandingsReport

  /// Reads the standings of the race that the options name.
  ///
  /// With `withPoints`, a table of points and contradictions replaces that of the times.
  init(_ context: Context, withLaps: Bool, withPoints: Bool = false) throws {
    self.context = context
    let values = context.values
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let session = try context.session(
      context.sessionName(StandingsCommand.race), in: log, at: now)
    let number = try log.race(of: session)
    format = values[StandingsCommand.format] ?? .rows(context.isJSON ? .json : .table)
    let hasContradictions = withPoints || format == .rows(.json) && !withLaps
    let (race, place, all) = try Self.standings(
      of: number, context, log, at: now, withLaps || withPoints ? .all : .shown)
    context.largeValues.append(race)
    let summary = race.session.summary
    let (category, wave) = (values[StandingsCommand.category], values[StandingsCommand.wave])
    var standings = all.filtered(category: category, wave: wave)
    if values[StandingsCommand.team] { standings = standings.groupedByTeam() }
    if standings.waves.allSatisfy(\.rows.isEmpty) {
      try Self.requireRunners(category: category, wave: wave, in: all)
    } else if category != nil {
      standings.waves.removeAll(where: \.rows.isEmpty)
    }
    guard let uid = race.session.uid,
      let position = try log.position(ofEvent: summary.version, in: number)
    else { throw LogError.inconsistent(.missingEvents(session: number)) }
    report = StandingsReport(
      session: number, uid: uid, name: summary.profile.name,
      position: position, standings: standings, hasLaps: withLaps, times: context.times)
    report.hasPoints = withPoints
    report.gunCommand = { Suggestion("wave", [$0]).line() }
    let localTime = LocalTime(clock: context.world.localClock())
    report.start = summary.startedAt.map(localTime.minute(of:))
    if withLaps { report.rulings = race.rulings }
    if hasContradictions {
      let bibs = Set(standings.waves.lazy.flatMap { $0.rows.lazy.map(\.bib) })
      report.contradictions = race.contradictions(atPlace: place).filter { bibs.contains($0.bib) }
    }
  }

  /// Folds a race as known now, or as the options say, which may name a place in its time.
  private static func standings(
    of number: Int, _ context: Context, _ log: Logbook, at now: Reading,
    _ passages: Standings.PassagesKept
  ) throws -> (Race, place: Duration?, Standings) {
    let values = context.values
    let version = values[ShowCommand.atEvent]
    guard let race = try log.race(number, through: version) else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    let summary = race.session.summary
    if let version, version > summary.version {
      throw CommandError.noSuchEvent(session: number, event: version, count: summary.version)
    }
    guard summary.profile.plan.race != nil else {
      throw Rejection.refused(.noRace, session: number)
    }
    var all: Standings?
    var place: Duration?
    if let time = values[ShowCommand.atTime] {
      place = race.session.place(ofRunningTime: time, asOf: now)
      all = place.flatMap { race.standings(atPlace: $0, passages) }
      if all == nil {
        throw CommandError.notReached(
          session: number, time: time, current: summary.runningTime(at: now), context.times)
      }
    } else if version == nil {
      all = race.standings(at: now, passages: passages)
    } else {
      // The results are those of the moment of recording, the clock that of the event's own moment.
      all = race.standings(atPlace: nil, passages)
      let clock = race.session.snapshotAtNewestEvent()
      all?.runningTime = clock?.runningTime
      // After a stop, the results tell whether the race is over.
      if let phase = clock?.phase, phase.isOpen, all?.phase != .finished { all?.phase = phase }
    }
    guard let all else { throw Rejection.refused(.noRace, session: number) }
    return (race, place, all)
  }

  /// Refuses a wave, else a category, that no runner is in.
  private static func requireRunners(
    category: String?, wave: String?, in all: Standings
  ) throws {
    if let wave, !all.waves.contains(where: { $0.name == wave && !$0.rows.isEmpty }) {
      let names = all.waves.filter { !$0.rows.isEmpty }.compactMap(\.name)
      throw noRunners(in: "wave", named: wave, of: "waves", names)
    }
    guard let category else { return }
    let rows = all.filtered(wave: wave).waves.lazy.flatMap(\.rows)
    let names = Set(rows.compactMap(\.category)).sorted { $0.precedesNaturally($1) }
    throw noRunners(in: "category", named: category, of: "categories", names)
  }

  /// The failure if no runner is in a category or a wave; the names are those with runners.
  private static func noRunners(
    in kind: String, named name: String, of kinds: String, _ known: [String]
  ) -> Failure {
    let start: Message = "No runner is in the \(kind) \(quoted: name)"
    let nearest = Spelling.nearest(to: name, among: known)
    return Failure(
      "no_runners",
      known.isEmpty
        ? "\(start): the entries name no \(kinds)."
        : """
        \(start).\(nearest.question) The \(kinds) with runners: \
        \(known.map(\.shown).listed(atMost: 10)).
        """)
  }

  /// Writes the standings in the format of the options.
  func write() throws {
    var bytes: [UInt8] = []
    try report.write(
      format, isTerminal: context.isOnTerminal, width: context.terminalWidth,
      isColored: context.isColored, defusing: context.values[Options.defuse], to: &bytes
    ) { bytes in
      guard bytes.count >= Output.fullAt else { return }
      context.output.bytes += bytes
      bytes.removeAll(keepingCapacity: true)
      try context.output.drain()
    }
    context.output.bytes += bytes
  }
}
