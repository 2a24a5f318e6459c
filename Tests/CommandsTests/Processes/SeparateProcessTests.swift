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
}
