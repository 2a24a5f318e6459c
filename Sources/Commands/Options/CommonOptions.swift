import Arguments
import Timing
import Text

/// The options that several subcommands share.
enum Options {
  static let db = Option(
    "db", .path, help: "The file of the log.",
    defaultText: "$LAPTIMER_DB, else laptimer/laptimer.db in the data folder")
  static let json = Flag("json", help: "Print JSON; errors too, to standard error.")
  static let color = Option(
    "color", .choice(Coloring.self, "when"), default: .auto, help: "When to use colors.")

  static let session = Option(
    "session", .session, help: "The session: its number, uid or name.")
  static let at = Option(
    "at", .when, help: "The time of the event: 10:00, '2026-11-21 10:00' or RFC 3339.")
  static let ago = Option(
    "ago", .duration, help: "The age of the event: 90, 1m30s, 250ms or 1:30.")
  static let id = Option(
    "id", .uuid,
    help: "The id of the event; repeating a command with the same id changes nothing.")
  static let precision = Option(
    "precision", .number("digits", in: 0...9), default: 1, help: "Decimal places of seconds.")

  static let format = Option(
    "format", .choice(TableFormat.self), help: "The format of the rows.", defaultText: "table")
  static let defuse = Flag(
    "defuse",
    help: "In CSV, put an apostrophe before texts that a spreadsheet would run as formulas.")

  static let laps = Option(
    "laps", .number("n", in: 1...Int(Int32.max)), help: "Finish after this many laps.")
  static let limit = Option("limit", .positiveDuration, help: "Finish at this running time.")
  static let minimumLap = Option(
    "min-lap", .duration, help: "Shorter laps are recorded, but not counted.")
  static let tags = Option(
    repeating: "tag", .label("tag", completion: .tags), help: "A tag for the session.")

  /// The time of an event; now if neither is given.
  static let time = Exclusive(at, ago)
  /// The options of every command that writes.
  static let writing = Group(id)
}

/// The use of colors.
package enum Coloring: String, CaseIterable, Sendable {
  case auto, always, never
}
