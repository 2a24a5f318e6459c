import Arguments
import EventLog
import Failures
import Host
import Logbook
import Timing
import Text

enum BackupCommand: RunnableCommand {
  static let file = Parameter.argument(
    "file", .text("file", completion: .file), help: "The file of the copy.")
  static let force = Parameter.flag("force", help: "Replace an existing file.")
  static let restore = Parameter.flag("restore", help: "Restore the log from the copy.")

  static let declaration = Subcommand(
    "backup", abstract: "Copy the log, or restore a copy.",
    discussion: """
      The copy is a single file with the log as of one moment; other processes can write \
      meanwhile. Every event is verified before the copy replaces an older one; a damaged log is \
      not copied. The tables are not verified: 'laptimer rebuild' rebuilds them, also in the copy.

      --restore replaces the log with a copy of the file, after the same verification. The \
      replaced log is kept beside it under a name with the date, which the answer shows. Programs \
      that have it open end with an error. Do not copy the file over the log by other means: \
      '-wal' and '-shm' beside the log belong to the replaced log.
      """,
    examples: [
      Example("Copy the log", "laptimer backup laps.db"),
      Example("Replace yesterday's copy", "laptimer backup --force laps.db"),
      Example("Restore the copy", "laptimer backup --restore laps.db"),
    ],
    [file, Exclusive(force, restore)])

  static func run(_ context: Context) throws {
    if context.values[file] == "-" {
      throw UsageError(
        .other(
          """
          The copy is a file, not a stream: name it. './-' is a file named '-'.
          """), in: declaration)
    }
    if context.values[restore] { return try restore(context) }
    let target = context.values[file]
    let log = try context.openLog(for: .reading)
    let interrupts = try context.world.catchInterrupts()
    let (size, count) = try log.backUp(to: target, replacing: context.values[force]) {
      interrupts?.hasOccurred ?? false
    }
    try context.afterSaving("The copy is") {
      try context.answer {
        "Backed up \(count, "event") to \(quoted: target) (\(ByteCount.text(size)))."
      } json: {
        ["file": target, "bytes": size, "events": count]
      }
    }
  }

  private static func restore(_ context: Context) throws {
    let copy = context.values[file]
    let place = try context.logFile()
    let interrupts = try context.world.catchInterrupts()
    let source = LogFile(copy, temporaryFolder: try context.world.temporaryFolder)
    let report: (events: Int, kept: [String])
    do {
      report = try Logbook(source, for: .reading)
        .restore(to: place, keepingAs: context.now.stamp) { interrupts?.hasOccurred ?? false }
    } catch {
      throw Failure(restoring: error)
    }
    try context.afterSaving("The restored log is") {
      try context.answer {
        let restored: Message = """
          Restored \(report.events, "event") from \(quoted: copy) to \(quoted: place.path).
          """
        guard !report.kept.isEmpty else { return restored }
        return """
          \(restored)
          Kept the replaced files: \(report.kept.map(\.shown).joined(separator: ", ")).
          """
      } json: {
        [
          "file": copy, "log": place.path, "events": report.events, "kept": report.kept,
        ]
      }
    }
  }
}

extension Moment {
  /// The moment for a file name: `20261121T100000Z`.
  fileprivate var stamp: String {
    rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
