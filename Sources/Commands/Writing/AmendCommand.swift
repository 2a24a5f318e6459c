import Arguments
import EventLog
import Timing
import Text

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
    let subject = "\(receipt.subject): lap \(context.values[Self.lap].shown) amended"
    // It may have another number now, and count or not.
    guard let lap = receipt.lap else { return subject + "." }
    return "\(subject): \(lap.line(StopwatchLabel(precision: context.values[Options.precision])))"
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
