import Arguments
import EventLog
import Logbook
import Timing
import Text

enum NameCommand: WritingCommand {
  static let name = Argument(
    "name", .label("name"), help: "The new name.")

  static let declaration = Subcommand(
    "name", abstract: "Name or rename a session.",
    examples: [
      Example("Name the running session", "laptimer name 'Tempo run'"),
      Example("Rename session 3", "laptimer name 'Long run' --session 3"),
    ],
    [name, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.name(context.values[name]))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "Named session \(receipt.session) \"\(Harmless.text(context.values[name]))\"."
  }
}
