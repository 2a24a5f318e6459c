import Arguments
import EventLog
import Timing
import Text

enum StatusCommand: RunnableCommand {
  static let declaration = Subcommand(
    "status", abstract: "Show a session in one line.",
    discussion: """
      Phase, name, running time, laps, the newest lap and how long ago it was. In the countdown \
      the time is the whole seconds to go.
      """,
    [ReadingOptions.session, Options.precision])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let number = try context.session(
      context.values[ReadingOptions.session], in: log, at: now)
    if context.isJSON {
      let (session, uid) = try context.fold(number, in: log)
      return context.print(json: SessionState(session.snapshot(at: now), number, uid))
    }
    guard let entry = try log.entry(number) else { throw Rejection.unknownSession("\(number)") }
    let lap = try log.lastLap(of: entry)
    let line = Glance(entry, at: now).line(newest: lap, context.times)
    context.print(context.terminalWidth.map { DisplayWidth.cut(line, to: $0) } ?? line)
  }
}

extension Glance {
  /// The session in one line.
  func line(newest lap: Lap?, _ times: StopwatchLabel) -> String {
    var parts = [
      phase.rawValue, summary.profile.name.map(Harmless.text) ?? "session \(session)",
      shownTime(times), header,
    ]
    if let lap, let number = lap.number {
      parts.append(SplitList.entry(number: number, split: lap.split, label: times))
      parts.append(age(of: lap.at))
    } else if let start = summary.startedAt, !startsLater {
      parts.append("started \(age(of: start))")
    }
    return parts.joined(separator: "  ")
  }
}
