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

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .redo, target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let log = try context.openLog(for: .reading)
    // The event that undo had taken back.
    let undo = try log.target(of: receipt.position)
    return receipt.afterCorrection(
      "restored", try undo.flatMap { try log.target(of: $0.position) }, context)
  }
}
