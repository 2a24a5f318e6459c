import Arguments
import EventLog
import Timing

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
    let times = StopwatchLabel(precision: context.values[Options.precision])
    let label = lap.label.map { "  " + Harmless.text($0) } ?? ""
    guard let number = lap.number else {
      let reason = lap.flags.names.first ?? "it does not count"
      return "-) \(times.text(of: lap.split))  lap \(times.text(of: lap.lap))\(label)  (\(reason))"
    }
    let entry = SplitList.entry(number: number, split: lap.split, label: times)
    return "\(entry)  lap \(times.text(of: lap.lap))\(label)"
  }
}
