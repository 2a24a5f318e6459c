import Arguments
import EventLog
import Logbook
import Terminal
import Text
import Timing

enum WhoCommand: WritingCommand {
  static let name = Parameter.argument(optional: "name", .label("name"), help: "The full name.")
  static let first = Parameter.option("first", .label("name"), help: "The first name.")
  static let last = Parameter.option("last", .label("name"), help: "The last name.")

  static let declaration = Subcommand(
    "who", abstract: "Name the person who is timed, or show the name.",
    discussion: """
      The last word of a full name is the last name, unless --first or --last state the parts. \
      Without a name, the person is shown.
      """,
    examples: [
      Example("Name the person of the running session", "laptimer who 'Ada Lovelace'"),
      Example(
        "State the parts of a name", "laptimer who --first Juan --last 'de la Cruz' --session 3"),
      Example("Show the person", "laptimer who"),
    ],
    [name, first, last, Options.session, Options.precision, Options.writing])

  static func run(_ context: Context) throws {
    try isNaming(context.values) ? context.perform(requests(context)) : show(context)
  }

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    guard isNaming(values) else { throw UsageError(.missing([name.definition]), in: declaration) }
    let parts = PersonName(full: values[name] ?? "", first: values[first], last: values[last])
    let full = values[name].map { PersonName(first: $0, last: "").full } ?? parts.full
    guard !full.isEmpty else { throw UsageError(.other("The name is empty."), in: declaration) }
    let person = Person(first: parts.first, last: parts.last, full: full)
    return [context.request(.identify([person]))]
  }

  private static func isNaming(_ values: Values) -> Bool {
    values[name] != nil || values[first] != nil || values[last] != nil
  }

  private static func show(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let number = try context.session(context.values[Options.session], in: log, at: now)
    guard let entry = try log.entry(number) else { throw Rejection.unknownSession("\(number)") }
    let people = entry.summary.profile.people
    if context.isJSON {
      return context.print(JSONWriter.text(["session": number, "people": people] as JSONFields))
    }
    for person in people { context.print("\(person.full)" as Message) }
    if people.isEmpty { context.note("Session \(number) names no person.") }
  }
}
