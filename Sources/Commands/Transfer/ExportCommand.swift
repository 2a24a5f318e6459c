import Arguments
import EventLog
import Timing
import SQLite

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

      With --salvage a line of its own says where events of a session are missing, also at its end, \
      as far as the tables tell. What is saved is best taken in by 'laptimer import' into a copy of \
      the last backup, which may have those.
      """,
    [sessions, salvage])

  static func run(_ context: Context) throws {
    let isSalvaging = context.values[salvage]
    let log = try context.openLog(for: isSalvaging ? .salvaging : .reading)
    let numbers = try context.values[sessions].map { name in
      try number(of: name, in: log, salvaging: isSalvaging)
    }
    let report = try log.export(
      sessions: numbers.isEmpty ? nil : numbers, salvaging: isSalvaging
    ) { bytes in
      context.output.bytes += context.isOnTerminal ? harmless(bytes) : bytes
      try context.output.drain()
    }
    tellLeftOut(report, context)
  }

  /// The same lines for a terminal: payloads of other programs may hold what one obeys, unescaped.
  private static func harmless(_ lines: [UInt8]) -> [UInt8] {
    let lines = lines.split(separator: UInt8(ascii: "\n"))
    return lines.flatMap { Array((String(decoding: $0, as: UTF8.self).harmlessJSON + "\n").utf8) }
  }

  /// The number of a session; where the tables cannot be asked any more, digits are a number.
  private static func number(
    of name: String, in log: EventLog, salvaging isSalvaging: Bool
  ) throws -> Int {
    do {
      return try log.sessionNumber(named: name)
    } catch let error as DatabaseError {
      guard isSalvaging, let number = Int(name) else { throw error }
      return number
    }
  }

  private static func tellLeftOut(_ report: ExportReport, _ context: Context) {
    var rest = report.leftOut[...]
    while let first = rest.first {
      // A damaged row may bear the highest number there is: behind it nothing is counted.
      let run = rest.enumerated().prefix { offset, left in
        left.position &- offset == first.position && left.reason == first.reason
      }
      rest = rest.dropFirst(run.count)
      let last = run.last?.element.position ?? first.position
      context.note(
        last == first.position
          ? "Event \(first.position) is left out: \(first.reason)."
          : "Events \(first.position) to \(last) are left out: \(first.reason).")
    }
  }
}
