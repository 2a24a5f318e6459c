import Arguments
import EventLog
import Timing
import Text

enum LapCommand: WritingCommand {
  static let label = Argument(optional: "label", .label("label"), help: "What the lap is called.")

  static let declaration = Subcommand(
    "lap", abstract: "Take a lap.",
    discussion: """
      A lap that is stated for a past moment falls in its place, and the later laps are \
      renumbered.
      """,
    [label, Options.session, Options.time, Options.precision, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    Wish(
      command: .lap(label: context.values[label]), target: context.target(),
      time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    guard let lap = receipt.lap else { return receipt.subject }
    let line = lap.line(StopwatchLabel(precision: context.values[Options.precision]))
    if lap.flags.contains(.afterFinish) { return "\(receipt.subject) had finished: \(line)" }
    // Where one session runs, it goes without saying whose lap it is.
    let whose = receipt.others?.isEmpty == true ? "" : "\(receipt.subject): "
    return whose + line + (receipt.phase == .finished ? "  (finished)" : "")
  }
}

extension Lap {
  /// The answer that tells of it, beginning as the split list does.
  func line(_ times: StopwatchLabel) -> String {
    let label = label.map { "  " + Harmless.text($0) } ?? ""
    let reason = number == nil ? "  (\(flags.names.first ?? "it does not count"))" : ""
    return "\(entry(times))  lap \(times.text(of: lap))\(label)\(reason)"
  }
}
