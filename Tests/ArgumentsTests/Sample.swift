import Arguments

/// A program with parameters of every kind.
enum Sample {
  enum Color: String, CaseIterable { case auto, always, never }

  static let db = Parameter.option("db", .path, help: "The log to use.")
  static let json = Parameter.flag("json", help: "Answer in JSON.")
  static let color = Parameter.option(
    "color", .choice(Color.self), default: .auto, help: "When to use color.")
  static let session = Parameter.option(
    "session", .text(completion: .listed(.sessions)), help: "The session.",
    defaultText: "the running one")
  static let at = Parameter.option("at", .text("when"), help: "When it happened.")
  static let ago = Parameter.option("ago", .seconds, help: "How long ago it happened.")
  static let tags = Parameter.option(
    repeating: "tag", .text(completion: .listed(.tags)), help: "A tag; may be repeated.")
  static let also = Parameter.flag(
    "also", help: #"It's [not] so: "$(touch pwned)" `touch pwned` \back; *"#)
  static let limit = Parameter.option("limit", .number(in: 0...100), help: "How many.")

  static let label = Parameter.argument(optional: "label", .text, help: "The label of the lap.")
  static let lapNumber = Parameter.argument(
    "lap", .number("lap", in: 1...Int.max), help: "Which lap.")
  static let by = Parameter.option("by", .signedSeconds, help: "How far to move it.")
  static let newLabel = Parameter.option("label", .text, help: "Its new label.")
  static let names = Parameter.argument(repeating: "tag", .text, required: true, help: "The tags.")
  static let sessions = Parameter.argument(
    repeating: "session", .text(completion: .listed(.sessions)), help: "The sessions.")

  static let start = Subcommand(
    "start", abstract: "Start a session.",
    [Parameter.argument(optional: "name", .text, help: "Its name."), tags, also, limit])
  static let lap = Subcommand(
    "lap", abstract: "Record a lap.", discussion: "A lap may be recorded later.",
    examples: [
      Example("Record a lap with a label", "laptimer lap 'Hole 7'"),
      Example("Record a lap that was pressed two seconds ago", "laptimer lap --ago 2"),
    ],
    [label, session, Exclusive(at, ago)])
  static let mark = Subcommand(
    "mark", aliases: ["timestamp"], abstract: "Record a moment.",
    [Parameter.argument("label", .text, help: "What happened."), session])
  static let amend = Subcommand(
    "amend", abstract: "Move or rename a lap.",
    [lapNumber, Exclusive(at, by, newLabel, required: true), session])
  static let tag = Subcommand("tag", abstract: "Tag a session.", [names])
  static let export = Subcommand("export", abstract: "Write events.", [sessions])
  static let restore = Subcommand(
    "import", abstract: "Read events: all of them.",
    [Parameter.argument("file", .path, help: "The file.")])

  static let program = Program(
    "laptimer", version: "1.2.3", abstract: "Times laps.", shared: [db, json, color],
    synonyms: ["split": ["lap"], "rename": ["amend", "tag"]],
    [start, lap, mark, amend, tag, export, restore])

  static func values(_ line: String) throws -> Values {
    guard case .run(_, let values) = try program.parse(splitWords(line)) else { throw NotRun() }
    return values
  }

  /// Returns the error for a line; `nil` for a valid one.
  static func error(_ words: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try program.parse(words)
      return nil
    } catch { return error }
  }

  static func message(_ words: [String]) -> String? { error(words)?.message }

  struct NotRun: Error {}
}

extension Form where Value == Int {
  static var seconds: Form { .number("dur", in: 0...Int.max) }

  static var signedSeconds: Form {
    Form("dur", dashes: .numbers) { word throws(InvalidValue) in
      guard let seconds = Int(word) else { throw InvalidValue("not a duration") }
      return seconds
    }
  }
}
