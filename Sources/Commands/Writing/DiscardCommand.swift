import Arguments
import EventLog
import Timing

enum DiscardCommand: WritingCommand {
  static let session = Argument("session", .session, help: "The session to throw away.")

  static let declaration = Subcommand(
    "discard", abstract: "Throw a session away; undo brings it back.", [session, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .discard, target: .named(context.values[session]))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    """
    \(receipt.subject) is discarded. 'laptimer undo --session \(receipt.session)' brings it back.
    """
  }
}
