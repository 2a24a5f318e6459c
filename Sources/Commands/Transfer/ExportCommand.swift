import Arguments
import EventLog
import Host
import Logbook
import Timing
import SQLite
import Text

enum ExportCommand: RunnableCommand {
  static let sessions = Parameter.argument(
    repeating: "session", .session, help: "The sessions to export.", defaultText: "the whole log")
  static let session = Parameter.option(
    repeating: "session", .session, help: "The same as <session>; it can be repeated.")
  static let salvage = Parameter.flag(
    "salvage", help: "Omit damaged events and report them, instead of failing.")

  static let declaration = Subcommand(
    "export", abstract: "Export events for another log.",
    discussion: """
      One JSON object a line for each event, independent of this log's numbers. The last line \
      contains the number of events and a checksum, so that 'laptimer import' imports either all \
      of them or none.

      With --salvage, a separate line states how many events of a session are missing, as far as \
      the tables show. Import such a file into a copy of the last backup, which may contain the \
      missing events.
      """,
    examples: [
      Example("Export the whole log", "laptimer export > laps.ndjson"),
      Example("Export sessions 3 and 4", "laptimer export 3 4 > two.ndjson"),
      Example(
        "Copy the log to another machine; can be repeated",
        "laptimer export | ssh other laptimer import -"),
    ],
    [sessions, session, salvage])

  static func run(_ context: Context) throws {
    let isSalvaging = context.values[salvage]
    let log = try context.openLog(for: isSalvaging ? .salvaging : .reading)
    let numbers = try (context.values[sessions] + context.values[session]).uniqued.map { name in
      try number(of: name, in: log, salvaging: isSalvaging)
    }
    let report = try log.export(
      sessions: numbers.isEmpty ? nil : numbers, salvaging: isSalvaging
    ) { bytes in
      context.output.bytes += context.isOnTerminal ? harmless(bytes) : bytes
      try context.output.drain()
    }
    noteOmissions(report, context)
  }

  /// Escapes control characters, which payloads of other programs may contain.
  private static func harmless(_ lines: [UInt8]) -> [UInt8] {
    let lines = lines.split(separator: UInt8(ascii: "\n"))
    return lines.flatMap { Array((String(decoding: $0, as: UTF8.self).harmlessJSON + "\n").utf8) }
  }

  /// Returns the number of a session; while salvaging, digits suffice if the tables are unreadable.
  private static func number(
    of name: String, in log: Logbook, salvaging isSalvaging: Bool
  ) throws -> Int {
    do {
      return try log.sessionNumber(named: name)
    } catch let error as DatabaseError {
      guard isSalvaging, let number = Int(name) else { throw error }
      return number
    }
  }

  private static func noteOmissions(_ report: ExportReport, _ context: Context) {
    var rest = report.leftOut[...]
    while let first = rest.first {
      // A damaged row may have the highest possible number: do not count beyond it.
      let run = rest.enumerated().prefix { offset, left in
        left.position &- offset == first.position && left.flaw == first.flaw
      }
      rest = rest.dropFirst(run.count)
      let last = run.last?.element.position ?? first.position
      context.note(
        last == first.position
          ? "Omitted event \(first.position): \(first.flaw)."
          : "Omitted events \(first.position) to \(last): \(first.flaw).")
    }
  }
}
