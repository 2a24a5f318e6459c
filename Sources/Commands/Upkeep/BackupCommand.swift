import Arguments
import EventLog
import Timing
import Text

enum BackupCommand: RunnableCommand {
  static let file = Argument(
    "file", .text("file", completion: .file), help: "The copy: where it goes, or is restored from.")
  static let force = Flag("force", help: "Replace a file that is there.")
  static let restore = Flag("restore", help: "Put the copy in the place of the log.")

  static let declaration = Subcommand(
    "backup", abstract: "Copy the log while others write to it, or restore a copy.",
    discussion: """
      The copy is one file, the log as of one moment. Before it is there, each event in it is held \
      against its digest and its place: of a damaged log no copy is made, and one that was there \
      stays. The tables are not compared: 'laptimer rebuild' makes them anew, also in the copy.

      --restore puts a copy of the file in the place of the log, once it is proven in the same way. \
      The log that was there is kept beside it under a name with the date, with all that was \
      appended to it; the answer names it. Programs that have it open end with an error. Copying \
      the file over the log by other means does not do: '-wal' and '-shm' beside the log belong to \
      the one that was there.
      """,
    [file, Exclusive(force, restore)])

  static func run(_ context: Context) throws {
    if context.values[restore] { return try restore(context) }
    let target = context.values[file]
    let log = try context.openLog(for: .reading)
    let interrupts = try context.world.catchInterrupts()
    let size = try log.backUp(to: target, replacing: context.values[force]) {
      interrupts?.hasCome ?? false
    }
    try context.answerWritten("The copy is") {
      guard context.isJSON else { return "\(target.shown): \(size) bytes." }
      var json = JSONWriter()
      json.object {
        $0.field("file", target)
        $0.field("bytes", size)
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  private static func restore(_ context: Context) throws {
    let copy = context.values[file]
    let place = try context.logFile()
    let interrupts = try context.world.catchInterrupts()
    let source = LogFile(copy, temporaryFolder: context.world.temporaryFolder)
    let report = try EventLog(source, for: .reading)
      .restore(to: place, keepingAs: context.now.stamp) { interrupts?.hasCome ?? false }
    try context.answerWritten("The log that was restored is") {
      guard context.isJSON else {
        let events = report.events == 1 ? "1 event" : "\(report.events) events"
        let restored = "Restored \(events) from \(copy.shown) to \(place.path.shown)."
        guard !report.kept.isEmpty else { return restored }
        return """
          \(restored)
          Kept what was there before: \(report.kept.map(\.shown).joined(separator: ", ")).
          """
      }
      var json = JSONWriter()
      json.object {
        $0.field("file", copy)
        $0.field("log", place.path)
        $0.field("events", report.events)
        $0.array("kept") { json in
          for file in report.kept { json.element(file) }
        }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}

extension Moment {
  /// The moment as a part of a file's name: `20261121T100000Z`.
  fileprivate var stamp: String {
    rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
