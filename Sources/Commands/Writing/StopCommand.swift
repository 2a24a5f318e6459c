import Arguments
import EventLog
import Timing

enum StopCommand: WritingCommand {
  static let declaration = Subcommand(
    "stop", abstract: "Stop the clock of a session.",
    [Options.session, Options.time, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .stop, target: context.target(), time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    receipt.phase == .finished
      ? "\(receipt.subject) had finished at \(context.shown(receipt.runningTime)); the stop is kept."
      : "\(receipt.subject) stopped at \(context.shown(receipt.runningTime))."
  }
}
