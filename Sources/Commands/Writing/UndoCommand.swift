import Arguments
import EventLog
import Timing
import Text

enum UndoCommand: WritingCommand {
  static let declaration = Subcommand(
    "undo", abstract: "Take back the newest event that stands.",
    discussion: """
      Left out, the session is that of the log's newest event. Any number of undos works; \
      'redo' puts back what they took.
      """,
    [Options.session, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .undo, target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let target = try context.openLog(for: .reading).target(of: receipt.position)
    return receipt.afterCorrection("took back", target, context)
  }
}

extension Receipt {
  /// What an undo or redo has come to.
  func afterCorrection(_ verb: String, _ target: LoggedEvent?, _ context: Context) -> String {
    let what =
      target.map { "event \($0.event.version) (\(Harmless.text($0.kind)))" } ?? "an event"
    return "\(subject): \(verb) \(what); it \(state(context))."
  }
}
