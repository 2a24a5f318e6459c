import Foundation
import SQLite
import Testing
import Timing
import TimingTestSupport

/// Each command is a separate process that continues from the state in the log.
struct SeparateProcessTests {
  @Test func `other processes continue the session of the first`() throws {
    let laptimer = try RealProgram()
    #expect(
      try laptimer("start", "Tempo run") == Answer(output: "Started session 1 \"Tempo run\".\n"))
    let lap = try laptimer("lap", "--json")
    #expect(lap.output.contains(#""session":1,"position":2,"version":2,"#))
    #expect(try laptimer("lap", "gate", "--ago", "0").exit == 0)
    #expect(try laptimer("undo").output.contains("took back lap 2, "))
    #expect(try laptimer("redo").output.contains("restored lap 2, "))
    #expect(try laptimer("stop").exit == 0)
    let show = try laptimer("show", "--json")
    #expect(show.output.contains(#""phase":"stopped""#))
    #expect(show.output.contains(#""header":"2 laps""#))
    #expect(try laptimer("check").output == "Verified 6 events in 1 session.\n")
  }

  @Test func `a process that checkpoints removes the write-ahead file`() throws {
    let laptimer = try RealProgram()
    try laptimer("start")
    var sizes: [Int] = []
    // A lap writes five pages or more, and a checkpoint is due after a hundred.
    for _ in 0..<25 {
      try laptimer("lap")
      sizes.append(FileStatus(laptimer.log + "-wal")?.size ?? 0)
    }
    #expect(sizes.prefix(10).allSatisfy { $0 > 0 })
    #expect(sizes.contains(0))
  }

  @Test func `a refused command exits with 1 and creates no log`() throws {
    let laptimer = try RealProgram()
    #expect(
      try laptimer("lap")
        == Answer(
          exit: 1, errors: "Error: There is no session yet. 'laptimer start' starts one.\n"))
    #expect(try laptimer("lapp").exit == 64)
    #expect(!FileManager.default.fileExists(atPath: laptimer.log))
  }

  @Test func `a reboot and a stepped wall clock keep the running time`() throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(10))
    shell("lap")
    shell.machine.reboot(lasting: .seconds(50))
    #expect(shell("lap").output == "2) 01:00.0  lap 00:50.0\n")
    for hours in [5, -9] {
      shell.machine.step(.seconds(hours * 3600))
      shell.pass(.seconds(30))
      shell("lap")
    }
    #expect(shell("stop").output == "Stopped session 1 at 02:00.0.\n")
    #expect(
      shell("query 'SELECT number, clock(split_ns) s, clock(lap_ns) l FROM laps' --format csv")
        .output == """
          number,s,l
          1,00:10.0,00:10.0
          2,01:00.0,00:50.0
          3,01:30.0,00:30.0
          4,02:00.0,00:30.0

          """)
    #expect(shell("check").exit == 0)
  }
}
