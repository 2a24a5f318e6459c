import Arguments
import EventLog
import Timing

enum ResumeCommand: WritingCommand {
  static let declaration = Subcommand(
    "resume", abstract: "Let a stopped clock run on.",
    [Options.session, Options.time, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .resume, target: context.target(), time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    // It may have come to its limit since.
    receipt.phase == .running
      ? "\(receipt.subject) runs on at \(context.shown(receipt.runningTime))."
      : "\(receipt.subject) \(receipt.state(context))."
  }
}
