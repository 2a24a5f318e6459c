import Foundation
import Testing
import ProcessTestSupport

/// `record` in a real process: a pipe that stays open, and the ways in which it ends.
struct RecordProcessTests {
  private let laptimer: RealProgram

  init() throws { laptimer = try RealProgram() }

  @Test func `each line is answered before the next one arrives`() throws {
    let sensor = try laptimer.start("record")
    for (count, line) in ["start Gate", "lap", "la", "p\nlap", "stop"].enumerated() {
      try sensor.write(count == 2 ? line : line + "\n")
      try sensor.waitForLines([1, 2, 2, 4, 5][count])
    }
    // Other processes see the recorded events.
    #expect(try laptimer("status").output.contains("Gate"))
    #expect(try sensor.finish().exit == 0)
  }

  @Test func `other processes continue the session of the first`() throws {
    let answer = try RealProgram().shell(
      """
      laptimer start "Tempo run" && laptimer lap > answers && laptimer lap gate > answers
      laptimer undo | cut -c 1-43 && laptimer redo | cut -c 1-43 && laptimer stop > answers
      laptimer show --json | grep -o '"clock":"exact","header":"2 laps"'
      laptimer check
      """)
    #expect(
      answer == """
        Started session 1 "Tempo run".
        Session 1 "Tempo run": took back lap 2, 00:
        Session 1 "Tempo run": restored lap 2, 00:0
        "clock":"exact","header":"2 laps"
        Verified 6 events in 1 session.
        """)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupt ends record with 130, and answered lines are saved`(signal: Int32) throws {
    let sensor = try laptimer.start("record")
    try sensor.write("start\nlap\nhalf a line")
    try sensor.waitForLines(2)
    sensor.send(signal)
    try sensor.process.end()
    let answer = try sensor.finish()
    #expect(answer.exit == 130)
    #expect(answer.message == "Error: Interrupted. All answered lines are saved.")
    #expect(try laptimer("check").text == "Verified 2 events in 1 session.")
  }

  @Test func `a closed pipe ends record silently, and answered lines are saved`() throws {
    let answer = try laptimer.shell(
      "(laptimer record; echo $? > code) | head -n 1",
      input: "start\n" + String(repeating: "lap\n", count: 50_000))
    #expect(answer.text == "Started session 1.")
    #expect(answer.errors == "")
    #expect(try String(contentsOfFile: laptimer.folder + "/code", encoding: .utf8) == "141\n")
    #expect(try laptimer("check").exit == 0)
  }

  @Test func `a full disk ends record, and the error names the unsaved lines`() throws {
    // The file size limit simulates a full disk. SIGXFSZ would end the process.
    let answer = try laptimer.shell(
      "laptimer start > /dev/null; trap '' XFSZ; ulimit -f 4000; laptimer record",
      input: String(repeating: "lap 'as long as it takes to fill a disk'\n", count: 20_000))
    #expect(answer.exit == 74)
    let saved = answer.output.split(separator: "\n").count
    #expect((1..<20_000).contains(saved))
    #expect(answer.errors.hasPrefix("Error: Lines \(saved + 1) to "), "\(saved): \(answer.errors)")
    #expect(answer.errors.contains(" are not saved. "))
    #expect(try laptimer("check").text == "Verified \(saved + 1) events in 1 session.")
    let parts = answer.errors.split(separator: "\nRepeat them with 'laptimer record' as:\n")
    let again = String(try #require(parts.count == 2 ? parts.last : nil))
    let count = again.split(separator: "\n").count
    #expect(try laptimer("record", input: again).exit == 0)
    #expect(try laptimer("check").text == "Verified \(saved + count + 1) events in 1 session.")
  }

  @Test(arguments: ["", " --json"])
  func `if answers cannot be written, the error says the lines are saved`(_ option: String) throws {
    let answer = try laptimer.shell(
      "printf 'start\\nnonsense\\nlap\\n' | laptimer record\(option) > /dev/full")
    #expect(
      answer.failed(
        74, "Each accepted line from 1 to 3 is saved, but the answer could not be written"))
    let one = try laptimer.shell("echo lap | laptimer record\(option) > /dev/full")
    #expect(one.errors.contains("Line 1 is saved, but the answer could not be written"))
    #expect(try laptimer("check").text == "Verified 3 events in 1 session.")
  }

  @Test func `long lines do not grow the memory`() throws {
    let sensor = try laptimer.start("record")
    try sensor.write("start\n")
    try sensor.waitForLines(1)
    let before = try #require(sensor.process.peakMemory)
    for _ in 0..<30 { try sensor.write(String(repeating: "x", count: 1_000_000)) }
    try sensor.write("\nlap\n")
    try sensor.waitForLines(2)
    #expect(try #require(sensor.process.peakMemory) - before < 8_000)
    #expect(
      try sensor.finish().message == """
        Error: line 2: The line is longer than 65536 bytes.
        Error: 2 lines recorded, 1 rejected.
        """)
  }

  @Test func `an import from a slow pipe does not lock the log`() throws {
    let (from, to) = (try RealProgram(), try RealProgram())
    try from("record", input: "start\n" + String(repeating: "lap\n", count: 3000))
    let export = try from("export").output
    let half = export.utf8.count / 2
    let importing = try to.start("import", "-")
    try importing.write(String(export.prefix(half)))
    #expect(try to("start", "meanwhile").exit == 0)
    try importing.write(String(export.dropFirst(half)))
    #expect(try importing.finish().output.hasPrefix("Imported 3001 events: 1 new session,"))
    #expect(try to("check").text == "Verified 3002 events in 2 sessions.")
  }

  @Test func `Ctrl-C interrupts a query`() throws {
    try laptimer("start")
    let query = try laptimer.start(
      "query", "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
      "--json")
    // The process catches interrupts once it has opened the log.
    let maps = "/proc/\(query.process.pid)/fd"
    while try !FileManager.default.contentsOfDirectory(atPath: maps).contains(where: {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: maps + "/" + $0))?
        .hasSuffix("laptimer.db") == true
    }) {}
    query.send(SIGINT)
    try query.process.end()
    #expect(
      try query.finish()
        == Answer(
          exit: 130,
          errors: #"{"error":{"code":130,"kind":"interrupted","message":"Interrupted."}}"# + "\n"))
  }
}
