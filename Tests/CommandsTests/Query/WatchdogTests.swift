import Testing

/// A query of which a single step outlasts its time ends all the same.
struct WatchdogTests {
  @Test func `a long step of SQLite is ended soon after the timeout`() throws {
    let laptimer = try RealProgram()
    try laptimer("start", "a")
    // Each call compares some 10^11 bytes, and SQLite does not look at the clock between them.
    let calls = (1...200).map {
      "instr(printf('%.*c', 90000\($0), 'a'), printf('%.*c', 45000\($0), 'a') || 'b')"
    }
    let sql = "SELECT " + calls.joined(separator: " + ")
    // Without the stop, the limit on the time of the processor ends the process, by a signal.
    let answer = try laptimer.shell("ulimit -t 20; exec laptimer query \"\(sql)\" --timeout 10ms")
    #expect(answer.exit == 75, "\(answer)")
    #expect(answer.errors.contains("The query was stopped after"), "\(answer)")
  }
}
