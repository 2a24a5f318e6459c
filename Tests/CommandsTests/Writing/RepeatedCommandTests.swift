import Arguments
import EventLog
import Host
import SQLite
import Testing
import Text
import TimingTestSupport

@testable import Commands

/// Repeated commands after a lost answer, and answers that fail.
@Suite struct RepeatedCommandTests {
  let shell = Shell("start", .seconds(10))

  @Test(arguments: ["", " --json"])
  func `the same id again gives the first answer and changes nothing`(format: String) {
    let first = shell("lap bend \(sameID)\(format)")
    #expect(first.exit == 0)
    #expect(shell(.seconds(3), "stop", "lap bend \(sameID)\(format)") == first)
    #expect(shell("events").output.split(separator: "\n").count == 3)
  }

  @Test(arguments: ["lap", "lap curve", "lap bend --ago 1", "stop", "lap bend --session 2"])
  func `the same id with other content is refused`(line: String) {
    #expect(
      shell("lap bend \(sameID)", "\(line) \(sameID)").error(1) == """
        Error: The id 01920000-0000-7000-8000-00000000beef already belongs to another event. \
        A new event needs a new id.
        """)
  }

  @Test func `a failed answer after a write says that the event is saved`() throws {
    guard case .run(let subcommand, let values) = try Laptimer.program.parse(["undo"]) else {
      Issue.record("undo is not a command")
      return
    }
    let context = Context(
      world: shell.world, program: Laptimer.program, subcommand: subcommand, values: values,
      instant: shell.machine.instant, outputMode: .stream)
    let failure = #expect(throws: Failure.self) {
      try context.afterSaving("The event is") { throw LogError.damaged(position: 7, .digest) }
    }
    #expect(failure?.exitCode == 74)
    #expect(failure?.message.text.hasPrefix("The event is saved, but event 7 of the log") == true)
    let locked = Failure(
      DatabaseError(code: .busy, message: "database is locked"), afterSaving: "The event is")
    #expect(!locked.isNotSaved && locked.kind == "saved")
    #expect(
      locked.message == """
        The event is saved, but another process has locked the log, and did not unlock it in time \
        (database is locked [SQLITE_BUSY (5)]).
        """)
  }

  @Test func `an id cannot be reused for a point of another race`() {
    for name in ["R", "Other"] { shell("start \(name) --race '3 laps' --also") }
    let join = { (race: String) in shell("start --join \(race) --point A \(sameID)") }
    let first = join("R")
    #expect(first.exit == 0)
    #expect(join("Other").exit == 1)
    #expect(join("R") == first)
    shell("name New --session R")
    #expect(join("R") == first)
  }
}
