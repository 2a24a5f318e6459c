import Arguments

/// A program with parameters of every kind.
enum Sample {
  enum Color: String, CaseIterable { case auto, always, never }

  static let db = Option("db", .path, help: "The log to use.")
  static let json = Flag("json", short: "j", help: "Answer in JSON.")
  static let color = Option(
    "color", .choice(Color.self), default: .auto, help: "When to use color.")
  static let session = Option(
    "session", .text(completion: .listed(.sessions)), help: "The session.",
    defaultText: "the running one")
  static let at = Option("at", .text("when"), help: "When it happened.")
  static let ago = Option("ago", .seconds, help: "How long ago it happened.")
  static let id = Option("id", .text("uuid"), help: "The id of the event.", hidden: true)
  static let tags = Option(
    repeating: "tag", short: "t", .text(completion: .listed(.tags)), help: "A tag; may be repeated."
  )
  static let also = Flag(
    "also", short: "a", help: #"It's [not] so: "$(touch pwned)" `touch pwned` \back; *"#)
  static let limit = Option("limit", short: "n", .number(in: 0...100), help: "How many.")

  static let label = Argument(optional: "label", .text, help: "The label of the lap.")
  static let lapNumber = Argument("lap", .number("lap", in: 1...Int.max), help: "Which lap.")
  static let by = Option("by", .signedSeconds, help: "How far to move it.")
  static let newLabel = Option("label", .text, help: "Its new label.")
  static let names = Argument(repeating: "tag", .text, required: true, help: "The tags.")
  static let sessions = Argument(
    repeating: "session", .text(completion: .listed(.sessions)), help: "The sessions.")

  static let start = Subcommand(
    "start", abstract: "Start a session.",
    [Argument(optional: "name", .text, help: "Its name."), tags, also, limit])
  static let lap = Subcommand(
    "lap", abstract: "Record a lap.",
    discussion: "A lap may be recorded later.",
    examples: [
      Example("Record a lap with a label", "laptimer lap 'Hole 7'"),
      Example("Record a lap that was pressed two seconds ago", "laptimer lap --ago 2"),
    ],
    [label, session, Exclusive(at, ago), id])
  static let mark = Subcommand(
    "mark", aliases: ["timestamp"], abstract: "Record a moment.",
    [Argument("label", .text, help: "What happened."), session])
  static let amend = Subcommand(
    "amend", abstract: "Move or rename a lap.",
    [lapNumber, Exclusive(at, by, newLabel, required: true), session])
  static let tag = Subcommand("tag", abstract: "Tag a session.", [names])
  static let export = Subcommand("export", abstract: "Write events.", [sessions])
  static let restore = Subcommand(
    "import", abstract: "Read events: all of them.",
    [Argument("file", .path, help: "The file.")])
  static let secret = Subcommand("secret", abstract: "Not shown.", hidden: true)

  static let program = Program(
    "laptimer", version: "1.2.3", abstract: "Times laps.",
    shared: [db, json, color],
    synonyms: ["split": ["lap"], "rename": ["amend", "tag"]],
    [start, lap, mark, amend, tag, export, restore, secret])

  static func values(_ line: String) throws -> Values {
    guard case .run(_, let values) = try program.parse(splitWords(line)) else { throw NotRun() }
    return values
  }

  /// Returns the error message for a line; `nil` for a valid one.
  static func message(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try program.parse(words)
      return nil
    } catch {
      return error.message
    }
  }

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
