import Arguments
import EventLog
import Logbook
import Timing

enum RedoCommand: WritingCommand {
  static let declaration = Subcommand(
    "redo", abstract: "Restore the event that undo took back.",
    discussion: "Redo works until a new event is appended to the session.",
    examples: [
      Example("Take back the last lap, and restore it", "laptimer undo\nlaptimer redo"),
      Example("Restore the last undone event of session 2", "laptimer redo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.redo)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    receipt.afterCorrection("restored", context)
  }
}
