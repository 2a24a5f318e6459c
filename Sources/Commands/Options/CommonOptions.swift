import Arguments
import Timing
import Text

/// The options that several subcommands share.
enum Options {
  static let db = Option("db", .path, help: "The log to use.")
  static let json = Flag("json", help: "Answer in JSON; errors too, on standard error.")
  static let color = Option(
    "color", .choice(Coloring.self, "when"), default: .auto, help: "When to use colors.")

  static let session = Option(
    "session", .session, help: "The session meant, by its number, uid or name.")
  static let at = Option(
    "at", .when, help: "When it happened: 10:00, '2026-11-21 10:00', or as RFC 3339 has it.")
  static let ago = Option(
    "ago", .duration, help: "How long ago it happened: 90, 1m30s, 250ms or 1:30.")
  static let id = Option(
    "id", .uuid,
    help: "The id of the event: the same one again changes nothing and gives the first answer.")
  static let precision = Option(
    "precision", .number("digits", in: 0...9), default: 1, help: "How many digits of a second.")

  static let format = Option(
    "format", .choice(TableFormat.self), help: "How rows are written.", defaultText: "table")
  static let defuse = Flag(
    "defuse",
    help: "In CSV, an apostrophe before texts that a spreadsheet would run as a formula.")

  static let laps = Option(
    "laps", .number("n", in: 1...Int(Int32.max)), help: "Finish after so many laps.")
  static let limit = Option("limit", .positiveDuration, help: "Finish at this running time.")
  static let minimumLap = Option(
    "min-lap", .duration, help: "Laps shorter than this are kept, but do not count.")
  static let tags = Option(
    repeating: "tag", .label("tag", completion: .tags), help: "A tag for the session.")

  /// When something happened: now, if neither is given.
  static let time = Exclusive(at, ago)
  /// What all commands that write take.
  static let writing = Group(id)
}

/// When colors are used.
package enum Coloring: String, CaseIterable, Sendable {
  case auto, always, never
}
