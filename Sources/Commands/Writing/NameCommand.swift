import Arguments
import EventLog
import Timing
import Text

enum NameCommand: WritingCommand {
  static let name = Argument(
    "name", .label("name"), help: "What the session is called from now on.")

  static let declaration = Subcommand(
    "name", abstract: "Give a session a name.", [name, Options.session, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .name(context.values[name]), target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "Session \(receipt.session) is called \"\(Harmless.text(context.values[name]))\"."
  }
}
