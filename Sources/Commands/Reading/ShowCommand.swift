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
    return try context.details(past, snapshot, number, uid, in: log)
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
    switch format {
    case .table:
      let profile = details.snapshot.summary.profile
      let isPast = context.values.contains(atEvent) || context.values.contains(atTime)
      let screen = SessionScreen(
        details: details.shown, times: context.times,
        race: try profile.timingPoint.map { try log.name(ofRace: $0.race) },
        streams: profile.plan.race == nil ? 0 : try log.streams(of: details.report.uid).count,
        finish: isPast
          ? nil : try log.finishedRace(details.number, details.snapshot.summary, at: now),
        localTime: LocalTime(clock: context.world.localClock()),
        width: context.terminalWidth, isColored: context.isColored,
        hasBlocks: TerminalTraits.showsUTF8(context.world.variable))
      screen.write(to: &context.output.bytes)
    case .markdown:
      try context.print(details.shown.rows, in: format, LapRow.fields)
    case .json, .ndjson:
      try context.print(details.lapReports, in: format, LapReport.fields)
    case .csv, .tsv:
      try context.print(details.lapReports, in: format, LapReport.rowFields)
    }
  }
}

/// The text of `show`: a session in full.
struct SessionScreen {
  let details: SessionDetails
  let times: StopwatchLabel
  /// The name of the race of which the session times a point; nil for other sessions.
  let race: String?
  /// The number of sessions that time points of the race.
  let streams: Int
  /// The finish of a race, if that is shown as of now.
  let finish: FinishedRace?
  let localTime: LocalTime
  /// The columns of the terminal, to which lines are cut; nil: lines are not cut.
  let width: Int?
  let isColored: Bool
  /// Whether bars consist of Unicode's block characters.
  let hasBlocks: Bool

  func write(to output: inout [UInt8]) {
    append(title, .bold, to: &output)
    for line in head { append(line, to: &output) }
    let profile = snapshot.summary.profile
    if profile.timingPoint == nil, profile.plan.race == nil || !details.laps.isEmpty {
      append("", to: &output)
      let flags = details.commonFlags.names
      let common = flags.isEmpty ? "" : "  all \(flags.joined(separator: " "))"
      append(snapshot.header + common, to: &output)
    }
    LapList(
      details: details, times: times, width: width, isColored: isColored, hasBlocks: hasBlocks
    )
    .write(to: &output)
    if let against = details.against {
      append("", to: &output)
      for line in against.lines(at: snapshot.displayedTime, times) { append(line, to: &output) }
    } else if let largest = details.alike.largest {
      append("", to: &output)
      for line in lines(of: largest) { append(line, to: &output) }
    }
    writeTimestamps(to: &output)
    guard let line = raceLine else { return }
    append("", to: &output)
    append(line, to: &output)
  }

  private func writeTimestamps(to output: inout [UInt8]) {
    guard !details.timestamps.isEmpty else { return }
    let count = details.timestamps.count
    append("", to: &output)
    append(count == 1 ? "1 timestamp" : "\(count) timestamps", to: &output)
    var grid = Grid([Column("", .right), Column("", .left), Column("", .left)])
    for timestamp in details.timestamps {
      grid.add { $0.append(timestamp.runningTime.map(times.text(of:)) ?? "-") }
      grid.add { $0.append(Harmless.text(timestamp.label)) }
      grid.add { $0.append(snapshot.ageText(of: timestamp.at)) }
    }
    grid.writeRows(width: width, isColored: isColored, to: &output)
  }

  private var snapshot: Snapshot { details.snapshot }

  private var title: String {
    let name = snapshot.summary.profile.name.map { " \"\(Harmless.text($0))\"" }
    return "Session \(details.number)" + (name ?? "")
  }

  /// The lines on phase, start, people, tags, plan and clock.
  private var head: [String] {
    let profile = snapshot.summary.profile
    var lines = ["\(snapshot.phaseText(finish))  \(snapshot.timeText(finish, times))"]
    if let point = profile.timingPoint {
      let race = race ?? "race \(point.race)"
      lines = ["\(snapshot.phaseText(nil))  \(point.text(race: race))"]
      lines.append(details.crossings == 1 ? "1 crossing" : "\(details.crossings) crossings")
    }
    if let gain = details.against?.gain(times) {
      lines.append("new personal best by \(times.text(of: gain))")
    }
    if let start = snapshot.summary.startedAt {
      lines.append(
        snapshot.startsLater
          ? "starts \(localTime.text(of: start))"
          : "started \(localTime.text(of: start)), \(snapshot.ageText(of: start))")
    }
    if !profile.people.isEmpty {
      lines.append(
        "people: " + profile.people.map { Harmless.text($0.full) }.joined(separator: ", "))
    }
    if !profile.tags.isEmpty {
      lines.append("tags: " + profile.tags.map { Harmless.text($0) }.joined(separator: ", "))
    }
    let rules = profile.plan.rules(times)
    if !rules.isEmpty { lines.append("plan: " + rules.joined(separator: ", ")) }
    if snapshot.quality != .exact { lines.append("clock: \(snapshot.quality.rawValue)") }
    return lines
  }

  /// The line on the runners of a race: `Race "2 laps": 2 entries, 5 crossings. …`; nil for other
  /// sessions.
  private var raceLine: String? {
    guard let race = snapshot.summary.profile.plan.race else { return nil }
    let joined =
      streams == 0 ? "" : streams == 1 ? ", 1 joined session" : ", \(streams) joined sessions"
    let (entries, crossings) = (details.entries, details.crossings)
    return """
      Race "\(Harmless.text(race.text))": \(entries == 1 ? "1 entry" : "\(entries) entries"), \
      \(crossings == 1 ? "1 crossing" : "\(crossings) crossings")\(joined). \
      'laptimer standings \(details.number)' shows the places.
      """
  }

  /// The statistics of the largest group of alike laps, and a line for each other one.
  private func lines(of largest: AlikeLaps.Group) -> [String] {
    let statistics = largest.statistics
    let laps = SplitList.header(count: largest.count)
    let label = largest.label.map { "labeled \"\(Harmless.text($0))\"" } ?? "without a shared label"
    // Laps that are all alike without a label need no heading.
    let heading =
      largest.label == nil && details.alike.groups.count == 1 ? [] : ["\(laps) \(label)"]
    let others = details.alike.groups.filter { $0.label != largest.label }.map { group in
      let label = group.label.map { "\"\(Harmless.text($0))\"" } ?? "others"
      let mean = times.text(of: group.statistics.mean)
      return """
        \(label): \(SplitList.header(count: group.count)), best \(times.text(of: group.best)) \
        (lap \(group.bestLap)), mean \(mean)
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

  private func append(_ line: String, _ style: Style? = nil, to output: inout [UInt8]) {
    let line = width.map { DisplayWidth.cut(line, to: $0) } ?? line
    output.append(style?.applied(to: line, if: isColored) ?? line)
    output.append(UInt8(ascii: "\n"))
  }
}

extension Plan {
  /// The rules that are set, as text.
  func rules(_ times: StopwatchLabel) -> [String] {
    var rules: [String] = []
    if let race { rules.append("race \"\(Harmless.text(race.text))\"") }
    if let course { rules.append("course \"\(Harmless.text(course))\"") }
    if let laps { rules.append(SplitList.header(count: laps)) }
    if let limit { rules.append("limit \(times.text(of: limit))") }
    if let minimumLap { rules.append("laps from \(times.text(of: minimumLap))") }
    return rules
  }
}
