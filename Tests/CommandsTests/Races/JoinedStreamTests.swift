import Foundation
import Testing

/// Sessions of this device and of others that time a point of a race.
struct JoinedStreamTests {
  /// The device of a race of two runners over the point A and the finish.
  let shell = Shell(
    "start Crit --race 'points A finish'", "enter 17 'Ada Lovelace' --chip 0A1B", "enter 4")
  let other = Shell.otherDevice()
  let race = "01920000-0000-7000-8000-000000000001"

  func pass(_ span: Duration) {
    shell.pass(span)
    other.pass(span)
  }

  /// The splits of a runner with their points and flags.
  private func laps(_ bib: String) throws -> [String] {
    let json = Data(shell("results Crit --json").output.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let rows = try #require(object["standings"] as? [[String: Any]])
    let row = try #require(rows.first { $0["bib"] as? String == bib })
    return try #require(row["laps"] as? [[String: Any]]).map { lap in
      let split = (lap["split_ns"] as? Int ?? 0) / 1_000_000_000
      let flags = (lap["flags"] as? [String] ?? []).joined(separator: " ")
      return "\(split) \(lap["point"] as? String ?? "-") \(flags)"
    }
  }

  func transfer(from one: Shell, to two: Shell, _ option: String = "--foreign") -> Answer {
    two("import - \(option)", input: one("export").output)
  }

  @Test func `a session of the same log times a point`() throws {
    let answer = shell("start --join Crit --point A 'Bridge'").output
    #expect(answer.hasPrefix("Session 2 times point A of a race: 'laptimer cross BIB --session 2'"))
    #expect(shell("events 2").output.contains("joined"))
    pass(.seconds(60))
    #expect(shell("cross 17 --session 2").text == "17 Ada Lovelace: at A  01:00.0  lap 01:00.0")
    pass(.seconds(30))
    #expect(shell("cross 17").output.hasPrefix("17 Ada Lovelace: finish  01:30.0"))
    #expect(try laps("17") == ["60 A ", "90 - "])
    #expect(shell("status Bridge").text == "joined  Bridge  times A of Crit  3 events")
    #expect(shell("show Bridge") == "Session 2 \"Bridge\"\njoined  times A of Crit\n1 crossing")
    #expect(shell("list").output.contains("2  Bridge  joined"))
    #expect(
      shell("show Bridge --json").output.contains(
        #""joined":{"race":"\#(race)","point":"A","priority":0}"#))
    for command in ["check", "rebuild", "check"] { #expect(shell(command).exit == 0) }
    #expect(try laps("17") == ["60 A ", "90 - "])
  }

  @Test(arguments: [
    "lap", "stop", "resume", "enter 5", "withdraw 17", "rule 17 dnf", "wave B --race '2 laps'",
    "assign @2 17", "order @2 @3", "chip AB 17", "plan --laps 3", "start --also",
  ])
  func `other commands are refused and name the session of the race`(_ command: String) {
    shell("start --join Crit --point A", "cross 17 --session 2", "cross 17 --session 2")
    #expect(shell("\(command) --session 2").failed(1, "'--session 1'"))
    #expect(shell("\(command) --session 2 --json").errors.contains(#""kind":"times_point""#))
    #expect(shell("events 2 --json").output.split(separator: "\n").count == 3)
  }

  @Test func `a joined session accepts timestamps, corrections, a name, tags and discard`() throws {
    shell("start --join Crit --point A --tag bridge --priority 3")
    pass(.seconds(60))
    shell("cross 17 --session 2", "cross 4 --session 2")
    for command in [
      "mark rain", "undo", "redo", "amend @3 --by -5s", "remove @4", "undo", "name Bridge",
      "tag far",
    ] { #expect(shell("\(command) --session 2").exit == 0, "\(command)") }
    #expect(try laps("17") == ["55 A amended"])
    #expect(try laps("4") == ["60 A "])
    #expect(shell("discard 2").exit == 0)
    #expect(try laps("17") == [])
    shell("undo --session 2")
    #expect(try laps("17") == ["55 A amended"])
    #expect(shell("record", input: "cross 4 --session 2\n23\n").exit == 0)
  }

  @Test func `a start that joins a race accepts no rules of a clock`() {
    shell.expect(exit: 64, "start --point A", "start --join Crit --point A --priority 1001")
    #expect(shell("start --join Crit --point A --laps 3").errors.contains("'--laps' cannot"))
    #expect(shell("start --join Nowhere --point A").exit == 66)
    #expect(shell("start Run --also", "start --join Run --point A").failed(1, "is not a race"))
  }

  @Test func `a crossing without a bib is assigned in the session of the race`() throws {
    shell("start --join Crit --point A")
    pass(.seconds(60))
    #expect(
      shell("cross --session 2").text == """
        Recorded crossing @2 without a bib at 01:00.0. 'laptimer assign @2:2 BIB --session 1' names \
        the runner.
        """)
    #expect(shell("assign @2:2 17 --session 1").exit == 0)
    #expect(try laps("17") == ["60 A amended"])
    // In a log without the race, the id names the crossing.
    other("start --join \(race) --point A")
    let id = "01920000-0000-7000-8000-0000000003ea"
    #expect(
      other("cross").text == """
        Recorded crossing @2 without a bib at 2027-01-15 09:01:00.000. On the race's own device, \
        'laptimer assign @\(id) BIB' names the runner.
        """)
    // The log of this device is not that of the other one.
    let named = other("cross --db '\(other.log)'").output
    #expect(named.hasPrefix("Recorded crossing @3 without a bib at 2027-01-15 09:01:00.000."))
    #expect(named.hasSuffix(" BIB' names the runner.\n"), "\(named)")
    #expect(other("undo").exit == 0)
    #expect(transfer(from: other, to: shell).exit == 0)
    #expect(shell("assign @\(id) 4").exit == 0)
    #expect(try laps("4") == ["60 A amended bridged"])
    #expect(transfer(from: shell, to: other).exit == 0)
    #expect(other("cross --session 1").output.contains("'laptimer assign @0192"))
  }

  @Test func `a session of another device that times a point is not the default session`() {
    other("start --join \(race) --point A")
    #expect(transfer(from: other, to: shell).exit == 0)
    shell("stop")
    for command in ["status", "show"] {
      #expect(shell(command).output == shell("\(command) 1").output, "\(command)")
    }
    #expect(shell("explain").output.contains("session 1"))
  }

  @Test func `the error for a race that is not in the log says how to import it`() {
    other("start --join \(race) --point A")
    for command in ["standings", "results", "explain --bib 17"] {
      #expect(
        other(command).error(1) == """
          Error: Session 1 times a point of race \(race), which is not in this log. 'laptimer \
          import FILE --foreign' imports it.
          """)
    }
    #expect(transfer(from: shell, to: other).exit == 0)
    other.expect(exit: 0, "standings 1", "explain --bib 17 --session 1")
  }

  @Test(arguments: [
    "enter 55", "withdraw 4", "rule 17 dns", "cross 17", "chip AB 17", "assign @4 4",
    "order @4 @5", "wave B --race '2 laps'", "plan --rules 'ties=shared'", "mark x", "name Crit",
    "tag x", "amend @4 --by -1s",
  ])
  func `the default session of a race command is not another device's`(_ command: String) {
    pass(.seconds(30))
    shell("cross 17 4", "stop")
    other("start --join \(race) --point A", "cross 17")
    #expect(transfer(from: other, to: shell).exit == 0)
    #expect(shell("\(command) --json").succeeded(with: #""session":1,"#))
    // The session of the other device can be named, but is read-only.
    #expect(shell("\(command) --session 2").exit == 1)
  }

  @Test(arguments: [
    "enter 55", "rule 17 dns", "chip AB 17", "assign @4 4", "wave B --race '2 laps'",
    "plan --rules 'ties=shared'", "resume",
  ])
  func `the default session of a race command is not a joined session`(_ command: String) {
    shell("cross 17 4", "stop", "start --join Crit --point A")
    #expect(shell("\(command) --json").succeeded(with: #""session":1,"#))
    // The default for crossings is the running session, else the newest one that accepts them.
    let session = command == "resume" ? 1 : 2
    #expect(shell("cross 17 --json").output.contains("\"session\":\(session),"))
  }

  @Test func `a log with only joined sessions names them in the refusal`() {
    other("start --join \(race) --point A")
    #expect(other("enter 55").errors.contains("Session 1 times a point of race "))
    #expect(transfer(from: other, to: shell).exit == 0)
    let third = Shell(firstID: 9001)
    third("import - --foreign", input: other("export").output)
    #expect(third("cross 17").errors.contains("Session 1 belongs to another device"))
  }

  @Test func `a device without the race joins it by its uid`() throws {
    #expect(other("start --join \(race) --point A").exit == 0)
    pass(.seconds(60))
    // The default session is the one that times the point.
    #expect(other("cross 17").text == "17 crossed at 2027-01-15 09:01:00.000 (@2).")
    #expect(other("status").text == "joined  session 1  times A of race \(race)  2 events")
    #expect(transfer(from: other, to: shell).exit == 0)
    #expect(try laps("17") == ["60 A bridged"])
    #expect(shell("results Crit --json").output.contains(#""flags":["bridged"],"doubt_ns":null"#))
    let text = shell("explain --bib 17 --session 1").output
    #expect(text.contains("\nA  @2:2  2027-01-15 09:01:00.000000000  "), "\(text)")
    #expect(!text.contains("@0192"), "\(text)")
  }

  @Test func `crossings of other streams are corrected by their references`() throws {
    other("start --join \(race) --point A")
    pass(.seconds(60))
    other("cross", "cross 4", "cross 4 --ago 10s")
    #expect(transfer(from: other, to: shell).exit == 0)
    let id = "@01920000-0000-7000-8000-0000000003eb"
    #expect(shell("assign @2:2 17").text.hasSuffix("@2:2 is 17's now."))
    #expect(try laps("17") == ["60 A amended bridged"])
    #expect(shell("assign \(id) none").text.hasSuffix("\(id) is nobody's now."))
    shell.expect(exit: 0, "undo", "remove @2:4")
    #expect(try laps("4") == ["60 A bridged"])
    #expect(shell("amend @2:2 --by -5s").exit == 0)
    #expect(try laps("17") == ["55 A amended bridged"])
    #expect(shell("amend \(id) --ago 20s").exit == 0)
    #expect(try laps("4") == ["40 A amended stated"])
    #expect(shell("order @2:2 \(id)").failed(1, "not at equal times"))
    shell.expect(exit: 0, "amend @2:2 --ago 20s", "order @2:2 \(id)")
    #expect(shell("standings Crit").output.contains("photo_finish"))
    for wrong in ["@2:9", "@3:1", "@2:1", "@01920000-0000-7000-8000-00000000ffff"] {
      shell.expect(exit: 1, "assign \(wrong) 17", "remove \(wrong)")
    }
    #expect(shell("assign @2: 17").exit == 64)
    #expect(shell("amend @1:3 --by -1s").exit == 1)
    #expect(shell("remove @2:2").exit == 0)
    #expect(shell("remove @2:2").exit == 1)
  }

  @Test func `results --at-event shows a race as known after that event`() {
    shell("start --join Crit --point A")
    pass(.seconds(60))
    shell("cross 17 --session 2", "cross 4", "cross 4 --session 2")
    let then = shell("results Crit --json --at-event 4").output
    #expect(then.contains(#""split_ns":60000000000"#))
    #expect(then.matches(of: /"event_id":"[^"]*","flags":\[[^\]]*\]\}/).count == 2)
    #expect(shell("standings Crit --at-time 59s").exit == 0)
  }
}
