import Arguments
import EventLog
import Timing
import Text

enum RebuildCommand: RunnableCommand {
  static let declaration = Subcommand(
    "rebuild", abstract: "Make the tables anew from the log.",
    discussion: """
      The tables are kept with each event, so that this is needed only when 'laptimer check' finds \
      them to differ from the log, or to be missing. The log itself is only read.
      """)

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .rebuilding)
    if let flaw = try log.schemaFlaws().first {
      let finding = Finding.schema(name: flaw.name, table: flaw.table)
      throw Failure(
        exitCode: ExitCode.data, kind: "damaged",
        message: """
          Rebuilding does not mend this log (\(finding)): go back to a backup, or save what is \
          left by 'laptimer export --salvage'.
          """)
    }
    let (sessions, events) = try log.rebuild()
    try context.answerWritten("The tables are") {
      guard context.isJSON else {
        return """
          \(events == 1 ? "1 event" : "\(events) events") in \
          \(sessions == 1 ? "1 session" : "\(sessions) sessions") replayed: the tables are made anew.
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
