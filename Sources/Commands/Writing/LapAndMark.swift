import Arguments
import EventLog
import Logbook
import Text
import Timing

enum LapCommand: WritingCommand {
  static let label = Argument(optional: "label", .label("label"), help: "A label for the lap.")

  static let declaration = Subcommand(
    "lap", abstract: "Record a lap.",
    discussion: """
      A lap with --at or --ago is inserted at that time, and later laps are renumbered.
      """,
    examples: [
      Example("Record a lap", "laptimer lap"),
      Example(
        "Record a lap with a label, pressed two seconds late", "laptimer lap 'Hole 7' --ago 2s"),
      Example("Record a lap of session 2", "laptimer lap --session 2"),
    ],
    [label, Options.session, Options.time, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(
      .lap(label: context.values[label]),
      time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    guard let lap = receipt.lap else { return receipt.subject }
    let line = lap.line(StopwatchLabel(precision: context.values[Options.precision]))
    if lap.flags.contains(.afterFinish) { return "\(receipt.subject) is already finished: \(line)" }
    // The session is named only if several run.
    let prefix = receipt.others?.isEmpty == true ? "" : "\(receipt.subject): "
    return prefix + line + (receipt.phase == .finished ? "  (finished)" : "")
  }
}

extension Lap {
  /// The lap in one line, in the format of the split list.
  func line(_ times: StopwatchLabel) -> String {
    let label = label.map { "  " + Harmless.text($0) } ?? ""
    let reason = number == nil ? "  (\(flags.names.first ?? "not counted"))" : ""
    return "\(entry(times))  lap \(times.text(of: lap))\(label)\(reason)"
  }
}

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
