import Foundation
import EventLog
import Logbook
import ProcessTestSupport
import Testing

/// Errors for paths without a usable log, whose files stay unchanged.
struct BadLogTests {
  private let shell = Shell()

  private func intactLog() throws -> Data {
    #expect(shell("record", input: "start A\nlap\n").exit == 0)
    let copy = shell.folder + "/sound.db"
    #expect(shell("backup \(copy)").exit == 0)
    return try Data(contentsOf: URL(fileURLWithPath: copy))
  }

  /// Expects that commands that read, write, query and check refuse a file and do not change it.
  private func expect(
    _ bytes: Data, exit: Int32, kind: String, _ message: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let path = shell.folder + "/odd.db"
    try bytes.write(to: URL(fileURLWithPath: path))
    let shown = "'\(path)' \(message)"
    for words in [
      ["status"], ["start"], ["query", "SELECT 1"], ["check"], ["export"], ["rebuild"],
    ] {
      #expect(
        try shell.run(words + ["--db", path]) == Answer(exit: exit, errors: "Error: \(shown)\n"),
        sourceLocation: location)
    }
    let json = shell("lap --json --db \(path)")
    #expect(
      json.errors.hasPrefix(#"{"error":{"code":\#(exit),"kind":"\#(kind)","message":""#),
      sourceLocation: location)
    #expect(shell("record --db \(path)", input: "start\n").exit == exit, sourceLocation: location)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes, sourceLocation: location)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"), sourceLocation: location)
  }

  @Test func `a folder and files that are no log of this version are refused`() throws {
    let answer = Answer(exit: 65, errors: "Error: '\(shell.folder)' is not a file.\n")
    #expect(shell("status --db \(shell.folder)") == answer)
    #expect(shell("start --db \(shell.folder)") == answer)
    try expect(
      Data(String(repeating: "laps: 3\n", count: 100).utf8), exit: 65, kind: "not_a_log",
      "is not a laptimer log. The file was not changed.")
    var bytes = try intactLog()
    let original = bytes[68..<72]
    bytes.replaceSubrange(68..<72, with: [0, 0, 0, 7])
    try expect(
      bytes, exit: 65, kind: "not_a_log",
      "is the database of another program. The file was not changed.")
    bytes.replaceSubrange(68..<72, with: original)
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try expect(
      bytes, exit: 65, kind: "newer_log",
      """
      was written by a newer laptimer (version 99 of the log, this one knows \
      \(Schema.laptimer.version)). The file was not changed.
      """)
  }

  @Test func `a log that was cut short is refused, and its readable events are saved`() throws {
    let bytes = try intactLog()
    for length in [50, 4096, 3 * 4096, bytes.count - 4096, bytes.count - 1] {
      let path = shell.folder + "/short.db"
      try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
      for line in ["list", "lap", "check", "export"] {
        #expect(
          shell("\(line) --db \(path)")
            .failed(65, "is damaged: ", "or save the readable events with "), "\(length) \(line)")
      }
      let saved = shell("export --salvage --db \(path)")
      if length == bytes.count - 1 { #expect(saved == Answer(output: shell("export").output)) }
      guard length == 3 * 4096 else { continue }
      let error = "Error: '\(path)' is damaged, and no events can be found in it: "
      #expect(saved.exit == 65 && saved.errors.hasPrefix(error), "\(saved)")
    }
  }

  @Test func `a path below a file reads as an empty log, and start cannot create it`() throws {
    let file = try shell.file("file.txt", "text")
    for place in ["/log.db", "/folder/log.db"] {
      let path = file + place
      #expect(shell("list --db \(path)") == Answer(errors: "Note: There is no session yet.\n"))
      #expect(shell("list --json --db \(path)") == "[]")
      #expect(shell("status --db \(path)").exit == 1)
      #expect(shell("query 'SELECT count(*) AS n FROM laps' --db \(path)").text == "n\n0")
      #expect(
        shell("start --db \(path)")
          .failed(73, "Error: '\(path)' cannot be created: ", "Not a directory"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("text".utf8))
    #expect(shell("start --db ''").exit == 64)
    #expect(shell("status --db \(shell.folder)/no/such/log.db").exit == 1)
  }

  @Test(.enabled(if: RealProgram.canMount, "needs permission to mount a file system"))
  func `a log on a read-only file system can be read, but not written`() throws {
    let answer = try RealProgram().shell(
      """
      unshare --mount sh -c '
        mkdir place && mount -t tmpfs none place && laptimer --db place/old.db start > /dev/null &&
          mount -o remount,ro place || exit 99
        laptimer --db place/old.db lap; echo $?
        laptimer --db place/new.db start; echo $?
        laptimer --db place/old.db status > /dev/null; echo $?'
      """)
    #expect(answer.text == "77\n77\n0")
    #expect(
      answer.message == """
        Error: 'place/old.db' is on a read-only file system.
        Error: 'place/new.db' is on a read-only file system.
        """)
  }

  @Test(arguments: [["record"], ["record", "--json"]])
  func `a moved log is refused until it is back`(words: [String]) throws {
    let laptimer = try RealProgram()
    let log = laptimer.folder + "/there/log.db"
    let sensor = try laptimer.start([Child.laptimer] + words + ["--db", log])
    try sensor.write("start\nlap\n")
    try sensor.waitForLines(2)
    let files = FileManager.default
    try files.moveItem(atPath: laptimer.folder + "/there", toPath: laptimer.folder + "/gone")
    try sensor.write("lap\n")
    let answer = try sensor.finish()
    #expect(answer.exit == 74, "\(answer)")
    let lines = answer.output.split(separator: "\n")
    let answered = lines.filter { !$0.hasPrefix(#"{"line":3,"error":{"code":74,"#) }
    #expect(answered.count == 2, "\(answer)")
    #expect(answer.errors.contains("was moved, deleted or replaced while it was in use"))
    if words.contains("--json") {
      #expect(answer.errors.hasPrefix(#"{"error":{"code":74,"kind":"log_moved","message":"#))
    }
    // Nothing is created at the old path.
    #expect(!files.fileExists(atPath: laptimer.folder + "/there"))
    try files.moveItem(atPath: laptimer.folder + "/gone", toPath: laptimer.folder + "/there")
    #expect(try laptimer("lap", "--db", log).exit == 0)
    #expect(try laptimer("check", "--db", log).text == "Verified 3 events in 1 session.")
  }
}
