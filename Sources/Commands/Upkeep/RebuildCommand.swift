import Arguments
import EventLog
import Logbook
import Timing
import Text

enum RebuildCommand: RunnableCommand {
  static let declaration = Subcommand(
    "rebuild", abstract: "Rebuild the tables.",
    discussion: """
      Replays all events and writes all other tables again. Needed only if 'laptimer check' finds that the tables differ from the events. The events are not \
      changed.
      """,
    examples: [
      Example("Rebuild the tables and verify them", "laptimer rebuild\nlaptimer check"),
      Example("Rebuild the tables of a backup", "laptimer rebuild --db laps.db"),
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .rebuilding)
    if let flaw = try log.schemaFlaws().first {
      throw CommandError.beyondRebuilding(.schema(name: flaw.name, table: flaw.table))
    }
    let (sessions, events) = try log.rebuild()
    try context.answerWritten("The tables are") {
      guard context.isJSON else {
        return """
          Rebuilt the tables from \(events == 1 ? "1 event" : "\(events) events") in \
          \(sessions == 1 ? "1 session" : "\(sessions) sessions").
          """
      }
      var json = JSONWriter()
      json.object {
        $0.field("sessions", sessions)
        $0.field("events", events)
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}
