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
      countdown it shows the whole seconds to go.
      """,
    examples: [
      Example("Show the running or the newest session", "laptimer status"),
      Example("Show session 3 as JSON", "laptimer status 3 --json"),
    ],
    [
      ReadingOptions.session, ReadingOptions.sessionOption, Against.option, Against.asOf,
      Options.precision,
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let number = try context.session(
      context.sessionName(ReadingOptions.session), in: log, at: now)
    if context.isJSON {
      let (session, uid) = try context.fold(number, in: log)
      return context.print(
        json: try SessionDetails(session, session.snapshot(at: now), number: number, uid: uid)
          .compared(session, in: log, context))
    }
    try context.checkConfiguredComparison(in: log)
    guard let entry = try log.entry(number) else { throw Rejection.unknownSession("\(number)") }
    if let point = entry.summary.profile.timingPoint {
      let line = entry.summary.snapshot(at: now).line(
        of: entry.number, timing: point, race: try log.name(ofRace: point.race))
      return context.print(context.terminalWidth.map { DisplayWidth.cut(line, to: $0) } ?? line)
    }
    let lap = try log.lastLap(of: entry)
    let finish = try log.finishedRace(entry.number, entry.summary, at: now)
    var line = entry.summary.snapshot(at: now)
      .line(of: entry.number, newest: lap, finish, context.times)
    if entry.summary.profile.plan.course != nil || context.values.contains(Against.option) {
      let (session, _) = try context.fold(number, in: log)
      if let against = try Against(session, number, in: log, context),
        let lap = session.laps.last(where: { $0.segment != nil })
      {
        line += "  \(against.text(of: lap, context.times)) to \(Harmless.text(against.other.name))"
      }
    }
    context.print(context.terminalWidth.map { DisplayWidth.cut(line, to: $0) } ?? line)
  }
}

extension Snapshot {
  /// A session that times a point of a race in one line.
  ///
  /// - Parameters:
  ///   - number: its number.
  ///   - point: the point.
  ///   - race: the name of the race.
  /// - Returns: the line.
  fileprivate func line(of number: Int, timing point: TimingPoint, race: String) -> String {
    [
      phaseText(nil), summary.profile.name.map(Harmless.text) ?? "session \(number)",
      point.text(race: race), summary.version == 1 ? "1 event" : "\(summary.version) events",
    ].joined(separator: "  ")
  }

  /// The session in one line.
  fileprivate func line(
    of number: Int, newest lap: Lap?, _ finish: FinishedRace?, _ times: StopwatchLabel
  ) -> String {
    // The laps of a race are those of its runners.
    let race =
      summary.lapCount > 0
      ? nil
      : summary.profile.plan.race.map { race in
        "race \"\(Harmless.text(race.text))\""
      }
    var parts = [
      phaseText(finish), summary.profile.name.map(Harmless.text) ?? "session \(number)",
      timeText(finish, times), race ?? header,
    ]
    if let lap, let lapNumber = lap.number {
      parts.append(SplitList.entry(number: lapNumber, split: lap.split, label: times))
      parts.append(ageText(of: lap.at))
    } else if let start = summary.startedAt, !startsLater {
      parts.append("started \(ageText(of: start))")
    }
    return parts.joined(separator: "  ")
  }
}
