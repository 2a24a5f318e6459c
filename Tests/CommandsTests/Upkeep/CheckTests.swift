import Foundation
import ProcessTestSupport
import Testing

/// Proof that a log is sound, or what is wrong with it.
struct CheckTests {
  /// A copy of a log, in one file, in which a word was overwritten: the first time that it stands
  /// there, in the log, or the last time, in the tables.
  private func damaged(_ shell: Shell, atLast: Bool) throws -> String {
    shell("record", input: "start A\nmark pit-stop\nlap\n")
    let copy = shell.folder + "/copy.db"
    #expect(try shell.run(["backup", copy]).exit == 0)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    let place = try #require(
      bytes.range(of: Data("pit-stop".utf8), options: atLast ? .backwards : []))
    bytes[place.upperBound - 1] = UInt8(ascii: "q")
    try bytes.write(to: URL(fileURLWithPath: copy))
    return copy
  }

  @Test func `a sound log is called so`() throws {
    let shell = try Shell()
    #expect(shell("check") == Answer(output: "Sound: 0 events in 0 sessions.\n"))
    #expect(!FileManager.default.fileExists(atPath: shell.log))
    shell("record", input: "start A\nlap\nlap\nundo\nstop\n")
    #expect(shell("check") == Answer(output: "Sound: 5 events in 1 session.\n"))
    #expect(
      shell("check --json")
        == Answer(
          output: """
            {"sound":true,"events":5,"sessions":1,"clocks":1,"unknown_kinds":{},"findings":[],\
            "further_findings":0}

            """))
  }

  @Test func `an event that was tampered with is named, and the others are saved`() throws {
    let shell = try Shell()
    let copy = try damaged(shell, atLast: false)
    let answer = try shell.run(["check", "--db", copy])
    #expect(answer.exit == 65)
    #expect(answer.output.hasPrefix("event 2 of session 1, at position 2, digest "))
    #expect(
      answer.errors
        == "Error: The log is damaged. 'laptimer export --salvage' saves what is left of it.\n")
    let json = try shell.run(["check", "--db", copy, "--json"])
    #expect(json.output.hasPrefix(#"{"sound":false,"events":3,"#))
    #expect(json.errors.contains(#"{"error":{"code":65,"kind":"damaged","#))

    let export = try shell.run(["export", "--db", copy])
    #expect(export.exit == 65)
    #expect(export.output == "")
    let salvaged = try shell.run(["export", "--db", copy, "--salvage"])
    #expect(salvaged.exit == 0)
    #expect(salvaged.errors.hasPrefix("Note: Event 2 is left out: "))
    #expect(salvaged.output.contains(#"{"events":2,"checksum":"#))
    #expect(try Shell()("import -", input: salvaged.output).exit == 0)
  }

  @Test func `tables that differ from the log are named, and made anew`() throws {
    let shell = try Shell()
    let copy = try damaged(shell, atLast: true)
    let answer = try shell.run(["check", "--db", copy])
    #expect(
      answer
        == Answer(
          exit: 65,
          output: "the table timestamps is not what the events of session 1 tell\n",
          errors:
            "Error: The log is sound, its tables are not: 'laptimer rebuild' makes them anew.\n"))
    #expect(try shell.run(["rebuild", "--db", copy]).exit == 0)
    #expect(try shell.run(["check", "--db", copy]).exit == 0)
  }

  @Test func `tables of a newer laptimer are called that, since no rebuilding here mends them`()
    throws
  {
    let shell = try Shell()
    shell("start")
    let sqlite = try Child(["sqlite3", shell.log, "UPDATE fold SET fold_version = 99"])
    #expect(sqlite.wait() == .exit(0))
    let answer = shell("check")
    #expect(answer.exit == 65)
    #expect(
      answer.errors == """
        Error: The tables of the log were written by a newer laptimer (version 99, this one \
        knows 1): it can be read, but not written to.

        """)
    #expect(shell("rebuild").errors == answer.errors)
  }
}
