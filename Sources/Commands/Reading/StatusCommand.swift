import Arguments
import EventLog
import Logbook
import Racing
import Timing
import Text

enum StatusCommand: RunnableCommand {
  static let declaration = Subcommand(
    "status", abstract: "Show a session in one line.",
    discussion: """
      Shows phase, name, running time, number of laps, and the newest lap with its age. During a \
      countdown it shows the whole seconds to go. If several sessions run or count down, it shows a \
      line for each; with --json, an array of them.
      """,
    examples: [
      Example("Show the running sessions, else the newest one", "laptimer status"),
      Example("Show session 3 as JSON", "laptimer status 3 --json"),
    ],
    [
      ReadingOptions.session, ReadingOptions.sessionOption, Against.option, Against.asOf,
      Options.precision,
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    context.opened = log
    let now = try log.reading(context.instant)
    let name = try context.sessionName(ReadingOptions.session)
    do {
      let number = try context.session(name, in: log, at: now)
      guard context.isJSON else { return try printLine(number, in: log, at: now, context) }
      context.print(json: try details(number, in: log, at: now, context))
    } catch Rejection.severalRunning {
      let numbers = try log.openSessions(at: now)
      guard context.isJSON else {
        return try numbers.forEach { try printLine($0, in: log, at: now, context) }
      }
      let sessions = try numbers.map { try details($0, in: log, at: now, context) }
      context.print(json: sessions)
    }
  }

  private static func details(
    _ number: Int, in log: Logbook, at now: Reading, _ context: Context
  ) throws -> SessionDetails {
    let (session, uid) = try context.fold(number, in: log)
    return try context.details(session, session.snapshot(at: now), number, uid, in: log)
  }

  private static func printLine(
    _ number: Int, in log: Logbook, at now: Reading, _ context: Context
  ) throws {
    try context.resolveConfiguredComparison(in: log)
    guard let entry = try log.entry(number) else { throw Rejection.unknownSession("\(number)") }
    let snapshot = entry.summary.snapshot(at: now)
    if let point = entry.summary.profile.timingPoint {
      let race = try log.name(ofRace: point.race)
      let rest: Message = "\(point.text(race: race))  \(entry.summary.version, "event")"
      let line = StatusLine(snapshot, of: number, nil, rest.text)
      return context.print(line.text(columns: context.terminalWidth))
    }
    let finish = try log.finishedRace(number, entry.summary, at: now)
    let rest = snapshot.rest(newest: try log.lastLap(of: entry), finish, context.times)
    var line = StatusLine(snapshot, of: number, finish, rest)
    if entry.summary.profile.plan.course != nil || context.values.contains(Against.option) {
      let (session, _) = try context.fold(number, in: log)
      let course = try context.course(of: session, number, in: log)
      if let against = AttemptComparison(session.laps, course),
        let lap = session.laps.last(where: { $0.segment != nil })
      {
        line.rest += against.ending(of: lap, context.times)
      }
    }
    context.print(line.text(columns: context.terminalWidth))
  }
}

private struct StatusLine {
  private let phase: String
  /// The name, or the number.
  private let name: String
  var rest: String

  init(_ snapshot: Snapshot, of number: Int, _ finish: FinishedRace?, _ rest: String) {
    phase = snapshot.phaseText(finish)
    name = snapshot.summary.profile.name.map(Harmless.text) ?? "session \(number)"
    self.rest = rest
  }

  /// The columns to which a name is cut at most.
  private static let leastWidth = 8

  /// Returns the line, with the name cut if it is wider than the terminal, then the rest.
  func text(columns: Int?) -> String {
    let line = text(named: name)
    guard let columns, DisplayWidth.of(line) > columns else { return line }
    let room = DisplayWidth.of(name) - (DisplayWidth.of(line) - columns)
    let shorter = DisplayWidth.cut(name, to: max(Self.leastWidth, room))
    return DisplayWidth.cut(text(named: shorter), to: columns)
  }

  private func text(named name: String) -> String { "\(phase)  \(name)  \(rest)" }
}

extension Snapshot {
  /// The running time, the laps, and the newest lap with its age.
  fileprivate func rest(
    newest lap: Lap?, _ finish: FinishedRace?, _ times: StopwatchLabel
  ) -> String {
    // The laps of a race are those of its runners.
    let race =
      summary.lapCount > 0 ? nil : summary.profile.plan.race.map { "race \($0.text.quoted)" }
    // `joined` would take a twelfth of the time of the process.
    var rest = "\(timeText(finish, times))  \(race ?? header)"
    if let lap, let lapNumber = lap.number {
      rest += "  " + SplitList.entry(number: lapNumber, split: lap.split, label: times)
      rest += "  " + ageText(of: lap.at)
    } else if let start = summary.startedAt, !startsLater {
      rest += "  started " + ageText(of: start)
    }
    return rest
  }
}
