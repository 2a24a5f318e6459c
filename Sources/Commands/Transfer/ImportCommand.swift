import Arguments
import EventLog
import Timing
import Text

enum ImportCommand: RunnableCommand {
  static let file = Argument(
    "file", .text("file", completion: .file), help: "What export wrote; - is standard input.")

  static let salvage = Flag(
    "salvage", help: "Take in what is left where events are missing, instead of refusing.")

  static let maxSize = Option(
    "max-size", .size, default: 4 << 30, help: "How much is read from a pipe at most.")

  static let declaration = Subcommand(
    "import", abstract: "Take in what 'laptimer export' wrote.",
    discussion: """
      All of it or nothing. Taking it in twice changes nothing.

      What 'laptimer export --salvage' saved of a damaged log may lack events. Those that this log \
      has, restored from a backup perhaps, are not missed; for the others it is refused. With \
      --salvage a session that lacks events is tagged 'salvaged', since its times may be wrong, and \
      one without its start is left out.

      Standard input and other pipes are kept in the folder that TMPDIR names, else in /tmp, until \
      they are whole.
      """,
    [file, salvage, maxSize])

  static func run(_ context: Context) throws {
    let world = context.world
    let progress = ProgressLine(
      world, isWanted: !context.isJSON && !world.isTerminal(world.input))
    defer { progress.wipe() }
    let source = try ImportSource(
      context.values[file], world, mostBytes: context.values[maxSize], progress: progress,
      interrupts: try world.catchInterrupts())
    let mark =
      context.values[salvage]
      ? SalvageMark(instant: context.instant, source: "import") {
        context.world.makeID(context.now)
      } : nil
    let report = try context.openLog(for: .appending).importEvents(marking: mark) {
      try source.next()
    }
    progress.wipe()
    try context.answerWritten("What was taken in is") { context.answer(report) }
    context.tellMissing(report)
  }
}

extension Context {
  /// Says which sessions lack events, and which were left out.
  fileprivate func tellMissing(_ report: ImportReport) {
    for gap in report.incomplete {
      note(
        """
        Session \(gap.session) lacks \(gap.missing.events) and is tagged '\(SalvageMark.tag)': its \
        times may be wrong.
        """)
    }
    for gap in report.headless {
      note(
        """
        Session \(gap.session) is left out with its \(gap.events.events), since its start is lost. \
        Their moments stand in the file; 'laptimer start --at' and 'laptimer lap --at' state them \
        anew.
        """)
    }
  }

  fileprivate func answer(_ report: ImportReport) -> String {
    if isJSON {
      var json = JSONWriter()
      json.object {
        $0.field("new_events", report.newEvents)
        $0.field("known_events", report.knownEvents)
        $0.field("new_sessions", report.newSessions)
        $0.field("extended_sessions", report.extendedSessions)
        $0.array("incomplete") { array in
          for gap in report.incomplete {
            array.object {
              $0.field("uid", gap.session.description)
              $0.field("missing", gap.missing)
            }
          }
        }
        $0.array("left_out") { array in
          for gap in report.headless {
            array.object {
              $0.field("uid", gap.session.description)
              $0.field("events", gap.events)
            }
          }
        }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
    let new = report.newSessions == 1 ? "1 new session" : "\(report.newSessions) new sessions"
    let known = report.knownEvents == 1 ? "1 was" : "\(report.knownEvents) were"
    return """
      \(report.newEvents.events) taken in: \(new), \(report.extendedSessions) went on. \
      \(known) there already.
      """
  }
}

extension Int {
  /// So many events, in words.
  fileprivate var events: String { self == 1 ? "1 event" : "\(self) events" }
}
