import Arguments
import EventLog
import Logbook
import Text
import Timing

enum UndoCommand: WritingCommand {
  static let declaration = Subcommand(
    "undo", abstract: "Take back the newest event.",
    discussion: """
      Without --session, it takes back the newest event that this device appended. It can be \
      repeated any number of times; 'laptimer redo' restores the events one by one. The entries \
      of a file are taken back together.
      """,
    examples: [
      Example("Take back an accidental lap", "laptimer undo"),
      Example("Take back the last event of session 2", "laptimer undo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.undo)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    receipt.afterCorrection("took back", context)
  }
}

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
