import Foundation
import Testing

struct TransferTests {
  /// A log with corrections, unusual names and several sessions.
  private func shell() -> Shell {
    let shell = Shell()
    let input = """
      start "Tempo \u{1B}[31m run" --tag track --tag 'a,b'
      lap "one\t1"
      mark "\u{202E}pit"
      lap --ago 0s
      undo
      redo
      amend 1 --label 'é\u{301}'
      start B --also
      remove 2 --session 1
      stop --session 2
      plan --laps 3 --session 1

      """
    #expect(shell("record", input: input).errors == "")
    return shell
  }

  @Test func `an export is imported into another log, once`() throws {
    let (from, to) = (shell(), Shell())
    let export = from("export").output
    #expect(export.split(separator: "\n").count == 12)
    #expect(
      to("import -", input: export)
        == "Imported 11 events: 2 new sessions, 0 extended. Already present: 0.")
    #expect(to("export").output == export)
    let tables = "SELECT * FROM laps JOIN sessions USING (session)"
    #expect(to.rows(tables) == from.rows(tables))
    #expect(
      to("import - --json", input: export).text == """
        {"new_events":0,"known_events":11,"new_sessions":0,"extended_sessions":0,"joined":[],\
        "incomplete":[],"left_out":[]}
        """)
    #expect(to("export").output == export)
  }

  @Test func `sessions are exported by number, uid and name, each once`() {
    let shell = shell()
    let answer = shell("export B 2 01920000-0000-7000-8000-000000000008")
    #expect(answer.output.split(separator: "\n").count == 3)
    #expect(answer.output.contains(#"{"events":2,"checksum":""#))
    #expect(shell("export B nobody").failed(66))
  }

  @Test func `an export without a log is empty and creates nothing`() {
    let shell = Shell()
    #expect(shell("export").output.hasPrefix(#"{"events":0,"checksum":""#))
    #expect(!FileManager.default.fileExists(atPath: shell.log))
    #expect(shell("import -", input: shell("export").output).exit == 0)
  }

  @Test func `a continued session is imported, a diverged one is not`() {
    let (from, to) = (shell(), Shell())
    to("import -", input: from("export").output)
    from("record", input: "mark more --session 2\nmark 'and more' --session 2\n")
    let more = from("export").output
    #expect(to("mark other --session 2 --id 01920000-0000-7000-8000-0000000000aa").exit == 0)
    let before = to("export").output
    #expect(
      to("import - --json", input: more).failed(65, #""kind":"diverged","message":"Line 12: "#))
    #expect(to("export").output == before)
  }

  @Test func `a broken file is refused completely, with its line`() {
    let export = shell()("export").output
    let to = Shell()
    for (broken, message) in [
      (String(export.dropLast()), "Line 12: the export is cut short. Nothing was imported."),
      (String(export.dropLast(200)), "Line 11: the export is cut short. Nothing was imported."),
      ("", "Line 1: the export is cut short. Nothing was imported."),
      ("what\n", "Line 1: not a laptimer export. Nothing was imported."),
      (
        export.replacingOccurrences(of: #""label":"\u202epit""#, with: #""label":"\u202epat""#),
        "Line 3: the event does not match its digest. Nothing was imported."
      ),
      (export + "\n", "Line 13: there is more after the last line. Nothing was imported."),
    ] { #expect(to("import -", input: broken).error(65) == "Error: \(message)") }
    #expect(!FileManager.default.fileExists(atPath: to.log))
  }

  @Test func `a file is read by its path`() throws {
    let (from, to) = (shell(), Shell())
    let path = try to.file("export.jsonl", from("export").output)
    #expect(to("import \(path)").exit == 0)
    #expect(to("import \(path)x").error(66) == "Error: There is no file '\(path)x'.")
    #expect(to("import \(to.folder)").error(65) == "Error: '\(to.folder)' is a folder.")
    #expect(to("import").exit == 64)
  }
}
