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

  static let course = Option(
    "course", .rule(.label("course")), help: "The course, or 'none'.")
  static let segments = Option(
    "segments", .text("names|file"),
    help: "The segments of the course, separated by commas, or a file with a name on each line.",
    defaultText: "those of the newest session of the course")

  static let race = Option(
    "race", .text("format"), help: "The format of the race, or 'none'.")
  static let wave = Option(
    "wave", .label("wave"), help: "The format is that of this wave, which has not started.")

  static let declaration = Subcommand(
    "plan", abstract: "Change the rules of a session.",
    discussion: """
      Laps and finish are recalculated. Rules that are not given stay; 'none' removes one.
      """,
    terms: RaceOptions.terms,
    examples: [
      Example("Finish after 25 laps", "laptimer plan --laps 25"),
      Example("Do not count laps under 30 s", "laptimer plan --min-lap 30s"),
      Example("Remove the time limit of session 3", "laptimer plan --limit none --session 3"),
    ],
    [
      laps, limit, minimumLap, course, segments, race, RaceOptions.rules, wave, Options.session,
      Options.precision,
      Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    let values = context.values
    var change = PlanChange(
      laps: values[laps] ?? .unchanged, limit: values[limit] ?? .unchanged,
      // No lap is shorter than zero.
      minimumLap: values[minimumLap].map { $0 == .set(.zero) ? .lifted : $0 } ?? .unchanged)
    change.course = values[course] ?? .unchanged
    if let text = values[segments] {
      if change.course == .lifted {
        throw UsageError(
          .other("'--course none' removes the segments: leave out '--segments'."),
          in: declaration)
      }
      change.segments = .set(try SegmentNames.parse(text, in: declaration))
    } else if change.course == .lifted {
      change.segments = .lifted
    }
    if let text = values[race] {
      change.race =
        text == "none"
        ? .lifted
        : .set(
          try RaceOptions.format(text, rules: values[RaceOptions.rules] ?? "", in: declaration))
    } else if values[RaceOptions.rules] != nil {
      throw UsageError(.missing([race.definition]), in: declaration)
    }
    if let wave = values[wave] {
      guard case .set(let format) = change.race else {
        throw UsageError(.missing([race.definition]), in: declaration)
      }
      return context.request(.race(.wavePlanned(wave: wave, race: format)))
    }
    guard change != PlanChange() else {
      throw UsageError(
        .missing([
          laps.definition, limit.definition, minimumLap.definition, course.definition,
          segments.definition, race.definition,
        ]), in: declaration)
    }
    return context.request(.plan(change))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let rules = receipt.profile.plan.rules(context.times)
    let plan = rules.isEmpty ? "no rules" : rules.joined(separator: ", ")
    let notes = try context.notesOnSegments(receipt)
    return "\(receipt.subject) \(receipt.state(context)); plan: \(plan)." + notes
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
