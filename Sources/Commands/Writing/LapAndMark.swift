import Arguments
import EventLog
import Logbook
import Racing
import Text
import Timing

enum LapCommand: WritingCommand {
  static let label = Parameter.argument(
    optional: "label", .label("label"), help: "A label for the lap.")
  static let segment = Parameter.option(
    "segment", .label("name", completion: .listed(.segments)),
    help: "The segment of the course that it completes.", defaultText: "the next one")

  static let declaration = Subcommand(
    "lap", abstract: "Record a lap.",
    discussion: """
      A lap with --at or --ago is inserted at that time, and later laps are renumbered. On a \
      course, a label that is the name of a later segment chooses it; segments in between are \
      skipped.
      """,
    examples: [
      Example("Record a lap", "laptimer lap"),
      Example(
        "Record a lap with a label, pressed two seconds late", "laptimer lap 'Hole 7' --ago 2s"),
      Example("Record a lap of session 2", "laptimer lap --session 2"),
    ],
    [label, segment, Options.session, Options.time, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(
      .lap(label: context.values[label], segment: context.values[segment]),
      time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    guard let lap = receipt.lap else { return receipt.subject }
    let line = lap.line(context.times, segment: receipt.segment)
    if lap.flags.contains(.afterFinish) {
      return "\(receipt.subject) is already finished: \(line)\n" + noteAfterFinish(receipt)
    }
    // The session is named only if several run.
    let prefix = receipt.others?.isEmpty == true ? "" : "\(receipt.subject): "
    let finish =
      receipt.phase == .finished ? try "  (finished\(personalBest(receipt, context)))" : ""
    return prefix + line + finish + noteOnLabel(receipt, lap, context) + noteOnRace(receipt)
  }

  /// The note, on a line of its own, on a lap of a race's clock, which is no runner's.
  private static func noteOnRace(_ receipt: Receipt) -> String {
    guard receipt.profile.plan.race != nil else { return "" }
    let session = "--session \(receipt.session)"
    return """
      \nNote: this is a lap of the race's clock, not of a runner: 'laptimer cross BIB \(session)' \
      records that a runner crossed, 'laptimer undo \(session)' takes the lap back.
      """
  }

  /// Says that a lap after the finish is kept, and how to take it back or start the next attempt.
  private static func noteAfterFinish(_ receipt: Receipt) -> String {
    let next =
      receipt.profile.plan.course.map {
        ", 'laptimer start \(suggestedOption(CourseOptions.course, $0))' begins the next attempt"
      } ?? ""
    return """
      The lap is kept, but does not count: 'laptimer undo --session \(receipt.session)' takes it \
      back\(next).
      """
  }

  /// Says by how much an attempt that finished is better than all before it; empty if it is not.
  private static func personalBest(_ receipt: Receipt, _ context: Context) throws -> String {
    let gain = try context.opened.flatMap { try receipt.gainOnPersonalBest(in: $0, context.times) }
    return gain.map { ", personal best by \(context.times.text(of: $0))" } ?? ""
  }

  /// The note, on a line of its own, on a label that is nearly the name of a segment to come.
  private static func noteOnLabel(_ receipt: Receipt, _ lap: Lap, _ context: Context) -> String {
    guard let label = lap.label, let number = lap.segment, context.values[segment] == nil,
      let names = receipt.profile.plan.segments, names.indices.contains(number - 1),
      !names.contains(label),
      let nearest = Spelling.nearest(to: label, among: names[(number - 1)...])
    else { return "" }
    let completed = names[number - 1]
    let note = """
      \nNote: '\(label.echoed)' is not the name of a segment: the lap completes \
      '\(completed.echoed)'.
      """
    guard nearest != completed else { return note }
    return note + """
       For '\(nearest.echoed)': 'laptimer undo --session \(receipt.session)', then \
      'laptimer lap \(suggestedOption(LapCommand.segment, nearest)) --at \(lap.at.rfc3339) --session \
      \(receipt.session)'.
      """
  }
}

extension Receipt {
  /// Returns by how much less the attempt took that the lap finished than all attempts before it;
  /// nil if it is not the best, and without an earlier one.
  func gainOnPersonalBest(in log: Logbook, _ times: StopwatchLabel) throws -> Duration? {
    guard phase == .finished, profile.plan.course != nil, let lap, lap.number != nil,
      let attempt = try log.attempt(ofSession: session),
      let records = try log.courseRecords(for: attempt)
    else { return nil }
    return times.gain(of: lap.split, on: records.history.personalBest?.time)
  }
}

enum MarkCommand: WritingCommand {
  static let label = Parameter.argument(
    "label", .label("label"), help: "A label for the timestamp.")

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
