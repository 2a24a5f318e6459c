import Arguments
import EventLog
import Logbook
import Timing

enum RemoveCommand: WritingCommand {
  static let lap = Argument(
    "lap", .lap, help: "The lap: its number, or @ and the number of its event.")

  static let declaration = Subcommand(
    "remove", abstract: "Remove a lap.",
    discussion: "Its time is added to the next lap. 'laptimer undo' restores it.",
    examples: [
      Example("Remove lap 3", "laptimer remove 3"),
      Example("Remove a lap of session 2 by its event", "laptimer remove @7 --session 2"),
    ],
    [lap, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.remove(context.values[lap]))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "\(receipt.subject): removed lap \(context.values[lap].shown)."
  }
}
