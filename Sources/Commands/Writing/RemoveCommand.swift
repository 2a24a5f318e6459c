import Arguments
import EventLog
import Timing

enum RemoveCommand: WritingCommand {
  static let lap = Argument("lap", .lap, help: "The lap: its number, or @ and its event.")

  static let declaration = Subcommand(
    "remove", abstract: "Take a lap out; its neighbors join.",
    [lap, Options.session, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(command: .remove(context.values[lap]), target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "\(receipt.subject): lap \(context.values[lap].shown) removed."
  }
}
