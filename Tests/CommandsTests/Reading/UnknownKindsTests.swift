import Testing

@testable import EventLog
@testable import Logbook
import Text

@Suite struct UnknownKindsTests {
  let shell = Shell("start A", .seconds(2), "lap")

  /// A session with an event of an unknown kind, as a newer program would append it.
  init() throws {
    try shell.append([("cheered\u{1B}", "cli", #"{"by":\#r"\#u{202E}crowd"}"#)])
  }

  static let note = """
    Note: Skipped 1 event of session 1: this version of laptimer does not know the kind \
    ('cheered\\u{1B}').

    """

  @Test func `events shows the data of unknown kinds, with control characters escaped`() {
    #expect(
      shell("events --after 2")
        == Answer(
          output:
            #"     3  1@3       2027-01-15 09:00:02.000  cheered\u{1B}  {"by":\r"\u{202E}crowd"}"#
            + "\n"))
    #expect(
      shell("events --after 2 --json").output.hasSuffix(
        #""kind":"cheered\u001b","kind_version":1,"at":"2027-01-15T08:00:02.000000000Z","#
          + #""basis":"measured","recorded_at":"2027-01-15T08:00:02.000000000Z","#
          + #""ticks_ns":7000000000,"clock":1,"source":"cli","data":{"by": "\u202ecrowd"}}"# + "\n")
    )
  }

  @Test(arguments: [
    "show", "show --json", "status --json", "show --at-event 3", "replay 1 --speed max",
  ])
  func `commands that fold a session note skipped kinds`(command: String) {
    let answer = shell(command)
    #expect(answer.exit == 0)
    let message = Self.note.dropFirst("Note: ".count).dropLast().replacing("\\", with: "\\\\")
    let json = #"{"note":{"message":""# + message + "\"}}\n"
    #expect(answer.errors == (command.hasSuffix("--json") ? json : Self.note))
    #expect(answer.output.contains("1 lap"))
  }

  @Test(arguments: ["show --at-event 2", "status", "list"])
  func `commands that do not read the session give no note`(command: String) {
    #expect(shell(command).exit == 0 && shell(command).errors == "")
    #expect(shell("check").errors.contains(#"'cheered\u{1B}'"#))
  }
}

extension Shell {
  /// Appends events to session 1, which has the newest event, as a newer program would do it.
  func append(_ events: [(kind: String, source: String, data: String)]) throws {
    let log = try Logbook(LogFile(log), for: .appending)
    let uid = try log.uid(of: 1)
    var record = try #require(try log.records(after: 0, of: 1, limit: .max).last)
    let clock = try #require(try log.clock(record.clock))
    for (index, event) in events.enumerated() {
      record.position += 1
      record.version += 1
      record.id = EventID(high: 1, low: UInt64(index))
      (record.kind, record.source, record.data) = event
      record.digest = Digest.of(record, session: uid, clock: clock)
      try #require(log.connection).insert(record)
    }
    try log.rebuild()
  }
}
