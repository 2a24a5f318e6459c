import Arguments
import EventLog
import Timing

enum RebuildCommand: RunnableCommand {
  static let declaration = Subcommand(
    "rebuild", abstract: "Make the tables anew from the log.",
    discussion: """
      The tables are kept with each event, so that this is needed only when 'laptimer check' finds \
      them to differ from the log. The log itself is only read.
      """)

  static func run(_ context: Context) throws {
    let (sessions, events) = try context.openLog(for: .appending).rebuild()
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
