import ProcessTestSupport
import Testing

struct MovedLogTests {
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
