import Arguments
import EventLog
import Logbook
import Timing

enum StopCommand: WritingCommand {
  static let declaration = Subcommand(
    "stop", abstract: "Stop the clock of a session.",
    discussion: "The session can be resumed. Laps and times stay in the log.",
    examples: [
      Example("Stop the running session", "laptimer stop"),
      Example("Stop session 2, as of 10:15", "laptimer stop --session 2 --at 10:15"),
    ],
    [Options.session, Options.time, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.stop, time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    receipt.phase == .finished
      ? """
      \(receipt.subject) already finished at \(context.shown(receipt.runningTime)); recorded the \
      stop.
      """
      : "Stopped \(receipt.object) at \(context.shown(receipt.runningTime))."
  }
}

enum ResumeCommand: WritingCommand {
  static let declaration = Subcommand(
    "resume", abstract: "Resume a stopped clock.",
    examples: [
      Example("Resume the newest session", "laptimer resume"),
      Example("Resume session 2, a minute ago", "laptimer resume --session 2 --ago 1m"),
    ],
    [Options.session, Options.time, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.resume, time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    // A resume in the past may have reached the limit since.
    receipt.phase == .running
      ? "Resumed \(receipt.object) at \(context.shown(receipt.runningTime))."
      : "\(receipt.subject) \(receipt.state(context))."
  }
}
