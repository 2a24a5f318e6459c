import Arguments
import EventLog
import Logbook
import Timing

enum DiscardCommand: WritingCommand {
  static let session = Argument("session", .session, help: "The session to discard.")

  static let declaration = Subcommand(
    "discard", abstract: "Discard a session; undo restores it.",
    discussion: "A discarded session is hidden from 'laptimer list', but stays in the log.",
    examples: [
      Example("Discard session 3", "laptimer discard 3"),
      Example("Restore it", "laptimer undo --session 3"),
    ],
    [session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.discard, of: .named(context.values[session]))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    """
    Discarded \(receipt.object). 'laptimer undo --session \(receipt.session)' restores it.
    """
  }
}
