import CSQLite
import Foundation
import Host
import ProcessTestSupport
import SQLite
import Testing

/// A lock does not change the time of a press.
///
/// The error of a command that did not get the lock has the command that records the press later.
@Suite struct LockedLogTests {
  private let shell = Shell()

  init() {
    shell.lockTimeout = .zero
    shell("start A --at 2027-01-15T07:00:00Z")
    shell.pass(.nanoseconds(1_123_456_789))
  }

  private func locked<Value>(_ body: () throws -> Value) throws -> Value {
    let other = try Connection(path: shell.log, flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    defer { other.rollBack() }
    return try body()
  }

  private static let now = "2027-01-15T08:00:01.123456789Z"

  @Test(arguments: [
    ("lap", "lap --at \(now)"),
    ("lap 'Hole 7' --session A", "lap 'Hole 7' --session A --at \(now)"),
    ("lap --ago 1.5s --precision 3", "lap --precision 3 --at 2027-01-15T07:59:59.623456789Z"),
    ("lap --ago=1m", "lap --at 2027-01-15T07:59:01.123456789Z"),
    ("mark 'a\tb' --session A", "mark $'a\\u0009b' --session A --at \(now)"),
    // Only the log says of which day it is.
    ("lap --at 08:30 bend", "lap --at 08:30 bend"),
    ("lap --at '2027-01-15 08:30' bend", "lap bend --at 2027-01-15T07:30:00.000000000Z"),
    ("start B --also --at 08:30", "start B --also --at 2027-01-15T07:30:00.000000000Z"),
    ("--json lap -- --odd", "--json lap --at \(now) -- --odd"),
    (
      "mark \"it's\" --id 01920000-0000-7000-8000-00000000abcd",
      "mark 'it'\\''s' --id 01920000-0000-7000-8000-00000000abcd --at \(now)"
    ),
    ("stop", "stop --at \(now)"), ("resume", "resume --at \(now)"),
    ("start B --also --tag 'a b'", "start B --also --tag 'a b' --at \(now)"),
    // The clock starts at its original moment, even if that is past.
    ("start B --countdown 10 --also", "start B --also --at 2027-01-15T08:00:11.123456789Z"),
    ("amend 1 --at 08:00:30", "amend 1 --at 08:00:30"),
    ("amend 1 --at 2027-01-15T07:00:30Z", "amend 1 --at 2027-01-15T07:00:30.000000000Z"),
    // These commands state no moment.
    ("amend 1 --by -2s", "amend 1 --by -2s"), ("amend 1 --label 'x y'", "amend 1 --label 'x y'"),
    ("undo", "undo"), ("redo --session 1", "redo --session 1"), ("name 'B C'", "name 'B C'"),
    ("tag a b --session 1", "tag a b --session 1"), ("remove 1", "remove 1"),
    ("plan --laps 3", "plan --laps 3"), ("discard 1", "discard 1"),
  ])
  func `the message has the command with the press's moment`(line: String, again: String) throws {
    let answer = try locked { shell(line) }
    #expect(answer.exit == 75 && answer.output == "")
    let end =
      line.hasPrefix("--json")
      ? #"\nRepeat it as:\n  laptimer \#(again)"}}"# : "\nRepeat it as:\n  laptimer \(again)"
    #expect(answer.errors.contains("Another process has locked the log"))
    #expect(answer.errors.hasSuffix(end + "\n"), "\(answer)")
  }

  @Test func `the path of the log is kept, and commands without an event suggest nothing`() throws {
    let answer = try locked { shell("--db \(shell.log) lap --json") }
    #expect(
      answer.errors.hasSuffix(
        #"\nRepeat it as:\n  laptimer --db \#(shell.log) lap --json --at \#(Self.now)"}}"# + "\n"))
    for line in ["rebuild", "import -"] {
      let answer = try locked { shell(line, input: shell("export").output) }
      #expect(answer.exit == 75 && !answer.errors.contains("Repeat"), "\(answer)")
    }
  }

  @Test func `the suggested command records the press at its original moment`() throws {
    let answer = try locked { shell("lap 'Hole 7' --ago 100ms") }
    shell.pass(.seconds(20))
    let again = try #require(answer.errors.split(separator: "\n").last)
    #expect(
      shell(String(again.drop { $0 == " " }.dropFirst("laptimer ".count)))
        == "1) 1:00:01.0  lap 1:00:01.0  Hole 7")
    #expect(shell("stop").exit == 0)
  }

  @Test func `lines that arrive while the log is locked are recorded at their arrival`() throws {
    shell.lockTimeout = .seconds(Int(Child.timeout))
    let (sensor, answers) = (try SocketPair(keepsWritesApart: true), try SocketPair())
    var world = shell.world
    (world.input, world.output, world.errors) = (sensor.readEnd, answers.writeEnd, answers.writeEnd)
    let recording = try locked {
      let recording = Background(["record"], in: world)
      for line in ["lap first\n", "lap sec", "ond\nlap third\n"] {
        sensor.write(line)
        try sensor.waitUntilRead()
        shell.pass(.seconds(2))
      }
      return recording
    }
    sensor.closeWriteEnd()
    #expect(recording.end() == 0)
    #expect(
      shell("query --format csv 'SELECT at - 1800000000000000000 AS at FROM events'").text
        == "at\n-3600000000000\n1123456789\n5123456789\n5123456789")
  }

  @Test func `record prints the lines that a lock prevented, also untried ones`() throws {
    let many = (1...3000).map { "lap \($0)\n" }.joined()
    let printed = try locked { shell("record", input: many) }.errors.split(separator: "\n")
    #expect(
      printed.first?.hasPrefix("Error: Lines 1 to 3000 are not saved. Another process") == true)
    #expect(printed.count == 3002)
    #expect(printed.last == "  lap 3000 --at \(Self.now)")
    let input = "lap 'Hole 7'\n\nlap --ago 1s\nbogus\nundo\n"
    let lines = [
      "lap 'Hole 7' --at \(Self.now)", "lap --at 2027-01-15T08:00:00.123456789Z", "undo",
    ]
    let answer = try locked { shell("record", input: input) }
    #expect(answer.exit == 75 && answer.output == "")
    #expect(answer.errors.hasPrefix("Error: Lines 1 to 5 are not saved. Another process has"))
    let again = lines.map { "  \($0)\n" }.joined()
    #expect(answer.errors.hasSuffix("\nRepeat them with 'laptimer record' as:\n" + again))
    let json = try locked { shell("record --json", input: input) }
    let answers = json.output.split(separator: "\n")
    #expect(json.exit == 75 && answers.count == 3)
    for (answer, line) in zip(answers, lines) {
      #expect(answer.hasSuffix(#" as:\n  \#(line)"}}"#), "\(answer)")
    }
    shell.pass(.seconds(5))
    #expect(shell("record", input: again).errors == "")
    #expect(shell("events").output.split(separator: "\n").count == 4)
  }
}
