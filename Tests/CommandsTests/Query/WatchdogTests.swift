import Testing

/// A query is stopped even if a single step of SQLite outlasts its timeout.
struct WatchdogTests {
  @Test func `a long step of SQLite is ended soon after the timeout`() throws {
    let laptimer = try RealProgram()
    try laptimer("start", "a")
    // Each call compares some 10^11 bytes, and SQLite checks no timeout meanwhile.
    let calls = (1...200).map {
      "instr(printf('%.*c', 90000\($0), 'a'), printf('%.*c', 45000\($0), 'a') || 'b')"
    }
    let sql = "SELECT " + calls.joined(separator: " + ")
    // Without the watchdog, the limit of CPU time ends the process with a signal.
    let answer = try laptimer.shell("ulimit -t 20; exec laptimer query \"\(sql)\" --timeout 10ms")
    #expect(answer.exit == 75, "\(answer)")
    #expect(answer.errors.contains("The query was stopped after"), "\(answer)")
  }
}
