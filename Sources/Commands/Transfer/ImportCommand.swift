import Arguments
import EventLog
import Timing

enum ImportCommand: RunnableCommand {
  static let file = Argument(
    "file", .text("file", completion: .file), help: "What export wrote; - is standard input.")

  static let declaration = Subcommand(
    "import", abstract: "Take in what 'laptimer export' wrote.",
    discussion: "All of it or nothing. Taking it in twice changes nothing.", [file])

  static func run(_ context: Context) throws {
    let source = try ImportSource(
      context.values[file], context.world, interrupts: try context.world.catchInterrupts())
    let report = try context.openLog(for: .appending).importEvents { try source.next() }
    try context.answerWritten("What was taken in is") { context.answer(report) }
  }
}

extension Context {
  fileprivate func answer(_ report: ImportReport) -> String {
    if isJSON {
      var json = JSONWriter()
      json.object {
        $0.field("new_events", report.newEvents)
        $0.field("known_events", report.knownEvents)
        $0.field("new_sessions", report.newSessions)
        $0.field("extended_sessions", report.extendedSessions)
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
    let events = report.newEvents == 1 ? "1 event" : "\(report.newEvents) events"
    let new = report.newSessions == 1 ? "1 new session" : "\(report.newSessions) new sessions"
    let known = report.knownEvents == 1 ? "1 was" : "\(report.knownEvents) were"
    return """
      \(events) taken in: \(new), \(report.extendedSessions) went on. \(known) there already.
      """
  }
}
