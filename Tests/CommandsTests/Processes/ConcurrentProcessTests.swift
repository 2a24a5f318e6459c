import Foundation
import SQLite
import Testing

/// Processes append to one log, one after the other or at once; each acknowledged event is stored
/// once.
struct ConcurrentProcessTests {
  /// An event, as a command acknowledges it or as the log has it.
  private struct Stored: Decodable, Equatable {
    let id: String
    let position: Int
    let version: Int
    let session: Int
  }

  private func acknowledged(_ lines: String) throws -> [Stored] {
    try lines.split(separator: "\n").map { try Answer(output: String($0)).decoded() }
  }

  /// All events of the log.
  private func rows(_ laptimer: RealProgram) throws -> [Stored] {
    let answer = try laptimer(
      "query",
      """
      SELECT lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || \
      substr(hex(id), 13, 4) || '-' || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) AS id, \
      position, version, session FROM events ORDER BY position
      """, "--json")
    return try answer.decoded()
  }

  private func expect(_ acknowledged: [Stored], in laptimer: RealProgram) throws -> [Stored] {
    let rows = try rows(laptimer)
    #expect(rows.map(\.position) == Array(1...rows.count))
    for session in Set(rows.map(\.session)) {
      let versions = rows.filter { $0.session == session }.map(\.version)
      #expect(versions == Array(1...versions.count))
    }
    #expect(Set(acknowledged.map(\.id)).count == acknowledged.count)
    for answer in acknowledged { #expect(rows.contains(answer)) }
    #expect(try laptimer("check").exit == 0)
    return rows
  }

  @Test func `events of eight concurrent processes are appended once and without gaps`() throws {
    let laptimer = try RealProgram()
    try laptimer("start")
    let lines = String(repeating: "lap\n", count: 40)
    let recorders = try (0..<8).map { _ in try laptimer.start("record", "--json") }
    for recorder in recorders { try recorder.write(lines) }
    // Short-lived processes run beside the long-lived ones.
    let script = "for lap in 1 2 3 4 5 6 7 8 9 10; do laptimer lap --json || exit; done"
    let loops = try (0..<4).map { _ in try laptimer.start(["/bin/sh", "-c", script]) }
    var answers: [Stored] = []
    for running in recorders + loops {
      let answer = try running.finish()
      #expect(answer.exit == 0 && answer.errors == "", "\(answer)")
      answers += try acknowledged(answer.output)
    }
    #expect(answers.count == 8 * 40 + 4 * 10)
    #expect(try expect(answers, in: laptimer).count == 1 + answers.count)
  }

  @Test func `acknowledged events survive a kill, and other processes continue`() throws {
    let laptimer = try RealProgram()
    try laptimer("start")
    let victims = try (0..<3).map { _ in try laptimer.start("record", "--json") }
    let witness = try laptimer.start("record", "--json")
    var answers: [Stored] = []
    for (index, victim) in victims.enumerated() {
      try victim.write(String(repeating: "lap 'as long as it takes'\n", count: 20 + index * 500))
      try victim.waitForLines(1 + index * 40)
      victim.send(SIGKILL)
      let answer = try victim.finish()
      #expect(answer.exit == -SIGKILL)
      // The last line may be incomplete.
      let completeLines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      answers += try acknowledged(completeLines.joined(separator: "\n"))
      try witness.write("lap\n")
      try witness.waitForLines(index + 1)
    }
    answers += try acknowledged(try witness.finish().output)
    #expect(answers.count > 3 + 1 + 41 + 81)
    #expect(try expect(answers, in: laptimer).count > answers.count)
    #expect(try laptimer("lap").exit == 0)
  }

  @Test func `other processes continue the session of the first`() throws {
    let laptimer = try RealProgram()
    #expect(try laptimer("start", "Tempo run") == "Started session 1 \"Tempo run\".")
    let lap = try laptimer("lap", "--json")
    #expect(lap.output.contains(#""session":1,"position":2,"version":2,"#))
    #expect(try laptimer("lap", "gate", "--ago", "0").exit == 0)
    #expect(try laptimer("undo").output.contains("took back lap 2, "))
    #expect(try laptimer("redo").output.contains("restored lap 2, "))
    #expect(try laptimer("stop").exit == 0)
    let show = try laptimer("show", "--json")
    #expect(show.output.contains(#""phase":"stopped""#))
    #expect(show.output.contains(#""header":"2 laps""#))
    #expect(try laptimer("check").text == "Verified 6 events in 1 session.")
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
      try laptimer("lap").error(1) == "Error: There is no session yet. 'laptimer start' starts one."
    )
    #expect(try laptimer("lapp").exit == 64)
    #expect(!FileManager.default.fileExists(atPath: laptimer.log))
  }
}
