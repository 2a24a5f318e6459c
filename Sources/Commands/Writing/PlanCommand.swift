import Arguments
import EventLog
import Timing

enum PlanCommand: WritingCommand {
  static let laps = Option(
    "laps", .rule(.number("n", in: 1...Int(Int32.max))),
    help: "Finish after so many laps, or 'none'.")
  static let limit = Option(
    "limit", .rule(.positiveDuration), help: "Finish at this running time, or 'none'.")
  static let minimumLap = Option(
    "min-lap", .rule(.duration), help: "Shorter laps do not count, or 'none'.")

  static let declaration = Subcommand(
    "plan", abstract: "Change the rules of a session afterwards.",
    discussion: "All is judged anew by them. Rules that are not named stay; 'none' lifts one.",
    [laps, limit, minimumLap, Options.session, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    let values = context.values
    let change = PlanChange(
      laps: values[laps] ?? .unchanged, limit: values[limit] ?? .unchanged,
      // No lap is shorter than nothing.
      minimumLap: values[minimumLap].map { $0 == .set(.zero) ? .lifted : $0 } ?? .unchanged)
    guard change != PlanChange() else {
      throw UsageError(
        .missing([laps.definition, limit.definition, minimumLap.definition]), in: declaration)
    }
    return Wish(command: .plan(change), target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "\(receipt.subject) \(receipt.state(context))."
  }
}

extension Form {
  /// A rule as it is set, or `none`, which lifts it.
  fileprivate static func rule<Rule: Hashable>(_ form: Form<Rule>) -> Form
  where Value == PlanChange.Rule<Rule> {
    Form(form.name) { word throws(InvalidValue) in
      if word == "none" { return .lifted }
      return .set(try form.value(of: word))
    }
  }
}
