import Arguments
import EventLog
import Logbook
import Timing

enum PlanCommand: WritingCommand {
  static let laps = Option(
    "laps", .rule(.number("n", in: 1...Int(Int32.max))),
    help: "Finish after this many laps, or 'none'.")
  static let limit = Option(
    "limit", .rule(.positiveDuration), help: "Finish at this running time, or 'none'.")
  static let minimumLap = Option(
    "min-lap", .rule(.duration), help: "Do not count shorter laps, or 'none'.")

  static let declaration = Subcommand(
    "plan", abstract: "Change the rules of a session.",
    discussion: """
      Laps and finish are recalculated. Rules that are not given stay; 'none' removes one.
      """,
    examples: [
      Example("Finish after 25 laps", "laptimer plan --laps 25"),
      Example("Do not count laps under 30 s", "laptimer plan --min-lap 30s"),
      Example("Remove the time limit of session 3", "laptimer plan --limit none --session 3"),
    ],
    [laps, limit, minimumLap, Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    let values = context.values
    let change = PlanChange(
      laps: values[laps] ?? .unchanged, limit: values[limit] ?? .unchanged,
      // No lap is shorter than zero.
      minimumLap: values[minimumLap].map { $0 == .set(.zero) ? .lifted : $0 } ?? .unchanged)
    guard change != PlanChange() else {
      throw UsageError(
        .missing([laps.definition, limit.definition, minimumLap.definition]), in: declaration)
    }
    return context.request(.plan(change))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "\(receipt.subject) \(receipt.state(context))."
  }
}

extension Form {
  /// The value of a rule, or `none`, which removes it.
  fileprivate static func rule<Rule: Hashable>(_ form: Form<Rule>) -> Form
  where Value == PlanChange.Rule<Rule> {
    Form(form.name) { word throws(InvalidValue) in
      if word == "none" { return .lifted }
      return .set(try form.value(of: word))
    }
  }
}
