import Arguments
import EventLog
import Timing

enum ExportCommand: RunnableCommand {
  static let sessions = Argument(
    repeating: "session", .session, help: "The sessions meant.", defaultText: "the whole log")
  static let salvage = Flag(
    "salvage", help: "Leave out what is damaged, and say so, instead of refusing.")

  static let declaration = Subcommand(
    "export", abstract: "Write events out for another log.",
    discussion: """
      A line an event, in a form that is the same in every log; the last line states how many they \
      are and a checksum, so that 'laptimer import' takes in all of it or nothing.
      """,
    [sessions, salvage])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let numbers = try context.values[sessions].map(log.sessionNumber(named:))
    let report = try log.export(
      sessions: numbers.isEmpty ? nil : numbers, salvaging: context.values[salvage]
    ) { bytes in
      context.output.bytes += bytes
      try context.output.drain()
    }
    for left in report.leftOut {
      context.note("Event \(left.position) is left out: \(left.reason).")
    }
  }
}
