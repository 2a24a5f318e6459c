import Arguments
import EventLog
import Logbook
import Text
import Timing

enum Options {
  static let db = Parameter.option(
    "db", .path, help: "The file of the log.",
    defaultText: "$LAPTIMER_DB, else laptimer/laptimer.db in the data folder")
  static let json = Parameter.flag("json", help: "Print JSON; errors too, to standard error.")
  static let color = Parameter.option(
    "color", .choice(Coloring.self, "when"), default: .auto, help: "When to use colors.")

  static let session = Parameter.option(
    "session", .session, help: "The session: its number, uid or name.")
  static let at = Parameter.option(
    "at", .when,
    help: """
      The time of the event: 10:00, 'yesterday 10:00', '2026-11-21 10:00', RFC 3339, now, or last: \
      the latest press or crossing.
      """)
  static let ago = Parameter.option(
    "ago", .duration, help: "The age of the event: 90, 1m30s, 250ms or 1:30.")
  static let id = Parameter.option(
    "id", .uuid,
    help: "The id of the event; repeating a command with the same id changes nothing.")
  static let precision = Parameter.option(
    "precision", .number("digits", in: 0...9), default: 1, help: "Decimal places of seconds.")

  static let format = Parameter.option(
    "format", .choice(TableFormat.self), help: "The format of the rows.", defaultText: "table")
  static let defuse = Parameter.flag(
    "defuse",
    help: "In CSV, put an apostrophe before texts that a spreadsheet would run as formulas.")

  static let laps = Parameter.option(
    "laps", .number("n", in: 1...Int(Int32.max)), help: "Finish after this many laps.")
  static let limit = Parameter.option(
    "limit", .positiveDuration, help: "Finish at this running time.")
  static let minimumLap = Parameter.option(
    "min-lap", .duration, help: "Shorter laps are recorded, but not counted.")
  static let tags = Parameter.option(
    repeating: "tag", .label("tag", completion: .listed(.tags)), help: "A tag for the session.")

  /// The time of an event; now if neither is given.
  static let time = Exclusive(at, ago)
  /// The options of every command that writes.
  static let writing = Group(id)
}

extension Suggestion.StringInterpolation {
  /// Appends an option and its value.
  mutating func appendInterpolation(_ option: Parameter<some Sendable>, _ value: String) {
    appendInterpolation(option: option.definition.key, value)
  }
}

/// The use of colors.
package enum Coloring: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The parameters shared by subcommands that only read.
enum ReadingOptions {
  static let session = Parameter.argument(
    optional: "session", .session, help: "The session: its number, uid or name.",
    defaultText: "the running one, else the newest started one")
  /// The same as an option, as the commands that write have it.
  static let sessionOption = Parameter.option(
    "session", .session, help: "The same as <session>.")
}

/// The parameters of commands that write to the sessions that they name.
enum SessionsOptions {
  static let sessions = Parameter.argument(
    repeating: "session", .session, help: "The sessions: their numbers, uids or names.",
    defaultText: "the running one, else the newest started one")
}

extension Context {
  var times: StopwatchLabel { StopwatchLabel(precision: precision) }

  /// Returns the session named by an argument or by `--session`, which commands without that
  /// argument have; nil if neither was given.
  ///
  /// Throws an error if both were given and differ.
  func sessionName(_ argument: Parameter<String?>) throws(UsageError) -> String? {
    let word = values[argument]
    guard let option = values[ReadingOptions.sessionOption] else { return word }
    guard word == nil || word == option else {
      throw UsageError(
        .conflict(argument.definition, ReadingOptions.sessionOption.definition), in: subcommand)
    }
    return option
  }

  /// Returns the number of the named session, else of the default one.
  func session(_ name: String?, in log: Logbook, at now: Reading) throws -> Int {
    if let name { return try log.sessionNumber(named: name) }
    return try log.impliedSession(at: now)
  }

  func fold(
    _ number: Int, in log: Logbook, through version: Int? = nil
  ) throws -> (session: Session, uid: EventID) {
    guard let session = try log.session(number, through: version), let uid = session.uid else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    noteUnknownKinds(session.unknownKinds, number)
    return (session, uid)
  }

  func noteUnknownKinds(_ kinds: [String: Int], _ number: Int) {
    guard !kinds.isEmpty else { return }
    note(
      """
      Skipped \(kinds.values.reduce(0, +), "event") of session \(number): this version of laptimer \
      does not know the kind (\(kinds.keys.sorted().map(\.shown).joined(separator: ", "))).
      """)
  }
}

extension Context {
  /// The format of rows: that of `--format`, else JSON with `--json`, else a table.
  var tableFormat: TableFormat { values[Options.format] ?? (isJSON ? .json : .table) }

  func rows() -> any RowFormat {
    rows(in: tableFormat)
  }

  func rows(in format: TableFormat) -> any RowFormat {
    format.rows(
      isTerminal: isOnTerminal, width: terminalWidth, isColored: isColored,
      defusing: values[Options.defuse])
  }
}
