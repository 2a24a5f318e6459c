import Arguments
import EventLog
import Logbook
import Racing
import Text
import Timing

enum StopCommand: SessionsCommand {
  static let all = Parameter.flag("all", help: "Stop all sessions that are running.")

  static let declaration = Subcommand(
    "stop", abstract: "Stop the clock of a session.",
    discussion: """
      The session can be resumed. Laps and times stay in the log. If several sessions are named, \
      either all are stopped or none.
      """,
    examples: [
      Example("Stop the running session", "laptimer stop"),
      Example("Stop session 2, as of 10:15", "laptimer stop 2 --at 10:15"),
      Example("Stop a forgotten session at its latest lap", "laptimer stop --at last"),
    ],
    [
      SessionsOptions.sessions, Exclusive(ReadingOptions.sessionOption, all), Options.time,
      Options.precision, Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    var request = context.request(.stop, of: try context.namedTarget(), time: try context.time())
    request.isForAllRunning = context.values[all]
    guard !request.isForAllRunning || context.values[SessionsOptions.sessions].isEmpty else {
      throw UsageError(
        .conflict(SessionsOptions.sessions.definition, all.definition), in: context.subcommand)
    }
    return request
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    if receipt.phase == .finished {
      return """
        \(receipt.subject) already finished at \(context.shown(receipt.runningTime)); recorded the \
        stop.
        """
    }
    let left = try runnersLeft(receipt, context)
    let answer = "Stopped \(receipt.object) at \(context.shown(receipt.runningTime))." + left
    // A race by time, or one that all runners have finished, has ended after its last crossing.
    let race = receipt.profile.plan.race
    let mayEndAtPress = race.map { !$0.finish.isAtTime && !left.isEmpty } ?? true
    guard !context.values.contains(Options.time), mayEndAtPress,
      let silence = receipt.sinceLastPress, silence >= longSilence
    else { return answer }
    let session = "--session \(receipt.session)"
    return """
      \(answer)
      The last press was \(silence.spoken) before: to stop it there, \
      'laptimer amend stop --at last \(session)'.
      """
  }

  /// Lines on the runners of a race whom the stop has left without a finish; empty without any.
  private static func runnersLeft(_ receipt: Receipt, _ context: Context) throws -> String {
    guard receipt.profile.plan.race != nil, let log = context.opened,
      let race = try context.raceForAnswer(receipt),
      let standings = try race.standings(at: log.reading(context.instant), passages: .none)
    else { return "" }
    let rows = standings.waves.flatMap(\.rows).sortedNaturally(by: \.bib)
    func line(_ status: Standings.Status, _ words: String) -> String? {
      let bibs = rows.filter { $0.status == status && race.status(of: $0.bib) == nil }
        .map { Harmless.text($0.bib) }
      if bibs.isEmpty { return nil }
      let subject = bibs.count == 1 ? "1 runner" : "\(bibs.count) runners"
      let verb = bibs.count == 1 ? "is" : "are"
      return "\n\(subject) \(words) and \(verb) \(status.rawValue): \(bibs.listed(atMost: 5))."
    }
    let lines = [
      line(.dnf, "did not reach the finish"), line(.dns, "never crossed"),
    ].compactMap(\.self)
    let ledByPulled = standings.waves.filter { wave in
      wave.rows.contains { $0.status == .pulled && $0.position != nil }
        && !wave.rows.contains { $0.status == .finished }
    }
    let pulled = ledByPulled.map { wave in
      """
      \nNobody\(wave.name.map { " in wave \(Harmless.text($0))" } ?? "") has finished: the pulled \
      runners have the first places. 'laptimer plan --rules pulled=unranked --session \
      \(receipt.session)' gives them none.
      """
    }
    if lines.isEmpty { return pulled.joined() }
    return (lines + pulled).joined()
      + "\n'laptimer resume --session \(receipt.session)' continues the race."
      + shorterRace(receipt)
  }

  /// A line with the command that ends a race by time at its stop, before its limit; else an empty
  /// text.
  ///
  /// Where the first crossing is a start, a runner who has only started would finish, too.
  private static func shorterRace(_ receipt: Receipt) -> String {
    guard let format = receipt.profile.plan.race, case .time(let limit, _) = format.finish,
      format.limitFrom == .race, format.first == .lap, receipt.runningTime > .zero,
      receipt.runningTime < limit
    else { return "" }
    return """
      \n'laptimer plan --race \(receipt.runningTime.unitText) --session \(receipt.session)' makes the \
      stop the end of the race: whoever has completed a lap has finished.
      """
  }

  /// The time without a press after which a stop may have been forgotten.
  static let longSilence = Duration.seconds(3600)
}

enum ResumeCommand: SessionsCommand {
  static let declaration = Subcommand(
    "resume", abstract: "Resume a stopped clock.",
    discussion: "If several sessions are named, either all are resumed or none.",
    examples: [
      Example("Resume the newest session", "laptimer resume"),
      Example("Resume session 2, a minute ago", "laptimer resume 2 --ago 1m"),
    ],
    [
      SessionsOptions.sessions, ReadingOptions.sessionOption, Options.time, Options.precision,
      Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    context.request(.resume, of: try context.namedTarget(), time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    // A resume in the past may have reached the limit since.
    receipt.phase == .running
      ? "Resumed \(receipt.object) at \(context.shown(receipt.runningTime))."
      : "\(receipt.subject) \(receipt.state(context))."
  }
}
