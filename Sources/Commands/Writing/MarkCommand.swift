import Arguments
import EventLog
import Timing
import Text

enum MarkCommand: WritingCommand {
  static let label = Argument("label", .label("label"), help: "What the moment is called.")

  static let declaration = Subcommand(
    "mark", aliases: ["timestamp"], abstract: "Take a timestamp.",
    [label, Options.session, Options.time, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(
      command: .mark(label: context.values[label]), target: context.target(),
      time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let age = AgeLabel().text(of: context.now - receipt.at)
    return "\(receipt.subject): \"\(Harmless.text(context.values[label]))\" marked, \(age)."
  }
}
