import Arguments
import Text
import Timing

enum StopCommand: WritingCommand {
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

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    guard values[all] else { return try context.requestsForSessions(.stop, time: context.time()) }
    guard values[SessionsOptions.sessions].isEmpty else {
      throw UsageError(
        .conflict(SessionsOptions.sessions.definition, all.definition), in: context.subcommand)
    }
    var request = context.request(.stop, time: try context.time())
    request.isForAllRunning = true
    return [request]
  }
}

enum ResumeCommand: WritingCommand {
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

  static func requests(_ context: Context) throws -> [Request] {
    try context.requestsForSessions(.resume, time: context.time())
  }
}
