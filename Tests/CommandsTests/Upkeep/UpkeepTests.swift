import EventLog
import Failures
import Foundation
import Host
import SQLite
import Testing
import Text

struct UpkeepTests {
  private let shell = Shell("start A", "lap", "lap", "undo", "stop")
  private var copy: String { shell.folder + "/copy.db" }

  @Test func `a backup is the complete log, and replaces a file only with --force`() throws {
    let answer = shell("backup \(copy)")
    let size = try #require(FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int)
    #expect(size % 1024 == 0)
    #expect(answer == "Backed up 5 events to '\(copy)' (\(size / 1024) KiB).")
    #expect(shell("export --db \(copy)").output == shell("export").output)
    let other = try shell.file("copy.db", "mine")
    #expect(
      shell("backup \(other)").error(73)
        == "Error: '\(other)' already exists; '--force' replaces it.")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    let forced = shell("backup \(other) --force --json")
    #expect(forced.output.hasPrefix(#"{"file":"\#(other)","bytes":"#))
    #expect(shell("export --db \(other)").output == shell("export").output)
  }

  @Test func `a log with a damaged event is not copied and replaces no backup`() throws {
    let (good, bad) = (shell.folder + "/good.db", shell.folder + "/bad.db")
    #expect(shell("backup \(good)").exit == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: good))
    try before.write(to: URL(fileURLWithPath: bad))
    try shell.overwrite(#"{"name":"A"}"#, with: #"{"name":"B"}"#, in: bad)
    let message = shell("backup \(good) --force --db \(bad)").error(65)
    #expect(
      message.hasPrefix(
        "Error: '\(bad)' is damaged, and was not copied: event 1 of session 1, at position 1"))
    #expect(
      message.hasSuffix(
        ": its digest does not match. 'laptimer check --db \(bad)' shows details; restore a backup, or "
          + "save the readable events with 'laptimer export --salvage --db \(bad)'."))
    #expect(try Data(contentsOf: URL(fileURLWithPath: good)) == before)
  }

  @Test func `an invalid target of a backup is refused with its reason`() {
    #expect(
      shell("backup \(shell.log) --force").error(73) == "Error: '\(shell.log)' is the log itself.")
    #expect(
      shell("backup \(shell.folder) --force").error(73) == "Error: '\(shell.folder)' is not a file."
    )
    let lost = shell.folder + "/no/where.db"
    #expect(shell("backup \(lost)").exit == 73)
    let other = Shell()
    #expect(
      other("backup \(lost)").error(66)
        == "Error: There is no log to copy: '\(other.log)' does not exist.")
    #expect(shell("backup").exit == 64)
    for command in ["backup -", "backup --restore -"] {
      #expect(
        shell(command).error(64).hasPrefix(
          "Error: The copy is a file, not a stream: name it. './-' is a file named '-'.\n"))
    }
  }

  @Test func `a backup is restored, and the replaced log is kept`() {
    let before = shell("export").output
    #expect(shell("backup \(copy)").exit == 0)
    let after = shell("start B", "export").output
    let kept = shell.log + "-20270115T080000Z"
    #expect(
      shell("backup --restore \(copy)") == """
        Restored 5 events from '\(copy)' to '\(shell.log)'.
        Kept the replaced files: '\(kept)', '\(kept)-wal', '\(kept)-shm'.
        """)
    #expect(shell("export").output == before)
    #expect(shell("export --db \(kept)").output == after)
    #expect(shell("check").text == "Verified 5 events in 1 session.")
    let json = shell("backup --restore \(copy) --json")
    #expect(json.output.hasSuffix(#""events":5,"kept":["\#(kept)-2"]}"# + "\n"))
    #expect(shell("backup --restore --force \(copy)").exit == 64)
    #expect(shell("backup --restore \(shell.folder)/none.db").exit == 66)
    #expect(
      shell("backup --restore \(shell.log)").error(64) == """
        Error: '\(shell.log)' is the log itself, or a file of it: name a copy to restore. The log is \
        unchanged.
        """)
  }

  @Test func `if the folder cannot be locked, nothing is restored, and the error has the reason`() {
    let cause = SystemError(call: "flock", path: "/laps", number: EIO)
    let failure = Failure(restoring: OpeningError.cannotMake(path: "/laps/laptimer.db", cause))
    #expect(failure.exitCode == 74)
    #expect(
      failure.message == "Nothing was restored: '/laps': Input/output error. The log is unchanged.")
  }

  @Test func `the error names a copy that cannot be restored, and the log is unchanged`() throws {
    let none = shell.folder + "/none.db"
    #expect(shell("backup \(copy)").exit == 0)
    try shell.overwrite(#"{"name":"A"}"#, with: #"{"name":"B"}"#, in: copy)
    let before = shell("export").output
    #expect(
      shell("backup --restore \(copy)").failed(
        65, "Error: '\(copy)' is damaged, and was not restored: event 1",
        ". The log is unchanged. 'laptimer check --db \(copy)' shows details",
        "'laptimer export --salvage --db \(copy)' saves the readable"))
    #expect(
      shell("backup --restore \(none)").error(66)
        == "Error: There is no copy to restore: '\(none)' does not exist.")
    #expect(shell("export").output == before)
    #expect(!FileManager.default.fileExists(atPath: shell.log + "-20270115T080000Z"))
  }

  @Test func `the files of a removed log are refused, and a restore moves them`() throws {
    #expect(shell("backup \(copy)").exit == 0)
    shell("start B")
    try FileManager.default.removeItem(atPath: shell.log)
    #expect(shell("list").failed(65, "only files of one: '\(shell.log)-wal', '\(shell.log)-shm'."))
    for line in ["list", "start C", "check", "query 'SELECT 1'", "export"] {
      #expect(shell(line + " --json").failed(65, #""kind":"foreign_files""#))
    }
    #expect(shell("backup --restore \(copy)").exit == 0)
    #expect(shell("check").text == "Verified 5 events in 1 session.")
  }

  @Test func `rebuild does not change intact tables`() {
    let before = shell("query 'SELECT * FROM sessions' --json").output
    #expect(shell("rebuild") == "Rebuilt the tables from 5 events in 1 session.")
    #expect(shell("rebuild --json").output == #"{"sessions":1,"events":5}"# + "\n")
    #expect(shell("query 'SELECT * FROM sessions' --json").output == before)
    let empty = Shell()
    #expect(empty("rebuild --json").output == #"{"sessions":0,"events":0}"# + "\n")
    #expect(!FileManager.default.fileExists(atPath: empty.log))
  }
}
