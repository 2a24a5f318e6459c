import Arguments
import Text
import Timing

enum PlanCommand: WritingCommand {
  static let laps = Parameter.option(
    "laps", .rule(.number("n", in: 1...Int(Int32.max))),
    help: "Finish after this many laps, or 'none'.")
  static let limit = Parameter.option(
    "limit", .rule(.positiveDuration), help: "Finish at this running time, or 'none'.")
  static let minimumLap = Parameter.option(
    "min-lap", .rule(.duration), help: "Do not count shorter laps, or 'none'.")

  static let course = Parameter.option(
    "course", .rule(.course), help: "The course, or 'none'.")

  static let race = Parameter.option(
    "race", .text("format", completion: .listed(.formats)),
    help: "The format of the race, or 'none'.")
  static let wave = Parameter.option(
    "wave", .label("wave"), help: "The format is that of this wave, which has not started.")

  private static let ofClock = Group(laps, limit, minimumLap, course, CourseOptions.segments)
  private static let ofFormat = Group(race, RaceOptions.rules)

  static let declaration = Subcommand(
    "plan", abstract: "Change the rules of a session.",
    discussion: """
      Laps and finish are recalculated. Rules that are not given keep their values, those of a race \
      too; 'none' removes one.
      """,
    terms: RaceOptions.terms,
    examples: [
      Example("Finish after 25 laps", "laptimer plan --laps 25"),
      Example("Do not count laps under 30 s", "laptimer plan --min-lap 30s"),
      Example(
        "Change a rule of a race, and remove another",
        "laptimer plan --rules 'ties=shared, bunch=none'"),
    ],
    [ofClock, ofFormat, wave, Options.session, Options.precision, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    var change = PlanChange(
      laps: values[laps] ?? .unchanged, limit: values[limit] ?? .unchanged,
      // No lap is shorter than zero.
      minimumLap: values[minimumLap].map { $0 == .set(.zero) ? .lifted : $0 } ?? .unchanged)
    change.course = values[course] ?? .unchanged
    if let text = values[CourseOptions.segments], change.course != .lifted || text != "none" {
      if change.course == .lifted {
        throw UsageError(
          .other("'--course none' removes the segments: leave out '--segments'."),
          in: declaration)
      }
      change.segments = .set(try SegmentNames.parse(text, in: declaration))
    } else if change.course == .lifted {
      change.segments = .lifted
    }
    var format: RaceFormatChange?
    if values[race] == "none" {
      if values[RaceOptions.rules] != nil {
        throw UsageError(
          .other("'--race none' removes the rules: leave out '--rules'."), in: declaration)
      }
      change.race = .lifted
    } else {
      format = try RaceOptions.change(
        values[race], rules: values[RaceOptions.rules], in: declaration)
    }
    if let wave = values[wave] {
      if let other = values.firstGiven(of: [ofClock]) {
        throw UsageError(
          .other("'--wave' cannot be combined with '\(other.key)', a rule of the whole race."),
          in: declaration)
      }
      guard let format else {
        if values[race] != nil {
          throw UsageError(.other("A wave keeps a format: name one with --race."), in: declaration)
        }
        throw UsageError(.missing(ofFormat.definitions), in: declaration)
      }
      return [context.request(.wave(wave, format, starts: false))]
    }
    guard change != PlanChange() || format != nil else {
      throw UsageError(
        .missing(ofClock.definitions + ofFormat.definitions), in: declaration)
    }
    return [context.request(.plan(change, format: format))]
  }
}

extension Form {
  /// The value of a rule, or `none`, which removes it.
  fileprivate static func rule<Rule: Hashable>(_ form: Form<Rule>) -> Form
  where Value == PlanChange.Rule<Rule> {
    Form(form.name, completion: form.completion) { word throws(InvalidValue) in
      if word == "none" { return .lifted }
      return .set(try form.value(of: word))
    }
  }
}
