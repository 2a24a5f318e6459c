import Arguments
import EventLog
import Timing

enum AmendCommand: WritingCommand {
  static let lap = Argument("lap", .lap, help: "The lap: its number, or @ and its event.")
  static let by = Option("by", .shift, help: "Move it by so much.")
  static let label = Option("label", .label("text"), help: "Call it so.")

  static let declaration = Subcommand(
    "amend", abstract: "Move or rename a lap.",
    [
      lap, Exclusive(Options.at, by, label, required: true), Options.session, Options.precision,
      Options.writing,
    ])

  static func wish(_ context: Context) throws -> Wish {
    let values = context.values
    let amendment: Event.Amendment
    if let span = values[by] {
      amendment = .by(try context.bounded(span, by))
    } else if let text = values[label] {
      amendment = .label(text)
    } else if case .at(let moment) = try context.time() {
      amendment = .at(moment)
    } else {
      throw UsageError(
        .missing([Options.at.definition, by.definition, label.definition]), in: declaration)
    }
    return Wish(command: .amend(values[lap], amendment), target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "\(receipt.subject): lap \(context.values[lap].shown) amended."
  }
}

extension LapReference {
  /// As it was typed.
  var shown: String {
    switch self {
    case .number(let number): "\(number)"
    case .event(let event): "@\(event)"
    }
  }
}
