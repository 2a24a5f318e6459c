import Arguments
import EventLog
import Logbook
import Timing
import Text

enum MarkCommand: WritingCommand {
  static let label = Argument("label", .label("label"), help: "A label for the timestamp.")

  static let declaration = Subcommand(
    "mark", aliases: ["timestamp"], abstract: "Record a timestamp without a lap.",
    examples: [
      Example("Record that it began to rain", "laptimer mark 'rain began'"),
      Example("Record a drink a minute ago", "laptimer mark drink --ago 1m"),
    ],
    [label, Options.session, Options.time, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(
      .mark(label: context.values[label]),
      time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let age = AgeLabel().text(of: context.now - receipt.at)
    return "\(receipt.subject): marked \"\(Harmless.text(context.values[label]))\" \(age)."
  }
}
