import Arguments
import EventLog
import Logbook
import Racing
import Text
import Timing

enum StandingsCommand: RunnableCommand {
  static let race = Argument(
    optional: "race", .session, help: "The race: its session's number, uid or name.",
    defaultText: "the running one, else the newest started one")
  static let category = Option("category", .text("category"), help: "Only this category.")
  static let wave = Option("wave", .text("wave"), help: "Only this wave.")
  static let team = Flag("team", help: "Show the runners of each team together.")
  static let points = Flag(
    "points", help: "Show the times at each point, and crossings that contradict others.")

  static let format = Option(
    "format", .choice(StandingsFormat.self), help: "The format.", defaultText: "table")

  static let declaration = Subcommand(
    "standings", abstract: "Show the places in a race.",
    discussion: """
      Each wave is judged for itself. With --category or --wave, places and gaps are those among \
      the runners shown. --at-event counts the events of the race's own session; of devices that \
      joined it, it shows what the log had by then.

      With --points, the format csv has a row for each runner and point.
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
    try RaceReport(context).write(withLaps: false, withPoints: context.values[points])
  }
}

enum ResultsCommand: RunnableCommand {
  static let declaration = Subcommand(
    "results", abstract: "Show the results of a race with all laps.",
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

  static func run(_ context: Context) throws {
    try RaceReport(context).write(withLaps: true)
  }
}

extension Logbook {
  /// Returns the race that a session means: itself, or the one of which it times a point.
  ///
  /// - Throws: `CommandError.raceElsewhere`.
  func race(of session: Int) throws -> Int {
    guard let point = try entry(session)?.summary.profile.timingPoint else { return session }
    guard let race = try number(ofSession: point.race) else {
      throw CommandError.raceElsewhere(point.race, session: session)
    }
    return race
  }
}

/// The standings of the race that the options name.
struct RaceReport {
  let context: Context
  private let report: StandingsReport
  private let race: Race
  /// The place of `--at-time` on the timeline; nil without it.
  private let place: Duration?

  init(_ context: Context) throws {
    let values = context.values
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let session = try context.session(
      context.sessionName(StandingsCommand.race), in: log, at: now)
    let number = try log.race(of: session)
    let version = values[ShowCommand.atEvent]
    guard let race = try log.race(number, through: version), let uid = race.session.uid else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    let count = race.session.summary.version
    if let version, version > count {
      throw CommandError.noSuchEvent(session: number, event: version, count: count)
    }
    guard race.session.summary.profile.plan.race != nil else {
      throw Rejection.refused(.noRace, session: number)
    }
    var all: Standings?
    var place: Duration?
    if let time = values[ShowCommand.atTime] {
      place = race.session.place(ofRunningTime: time, asOf: now)
      all = place.flatMap { race.standings(atPlace: $0) }
      if all == nil {
        throw CommandError.notReached(
          session: number, time: time, current: race.session.summary.runningTime(at: now),
          context.times)
      }
    } else {
      all = version == nil ? race.standings(at: now) : race.standingsAtNewestEvent()
      // The results are those of the moment of recording, the clock that of the event's own moment.
      if version != nil {
        all?.runningTime = race.session.snapshotAtNewestEvent()?.runningTime
      }
    }
    guard let all else { throw Rejection.refused(.noRace, session: number) }
    self.context = context
    let (category, wave) = (values[StandingsCommand.category], values[StandingsCommand.wave])
    var standings = all.filtered(category: category, wave: wave)
    if values[StandingsCommand.team] { standings = standings.groupedByTeam() }
    if standings.waves.allSatisfy(\.rows.isEmpty) {
      if let category { throw CommandError.noRunners("category", name: category) }
      if let wave { throw CommandError.noRunners("wave", name: wave) }
    }
    guard let newest = try race.session.event(version: count).flatMap({ try log.event($0.id) })
    else { throw LogError.inconsistent(.missingEvents(session: number)) }
    report = StandingsReport(
      session: number, uid: uid, name: race.session.summary.profile.name,
      position: newest.position, standings: standings, times: context.times)
    self.race = race
    self.place = place
  }

  /// Writes the standings in the format of the options, with all laps or without.
  ///
  /// - Parameters:
  ///   - withLaps: whether the laps are included.
  ///   - withPoints: whether a table of points and contradictions replaces that of the times.
  /// - Throws: `RowFormatError`.
  func write(withLaps: Bool, withPoints: Bool = false) throws {
    let format = context.values[StandingsCommand.format] ?? (context.isJSON ? .json : .table)
    var report = report
    report.hasLaps = withLaps
    report.hasPoints = withPoints
    if withPoints || format == .json && !withLaps {
      let bibs = Set(report.standings.waves.lazy.flatMap(\.rows).map(\.bib))
      report.contradictions = race.contradictions(atPlace: place).filter { bibs.contains($0.bib) }
    }
    try report.write(
      format, isTerminal: context.isOnTerminal, width: context.terminalWidth,
      isColored: context.isColored, defusing: context.values[Options.defuse],
      to: &context.output.bytes)
  }
}
