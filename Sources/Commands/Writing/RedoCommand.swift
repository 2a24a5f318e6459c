import Arguments
import EventLog
import Timing

enum RedoCommand: WritingCommand {
  static let declaration = Subcommand(
    "redo", abstract: "Put back what undo took.",
    discussion: "It works until something new is appended to the session.",
    [Options.session, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .redo, target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let log = try context.openLog(for: .reading)
    // What undo had taken back stands again.
    let undo = try log.target(of: receipt.position)
    return receipt.afterCorrection(
      "put back", try undo.flatMap { try log.target(of: $0.position) }, context)
  }
}
