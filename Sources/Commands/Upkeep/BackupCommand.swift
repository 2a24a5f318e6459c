import Arguments
import EventLog
import Timing
import Text

enum BackupCommand: RunnableCommand {
  static let file = Argument(
    "file", .text("file", completion: .file), help: "Where the copy goes.")
  static let force = Flag("force", help: "Replace a file that is there.")

  static let declaration = Subcommand(
    "backup", abstract: "Copy the log while others write to it.",
    discussion: """
      The copy is one file, the log as of one moment. Before it is there, each event in it is held \
      against its digest and its place: of a damaged log no copy is made, and one that was there \
      stays. The tables are not compared: 'laptimer rebuild' makes them anew, also in the copy.
      """,
    [file, force])

  static func run(_ context: Context) throws {
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
}
