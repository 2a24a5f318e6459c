import Arguments
import EventLog
import Logbook
import Text
import Timing

enum AmendCommand: WritingCommand {
  static let lap = Argument(
    "lap", .lap, help: "The lap: its number, or @ and the number of its event.")
  static let by = Option("by", .shift, help: "Move it by this duration; negative is earlier.")
  static let label = Option("label", .label("text"), help: "Its new label.")

  static let declaration = Subcommand(
    "amend", abstract: "Move or relabel a lap.",
    discussion: "The laps after it are recalculated. 'laptimer undo' takes the change back.",
    examples: [
      Example("Move lap 3 back by 1.5 s", "laptimer amend 3 --by -1.5s"),
      Example("State the time of lap 3", "laptimer amend 3 --at 10:15:30.2"),
      Example("Change the label of lap 3", "laptimer amend 3 --label 'Hole 3'"),
    ],
    [
      lap, Exclusive(Options.at, by, label, required: true), Options.session, Options.precision,
      Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
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
    return context.request(.amend(values[lap], amendment))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let subject = "\(receipt.subject): amended lap \(context.values[Self.lap].shown)"
    // The lap may have another number now, and may have become a lap that does not count.
    guard let lap = receipt.lap else { return subject + "." }
    return "\(subject): \(lap.line(StopwatchLabel(precision: context.values[Options.precision])))"
  }
}

extension LapReference {
  /// The reference as typed.
  var shown: String {
    switch self {
    case .number(let number): "\(number)"
    case .event(let event): "@\(event)"
    }
  }
}

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
