import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum ShowCommand: RunnableCommand {
  static let atEvent = Parameter.option(
    "at-event", .number("n", in: 1...Int.max),
    help: "As known after event n, at the time of that event.")
  static let atTime = Parameter.option(
    "at-time", .duration, help: "As known today, at this running time.")
  static let format = Parameter.option(
    "format", .choice(TableFormat.self), default: .table,
    help: "The format of the laps; a table includes everything else.")

  static let declaration = Subcommand(
    "show", abstract: "Show a session in full.",
    discussion: """
      Shows running time, laps with their difference to the best, statistics and timestamps. \
      Laps of the same label are compared with one another; a label of a single lap counts as none. \
      A bar that ends in an arrow head is cut: that lap is far longer than most. Flags of all laps \
      are in the line above them. \
      Laps that do not count have a dash instead of a number, and @ with their event; the next lap is measured from the \
      last lap that counts. The time after the last lap is a row without a number.

      --json prints the whole session, --format the rows of its laps.
      """,
    examples: [
      Example("Show the running or the newest session", "laptimer show"),
      Example("Show session 3 as it was after its event 5", "laptimer show 3 --at-event 5"),
      Example("Export its laps as CSV", "laptimer show 3 --format csv"),
    ],
    [
      ReadingOptions.session, ReadingOptions.sessionOption, Exclusive(atEvent, atTime),
      Against.option, Against.asOf, format,
      Options.defuse, Options.precision,
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let number = try context.session(
      context.sessionName(ReadingOptions.session), in: log, at: now)
    let details = try details(of: number, in: log, at: now, context)
    guard !context.values.contains(format), context.isJSON else {
      return try print(details, in: context.values[format], log, at: now, context)
    }
    context.print(json: details)
  }

  private static func details(
    of number: Int, in log: Logbook, at now: Reading, _ context: Context
  ) throws -> SessionDetails {
    if let version = context.values[atEvent] {
      return try details(of: number, atEvent: version, in: log, context)
    }
    let (session, uid) = try context.fold(number, in: log)
    guard let time = context.values[atTime] else {
      return try context.details(session, session.snapshot(at: now), number, uid, in: log)
    }
    guard let (past, snapshot) = session.snapshot(atRunningTime: time, asOf: now) else {
      throw CommandError.notReached(
        session: number, time: time, current: session.summary.runningTime(at: now), context.times)
    }
    let place = session.place(ofRunningTime: time, asOf: now)
    return try context.details(past, snapshot, through: place, number, uid, in: log)
  }

  private static func details(
    of number: Int, atEvent version: Int, in log: Logbook, _ context: Context
  ) throws -> SessionDetails {
    let known = try log.entry(number)?.summary.version ?? 0
    guard version <= known else {
      throw CommandError.noSuchEvent(session: number, event: version, count: known)
    }
    let (session, uid) = try context.fold(number, in: log, through: version)
    guard let snapshot = session.snapshotAtNewestEvent() else {
      throw LogError.inconsistent(.noFirstEvent(session: number))
    }
    return try context.details(session, snapshot, number, uid, in: log)
  }

  private static func print(
    _ details: SessionDetails, in format: TableFormat, _ log: Logbook, at now: Reading,
    _ context: Context
  ) throws {
    guard format == .table else {
      return try format.isForPeople
        ? context.print(details.shown.rows, in: format, LapRow.fields)
        : context.print(
          details.lapReports, in: format,
          format.isJSON ? LapReport.fields : LapReport.rowFields)
    }
    let profile = details.snapshot.summary.profile
    let past =
      context.values[atEvent].map { ("--at-event", "\($0)") }
      ?? context.values[atTime].map { ("--at-time", $0.unitText) }
    let screen = SessionScreen(
      context: context, details: details.shown,
      race: try profile.timingPoint.map { try log.name(ofRace: $0.race) },
      streams: profile.plan.race == nil ? 0 : try log.streams(of: details.report.uid).count,
      finish: past == nil
        ? try log.finishedRace(details.number, details.snapshot.summary, at: now) : nil,
      past: past)
    screen.print()
  }
}

/// The text of `show`: a session in full.
struct SessionScreen {
  let context: Context
  let details: SessionDetails
  /// The name of the race of which the session times a point; nil for other sessions.
  let race: String?
  /// The number of sessions that time points of the race.
  let streams: Int
  /// The finish of a race, if that is shown as of now.
  let finish: FinishedRace?
  /// The option that shows the session as of another moment; nil for now.
  let past: (option: String, value: String)?

  var times: StopwatchLabel { context.times }
  private var snapshot: Snapshot { details.snapshot }

  func print() {
    let name = snapshot.summary.profile.name.map { " \($0.quoted)" } ?? ""
    print("Session \(details.number)\(name)", .bold)
    for line in head { print(line) }
    let profile = snapshot.summary.profile
    if profile.timingPoint == nil, profile.plan.race == nil || !details.laps.isEmpty {
      let flags = LapTable.commonFlags(of: details.laps).names
      print("")
      print(
        "\(snapshot.header)\(flags.isEmpty ? "" : "  all \(flags.joined(separator: " "))")")
    }
    printLaps()
    if let against = details.against {
      print("")
      for line in against.lines(at: snapshot.displayedTime, times) { print(line) }
    } else if let largest = details.alike.largest {
      print("")
      for line in lines(of: largest) { print(line) }
    }
    if !details.timestamps.isEmpty {
      print("")
      print("\(details.timestamps.count, "timestamp")")
      let rows = details.timestamps.map { timestamp in
        [
          timestamp.runningTime.map(times.text(of:)) ?? "-", timestamp.label,
          snapshot.ageText(of: timestamp.at),
        ]
      }
      context.print(rows, [.right, .left, .left])
    }
    guard let race = profile.plan.race else { return }
    let joined: Message = streams == 0 ? "" : ", \(streams, "joined session")"
    let standings: Suggestion =
      if let past {
        "standings \(details.number) \(option: past.option, past.value)"
      } else {
        "standings \(details.number)"
      }
    print("")
    print(
      """
      Race \(race.text.quoted): \(details.entries, "entry", "entries"), \
      \(details.crossings, "crossing")\(joined). \
      \(command: standings) shows the places.
      """)
  }

  /// Prints a line, cut to the width of the terminal.
  private func print(_ line: Message, _ style: Style? = nil) {
    var text = line.text(adding: context.values.logOption)
    if let width = context.terminalWidth { text = DisplayWidth.cut(text, to: width) }
    context.print(style?.applied(to: text, if: context.isColored) ?? text)
  }

  /// The lines on phase, start, people, tags, plan and clock.
  private var head: [Message] {
    let profile = snapshot.summary.profile
    var lines: [Message]
    if let point = profile.timingPoint {
      let race = race ?? "race \(point.race)"
      lines = ["\(snapshot.phaseText(nil))  \(point.text(race: race))"]
      lines.append("\(details.crossings, "crossing")")
    } else {
      lines = ["\(snapshot.phaseText(finish))  \(snapshot.timeText(finish, times))"]
    }
    if let gain = details.against?.gain(times) {
      lines.append("new personal best by \(times.text(of: gain))")
    }
    if let start = snapshot.summary.startedAt {
      let moment = context.localTime.text(of: start)
      lines.append(
        snapshot.startsLater
          ? "starts \(moment)" : "started \(moment), \(snapshot.ageText(of: start))")
    }
    let lists = [
      ("people", profile.people.map(\.full)), ("tags", profile.tags),
      ("plan", profile.plan.rules(times)),
      ("rules", [profile.plan.race?.rulesText ?? ""].filter { !$0.isEmpty }),
    ]
    for (name, list) in lists where !list.isEmpty {
      lines.append("\(name): \(list.joined(separator: ", "))")
    }
    if snapshot.quality != .exact { lines.append("clock: \(snapshot.quality.rawValue)") }
    return lines
  }

  /// The statistics of the largest group of alike laps, and a line for each other one.
  private func lines(of largest: AlikeLaps.Group) -> [Message] {
    let statistics = largest.statistics
    let label = largest.label.map { "labeled \($0.quoted)" } ?? "without a shared label"
    // Laps that are all alike without a label need no heading.
    let heading: [Message] =
      largest.label == nil && details.alike.groups.count == 1
      ? [] : ["\(largest.count, "lap") \(label)"]
    let others = details.alike.groups.filter { $0.label != largest.label }.map {
      group -> Message in
      """
      \(group.label?.quoted ?? "others"): \(group.count, "lap"), \
      best \(times.text(of: group.best)) (lap \(group.bestLap)), \
      mean \(times.text(of: group.statistics.mean))
      """
    }
    return heading + [
      "best    \(times.text(of: statistics.best))  (lap \(statistics.bestLap))",
      "worst   \(times.text(of: statistics.worst))",
      "mean    \(times.text(of: statistics.mean))",
      "median  \(times.text(of: statistics.median))",
      "stddev  \(times.text(of: statistics.standardDeviation))",
    ] + others
  }
}
