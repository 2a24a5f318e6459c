import Foundation
import Testing

struct CheckTests {
  private let shell = Shell()
  /// The uid of the damaged session.
  private let session = "01920000-0000-7000-8000-000000000001"

  /// A copy of a log in one file with a damaged word in an event.
  private func damaged(_ shell: Shell, word: String = "pit-stop") throws -> String {
    shell("record", input: "start A\nmark pit-stop\nlap\n")
    let copy = shell.folder + "/copy.db"
    #expect(shell("backup \(copy)").exit == 0)
    try shell.overwrite(word, with: "\(word.dropLast())q", in: copy)
    return copy
  }

  @Test func `check confirms an intact log`() {
    #expect(shell("check") == "Verified 0 events in 0 sessions.")
    #expect(!FileManager.default.fileExists(atPath: shell.log))
    shell("record", input: "start A\nlap\nlap\nundo\nstop\n")
    #expect(shell("check") == "Verified 5 events in 1 session.")
    #expect(
      shell("check --json") == """
        {"sound":true,"events":5,"sessions":1,"clocks":1,"outdated":false,"unknown_kinds":{},\
        "findings":[],"further_findings":0}
        """)
  }

  @Test func `check names a changed event, and salvage saves the others`() throws {
    let copy = try damaged(shell)
    let answer = shell("check --db \(copy)")
    #expect(answer.exit == 65)
    #expect(answer.output.hasPrefix("event 2 of session 1, at position 2, digest "))
    #expect(
      answer.message == """
        Error: The log is damaged: restore a backup, or save the readable events with \
        'laptimer export --salvage --db \(copy)'.
        """)
    let json = shell("check --db \(copy) --json")
    #expect(json.output.hasPrefix(#"{"sound":false,"events":3,"#))
    #expect(json.errors.contains(#"{"error":{"code":65,"kind":"damaged","#))

    #expect(shell("export --db \(copy)").failed(65))
    let salvaged = shell("export --db \(copy) --salvage")
    #expect(salvaged.succeeded(with: #"{"events":2,"checksum":"#))
    #expect(salvaged.errors.hasPrefix("Note: Omitted event 2: "))

    let other = Shell()
    #expect(
      other("import -", input: salvaged.output).error(65) == """
        Error: Line 3: 1 event of session \(session) is missing, also in this log. Nothing \
        was imported; 'laptimer import --salvage' imports the rest and reports the missing events.
        """)
    // Refused commands use up ids, so that the next ones differ from those of the first log.
    for _ in 0..<3 { #expect(other("lap").exit == 1) }
    #expect(
      other("import - --salvage", input: salvaged.output)
        == Answer(
          output: "Imported 2 events: 1 new session, 0 extended. Already present: 0.\n",
          errors: """
            Note: Session \(session) lacks 1 event and is tagged 'salvaged': its times may be wrong.

            """))
    #expect(other("list --tag salvaged --format csv").output.contains("salvaged"))
    let third = Shell()
    for _ in 0..<3 { third("lap") }
    #expect(
      third("import - --salvage --json", input: salvaged.output).text == """
        {"new_events":2,"known_events":0,"new_sessions":1,"extended_sessions":0,"joined":[],\
        "incomplete":[{"uid":"\(session)","missing":1}],"left_out":[]}
        """)
    #expect(shell("import -", input: salvaged.output).exit == 0)
  }

  @Test func `an import omits a session without its start, with a note`() throws {
    let copy = try damaged(shell, word: "\"A")
    let salvaged = shell("export --db \(copy) --salvage")
    #expect(salvaged.message == "Note: Omitted event 1: its digest does not match.")
    #expect(salvaged.output.contains(#"{"events":2,"checksum":"#))
    let other = Shell()
    #expect(
      other("import -", input: salvaged.output).errors.hasPrefix("Error: Line 2: 1 event of "))
    #expect(
      other("import - --salvage", input: salvaged.output)
        == Answer(
          output: "Imported 0 events: 0 new sessions, 0 extended. Already present: 0.\n",
          errors: """
            Note: Omitted session \(session) with 2 events, since its start is missing. The file has \
            their times: record them again with 'laptimer start --at' and 'laptimer lap --at'.

            """))
    #expect(
      other("import - --salvage --json", input: salvaged.output).text == """
        {"new_events":0,"known_events":0,"new_sessions":0,"extended_sessions":0,"joined":[],\
        "incomplete":[],"left_out":[{"uid":"\(session)","events":2}]}
        """)
    // The original log contains the session.
    #expect(
      shell("import -", input: salvaged.output)
        == "Imported 0 events: 0 new sessions, 0 extended. Already present: 2.")
  }
}
