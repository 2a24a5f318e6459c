import Arguments
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

  static func requests(_ context: Context) throws -> [Request] {
    let lap = Command.lap(label: context.values[label], segment: context.values[segment])
    return [context.request(lap, time: try context.time())]
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

  static func requests(_ context: Context) throws -> [Request] {
    [context.request(.mark(label: context.values[label]), time: try context.time())]
  }
}
