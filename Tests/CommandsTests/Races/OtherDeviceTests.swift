import Foundation
import Testing

/// Sessions of other devices in the log of a race.
extension JoinedStreamTests {
  @Test func `a replay has the crossings of all sessions in order of time`() throws {
    shell("start --join Crit --point A 'Bridge'")
    other("start --join \(race) --point A")
    pass(.seconds(60))
    other("cross 4")
    pass(.seconds(10))
    shell("cross 17 --session 2")
    pass(.seconds(20))
    shell("cross 4 17 --session Crit")
    // The other device's crossing arrives last.
    #expect(transfer(from: other, to: shell).exit == 0)
    let lines = shell("replay Crit --speed max").lines
    let events = lines.prefix(10).map { line in
      let words = line.split(separator: " ")
      return "\(words[0]) \(words.first { $0.contains("@") } ?? "")"
    }
    #expect(
      events == [
        "00:00.0 1@1", "00:00.0 1@2", "00:00.0 1@3", "00:00.0 2@1", "00:00.0 2@2", "00:00.0 3@1",
        "01:00.0 3@2", "01:10.0 2@3", "01:30.0 1@4", "01:30.0 1@5",
      ])
    #expect(lines[6].hasSuffix("4: at A  01:00.0  lap 01:00.0  place 1"))
    #expect(lines[7].hasSuffix("17 Ada Lovelace: at A  01:10.0  lap 01:10.0  place 2"))
    #expect(lines[8].hasSuffix("4: finish  01:30.0  lap 00:30.0  (finished)  place 1"))
    #expect(
      lines[9].hasSuffix("17 Ada Lovelace: finish  01:30.0  lap 00:20.0  (finished)  place 2"))
    let states = try shell("replay Crit --speed max --json").output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let state = try #require(states.last?["state"] as? [String: Any])
    #expect(state["bib"] as? String == "17")
    #expect(state["position"] as? Int == 2)
    let part = shell("replay Crit --from 1m --to 1m10s --speed max").output
    #expect(part.split(separator: "\n").count { $0.contains("  crossed ") } == 2)
    // The standings are as of the last event.
    #expect(
      part.hasSuffix(
        """

        Crit: points A finish; running 01:10.0, provisional

        place  bib  name          laps     time       gap  interval     last     best  notes
            1    4                   1  01:00.0                      01:00.0  01:00.0  bridged
            2   17  Ada Lovelace     1  01:10.0  +00:10.0  +00:10.0  01:10.0  01:10.0

        """), "\(part)")
    #expect(!part.contains("no laps"))
  }

  @Test func `a crossing of a joined session is explained with its place in the race`() {
    pass(.seconds(30))
    shell("start --join Crit --point A --also")
    pass(.seconds(40))
    let explained = shell("cross 17 --session 2", "explain @2:2 --db '\(shell.log)'").output
    let split = "\nsplit: 70.000000000 - 0.000000000 = 70.000000000 s"
    #expect(explained.contains(split), "\(explained)")
    #expect(explained.contains("place on the timeline of session 1, the race: 70.000000000 s\n"))
    #expect(explained.contains("'laptimer explain --bib 17 --session 2 --db \(shell.log)'"))
    #expect(shell("explain @2:2 --json").output.contains(#""race_place_ns":70000000000,"#))
    shell("cross 4 --session Crit")
    #expect(!shell("explain @1:4 --json").output.contains("race_place_ns"))
  }

  @Test func `undo skips sessions of other devices, even if this device recorded their events`() {
    shell("cross 17")
    // Another log of this device. In the first log, its session belongs to another device.
    let path = "\(shell.log)-far"
    shell("start Far --db \(path)", "lap --db \(path)")
    #expect(shell("import - --foreign", input: shell("export --db \(path)").output).exit == 0)
    #expect(shell("undo").output.contains("Session 1 \"Crit\": took back the crossing of 17"))
    #expect(shell("redo").output.contains("Session 1 \"Crit\": restored the crossing of 17"))
    #expect(shell("undo --session Far").errors.contains("belongs to another device"))
  }

  @Test func `list shows the point and the race of a joined session`() {
    shell("start Bridge --join Crit --point A --priority 1")
    #expect(shell("list").output.contains("  A of Crit"))
    #expect(shell("list").output.split(separator: "\n")[0].contains("point"))
    other("start Far --join \(race) --point A")
    #expect(other("list").output.contains("  A of race \(race)"))
    #expect(!other("start Run --also", "discard Far", "list").output.contains("point"))
  }

  @Test func `import names the races of joined sessions`() {
    other("start Far --join \(race) --point A")
    let (point, file) = (other("export").output, shell("export").output)
    #expect(
      shell("import - --foreign", input: point).text == """
        Imported 2 events: 1 new session, 0 extended. Already present: 0.
        Session 2 times point A of session 1 "Crit".
        """)
    #expect(
      shell("import - --foreign", input: point).text
        == "Imported 0 events: 0 new sessions, 0 extended. Already present: 2.")
    let third = Shell(firstID: 9001)
    #expect(
      third("import - --foreign", input: point).text == """
        Imported 2 events: 1 new session, 0 extended. Already present: 0.
        Session 1 times point A of race \(race), which this log does not have: import the export of \
        that race, too.
        """)
    #expect(
      third("import - --foreign --json", input: file).output.contains(
        #""joined":[{"session":1,"race":"\#(race)","race_session":2,"point":"A"}]"#))
  }

  @Test(arguments: [
    "enter 8", "rule 17 dnf", "assign @4 17", "withdraw 17", "chip AA 17", "wave B", "order @4 @5",
  ])
  func `a command on the race of another device is refused and suggests --join`(line: String) {
    pass(.seconds(60))
    shell("cross 17 4")
    #expect(transfer(from: shell, to: other).exit == 0)
    #expect(
      other("\(line) --session Crit").error(1) == """
        Error: Session 1 belongs to another device and is read-only here: entries, chips, waves, \
        rulings and assignments of a race are written on the race's own device. Import its export \
        here again afterwards. This device can record crossings of the race: 'laptimer start --join \
        1 --point POINT' times a point of it.
        """)
    // The suggested command works.
    other.expect(exit: 0, "start --join 1", "cross 17 --session 2")
    #expect(shell("\(line) --session Crit").exit == (line == "wave B" ? 1 : 0))
    #expect(transfer(from: shell, to: other).exit == 0)
  }

  @Test func `a command that a joined session refuses names the race or its device`() {
    shell("start Bridge --join Crit --point A")
    let reason = "accepts crossings, timestamps and their corrections."
    #expect(
      shell("enter 9 --session Bridge").message == """
        Error: Session 2 times a point of session 1: it \(reason) Other commands name the race, as in \
        '--session 1'.
        """)
    #expect(
      shell("start --join Bridge").message == """
        Error: Session 2 times a point of session 1. 'laptimer start --join 1 --point POINT' times \
        another point of it.
        """)
    #expect(transfer(from: shell, to: other).exit == 0)
    #expect(
      other("cross 17 --session Bridge").errors.contains(
        "'laptimer start --join 1 --point POINT' times a"))
    #expect(
      other("start Mine --join 1 --point A", "stop --session Mine").message == """
        Error: Session 3 times a point of session 1: it \(reason) Other commands are recorded on the \
        device of the race.
        """)
    // A session that is not a race has no point to time.
    #expect(shell("start Run --also").exit == 0)
    #expect(other("import - --foreign", input: shell("export Run").output).exit == 0)
    #expect(!other("lap --session Run").errors.contains("--join"))
  }

  @Test func `a point that the race does not have gets a note with the nearest one`() {
    #expect(
      shell("start Bridge --join Crit --point fnish").output.contains(
        "Did you mean 'finish'? Its points: A, finish. 'laptimer undo --session 2' takes this back."
      ))
    pass(.seconds(60))
    #expect(
      shell("cross 17 --session 2").text == """
        17 Ada Lovelace: 01:00.0  (fnish is not a point of the race: did you mean 'finish'?)  @3
        Note: the point of a session cannot be changed. 'laptimer start --join 1 --point finish' \
        times another one; 'laptimer cross BIB --point finish --at WHEN --session 2' records \
        there what was recorded here, and 'laptimer discard 2' removes this session with its \
        crossings from the race.
        """)
    #expect(
      shell("cross 17 --session 2 --point finish").text.hasSuffix(
        """
        \nNote: session 2 times point fnish; this crossing is at finish. 'laptimer undo --session 2' \
        takes it back.
        """))
    #expect(
      shell("undo --session 2", "cross 17 4 --session 2 --point finish").text.hasSuffix(
        """
        \nNote: session 2 times point fnish; these crossings are at finish. 'laptimer remove @6 \
        --session 2' removes one of them: @6, @7.
        """))
    shell("undo --session 2", "undo --session 2", "cross 17 --point A --session 1")
    #expect(
      shell("cross 17 --point A --session 1").text
        == "17 Ada Lovelace: 01:00.0  (passed A or a later point before)  @5")
  }

  @Test func `sessions of another device are read-only, also after a rebuild`() {
    other("start Far --tag far", "lap")
    #expect(transfer(from: other, to: shell).exit == 0)
    // A running session of another device is not the default session.
    #expect(shell("cross 17").exit == 0)
    for command in [
      "lap", "stop", "name Near", "tag x", "undo", "mark x", "amend 1 --by -1s", "remove 1",
      "plan --laps 3",
    ] {
      #expect(
        shell("\(command) --session Far").failed(1, "belongs to another device"), "\(command)")
    }
    #expect(shell("lap --session Far --json").errors.contains(#""kind":"other_device""#))
    #expect(shell("record", input: "lap --session Far\n").errors.contains("another device"))
    #expect(shell("stop --all").output.contains("Crit"))
    #expect(shell("start Next").exit == 0)
    #expect(shell("show Far").output.contains("1 lap"))
    for command in ["rebuild", "check"] { #expect(shell(command).exit == 0) }
    #expect(shell("lap --session Far").exit == 1)
    other("lap")
    #expect(transfer(from: other, to: shell).output.contains("1 extended"))
    #expect(shell("lap --session Far").exit == 1)
    // An import without --foreign makes them writable.
    #expect(transfer(from: other, to: shell, "").exit == 0)
    #expect(shell("lap --session Far").exit == 0)
  }
}
