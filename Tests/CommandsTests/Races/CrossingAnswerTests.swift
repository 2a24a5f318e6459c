import Testing

/// The answers to crossings, on the command line and in 'record'.
struct CrossingAnswerTests {
  private static func shell(_ rules: String) throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race \(rules)")
    shell("enter 17 'Ada Lovelace' --chip C1")
    shell("enter 4")
    shell("enter 30 Eve --wave B")
    return shell
  }

  @Test(arguments: [
    "'2 laps'", "'points A finish'", "5m --rules 'min_lap=10s'", "'2 laps' --rules first=start",
  ])
  func `record answers a crossing as the command line does`(rules: String) throws {
    let (shell, recording) = (try Self.shell(rules), try Self.shell(rules))
    for (after, line) in [
      (60, "17 4"), (1, "17"), (20, "--chip C1"), (5, "30"), (1, "99"), (1, "--chip X9"), (1, ""),
      (30, "4 --point A"), (10, "4 --ago 5s"), (60, "17 4"), (60, "17"), (1, "4 --at 08:00"),
    ] {
      shell.pass(.seconds(after))
      recording.pass(.seconds(after))
      let answer = shell("cross \(line)")
      #expect(recording("record", input: "cross \(line)\n") == answer, "cross \(line)")
      #expect(answer.exit == 0)
    }
    shell("wave B")
    recording("wave B")
    shell.pass(.seconds(60))
    recording.pass(.seconds(60))
    #expect(recording("record", input: "30\n") == shell("cross 30"))
  }

  @Test func `the answer has a name that was given as first and last name`() throws {
    let shell = try Self.shell("'3 laps'")
    shell("enter 8 --first Grace --last Hopper")
    shell.pass(.seconds(60))
    #expect(shell("cross 8").output.hasPrefix("8 Grace Hopper: lap 1 "))
    #expect(shell("cross 8 --json").output.contains(#""name":"Grace Hopper""#))
    #expect(shell("record", input: "8\n8\n").output.matches(of: /8 Grace Hopper/).count == 2)
  }

  @Test func `the answer to a last crossing says how the race ended for the runner`() throws {
    let shell = try Shell()
    shell("start Devil --race elimination")
    for bib in 1...3 { shell("enter \(bib)") }
    let ends = [1, 2, 3, 1, 2].map { bib in
      shell.pass(.seconds(10))
      return shell("cross \(bib)").output
    }
    #expect(
      ends == [
        "1: lap 1  00:10.0  lap 00:10.0\n", "2: lap 1  00:20.0  lap 00:20.0\n",
        "3: lap 1  00:30.0  lap 00:30.0  (eliminated)\n",
        "1: lap 2  00:40.0  lap 00:30.0  (finished)\n",
        "2: lap 2  00:50.0  lap 00:30.0  (eliminated)\n",
      ])
    let explained = ["@7", "@8"].map { shell("explain \($0)").output.split(separator: "\n")[0] }
    #expect(
      explained == [
        "Crossing @7 of session 1 \"Devil\": of 3, lap 1, eliminated",
        "Crossing @8 of session 1 \"Devil\": of 1, lap 2, the finish",
      ])
    let replayed = shell("replay Devil --speed max").output
    #expect(replayed.contains("3: lap 1  00:30.0  lap 00:30.0  (eliminated)  place 3\n"))
    #expect(replayed.contains("1: lap 2  00:40.0  lap 00:30.0  (finished)  place 1\n"))
    // A crossing that does not count has no place.
    shell.pass(.seconds(10))
    shell("cross 3")
    #expect(shell("replay Devil --speed max").output.contains("  3: 01:00.0  (after_finish)\n"))
  }

  @Test func `the JSON of a crossing says whose it is and whether it counts`() throws {
    let shell = try Self.shell("'1 lap'")
    func crossing(_ line: String) -> Substring? {
      shell.pass(.seconds(60))
      return shell("cross \(line) --json").output.split(separator: "\"crossing\":").last
    }
    #expect(
      crossing("--chip c1") == """
        {"bib":"17","chip":"c1","point":null,"name":"Ada Lovelace","entered":true,"number":1,\
        "split_ns":60000000000,"lap_ns":60000000000,"flags":[],"end":"finished"}}

        """)
    #expect(
      crossing("17") == """
        {"bib":"17","chip":null,"point":null,"name":"Ada Lovelace","entered":true,"number":null,\
        "split_ns":120000000000,"lap_ns":null,"flags":["after_finish"],"end":null}}

        """)
    for (line, bib, chip) in [
      ("88", "\"88\"", "null"), ("--chip X9", "null", "\"X9\""), ("", "null", "null"),
    ] {
      let start = "{\"bib\":\(bib),\"chip\":\(chip),\"point\":null,\"name\":null,\"entered\":false,"
      #expect(crossing(line)?.hasPrefix(start) == true, "\(line)")
    }
    let lines = shell("record --json", input: "cross 4\ncross 4 --ago 1s\n").output
    #expect(lines.split(separator: "\"crossing\":{\"bib\":\"4\",").count == 3)
  }

  @Test func `a quick second press is noted with the command that removes it`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    shell("cross 17")
    shell.pass(.seconds(2))
    #expect(
      shell("record", input: "17\n").output
        == "17 Ada Lovelace: lap 2  01:02.0  lap 00:02.0  (pressed twice? 'laptimer remove @6 --session 1' takes it back)\n"
    )
    #expect(shell("remove @6").exit == 0)
    shell.pass(.seconds(58))
    #expect(shell("cross 17").output == "17 Ada Lovelace: lap 2  02:00.0  lap 01:00.0\n")
  }

  @Test func `a second chip read and the next point are not noted as second presses`() throws {
    let laps = try Self.shell("'9 laps'")
    laps.pass(.seconds(60))
    laps("cross 17")
    laps.pass(.seconds(2))
    #expect(laps("cross --chip C1").output == "17 Ada Lovelace: lap 2  01:02.0  lap 00:02.0\n")
    let points = try Self.shell("'points A finish'")
    points.pass(.seconds(60))
    points("cross 17 --point A")
    points.pass(.seconds(2))
    #expect(
      points("cross 17").output == "17 Ada Lovelace: finish  01:02.0  lap 00:02.0  (finished)\n")
  }

  @Test func `a lap of the race's clock is answered with the command for a crossing`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    let answer = """
      1) 01:00.0  lap 01:00.0
      Note: this is a lap of the race's clock, not of a runner: 'laptimer cross BIB --session 1' \
      records that a runner crossed, 'laptimer undo --session 1' takes the lap back.

      """
    #expect(shell("lap").output == answer)
    shell("undo")
    #expect(shell("record", input: "lap\n").output == answer)
    shell("start Run --also")
    #expect(!shell("lap --session Run").output.contains("Note"))
  }

  @Test func `the suggested command names the session`() throws {
    let shell = try Self.shell("'9 laps'")
    shell("start Other --also")
    shell.pass(.seconds(60))
    #expect(
      shell("cross --session 1").output.hasSuffix(
        "without a bib: 'laptimer assign @5 BIB --session 1' names the runner.\n"))
  }

  @Test func `the answer describes a passage by the format of its wave`() throws {
    let shell = try Self.shell("'5 laps'")
    shell("wave B --race 'points A finish'")
    shell.pass(.seconds(60))
    let finish = "30 Eve: finish  01:00.0  lap 01:00.0  (finished)\n"
    #expect(shell("cross 30").output == finish)
    shell("undo")
    #expect(shell("record", input: "30\n").output == finish)
    #expect(shell("cross 17").output == "17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0\n")
  }

  @Test(arguments: ["finish", "line"])
  func `the answer in a joined session counts a lap only at the finish`(point: String) throws {
    let shell = try Self.shell("'9 laps'")
    shell("start --join Crit --point \(point)")
    shell.pass(.seconds(60))
    let counts = point == "finish"
    #expect(
      shell("cross 17 --session 2").output
        == (counts
          ? "17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0\n"
          : "17 Ada Lovelace: 01:00.0  (line is not the finish)  @2\n"))
    #expect(
      shell("cross 99 --session 2").output == "Unknown bib 99 crossed at 01:00.0 (@3).\n")
    if counts {
      #expect(shell("explain --bib 17 --session 1").output.contains("\nlap 1 "))
    }
  }

  @Test func `record notes a crossing before the start of its wave`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    #expect(
      shell("record", input: "30\n").output.contains("(before the start of wave B)"))
  }

  @Test func `record answers a crossing without its runner if a later line changes it`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    let answer = shell("record", input: "17\nassign @5 4\n4\nremove @7\n")
    #expect(answer.output.hasPrefix("17 crossed at 01:00.0 (@5).\n"))
    #expect(answer.output.contains("4 crossed at 01:00.0 (@7).\n"))
  }

  @Test(arguments: ["dnf", "dsq", "dns"])
  func `the answer to a crossing has the status of the runner`(status: String) throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    shell("rule 17 \(status)")
    let line = """
      17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0  (17 is \(status) and gets no place: 'laptimer \
      rule 17 ok --session 1' lifts the status)

      """
    #expect(shell("cross 17").output == line)
    shell("undo")
    #expect(shell("record", input: "17\n").output == line)
    shell("undo")
    #expect(shell("cross --chip c1").output == line)
    shell("rule 17 ok --session 1")
    shell.pass(.seconds(60))
    #expect(shell("cross 17").output == "17 Ada Lovelace: lap 2  02:00.0  lap 01:00.0\n")
  }

  @Test func `the answer to a crossing leaves out a later ruling`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    let answer = shell("record", input: "17\nrule 17 dnf\n17\n").output.split(separator: "\n")
    #expect(answer[0] == "17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0")
    #expect(answer[2].contains("(17 is dnf and gets no place:"))
  }

  @Test func `a pulled runner gets a place unless the rules say otherwise`() throws {
    for (rules, words) in [("pulled=ranked", ""), ("pulled=unranked", " and gets no place")] {
      let shell = try Self.shell("'9 laps' --rules \(rules)")
      shell("rule 17 pulled")
      shell.pass(.seconds(60))
      #expect(
        shell("cross 17").output.hasSuffix(
          "(17 is pulled\(words): 'laptimer rule 17 ok --session 1' lifts the status)\n"))
    }
  }

  @Test func `the command that lifts a status names the session of the race`() throws {
    let shell = try Self.shell("'9 laps'")
    shell("start --join Crit")
    shell("rule 17 dnf --session 1")
    shell.pass(.seconds(60))
    #expect(
      shell("cross 17 --session 2").output.hasSuffix(
        """
        (17 is dnf and gets no place: 'laptimer rule 17 ok --session 1' lifts the status)

        """))
  }

  @Test func `the answer to a crossing of a withdrawn runner has the command for a new entry`()
    throws
  {
    let shell = try Self.shell("'9 laps'")
    shell("withdraw 17")
    shell.pass(.seconds(60))
    #expect(
      shell("cross 17").output == """
        Unknown bib 17 crossed at 01:00.0 (@6). The runner is withdrawn: 'laptimer enter 17 'Ada \
        Lovelace' --chip C1 --session 1' enters the runner again.

        """)
    #expect(shell("cross 99").output == "Unknown bib 99 crossed at 01:00.0 (@7).\n")
  }

  @Test func `a crossing that is assigned to nobody is not listed as unknown`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    shell("cross")
    shell("cross --chip X9")
    shell("cross 99")
    #expect(
      shell("standings").output.hasSuffix(
        """

        1 crossing without a bib.
        1 crossing of unknown chip X9.
        1 crossing of unknown bib 99.

        """))
    for event in 5...7 { shell("assign @\(event) none") }
    #expect(!shell("standings").output.contains("crossing"))
    #expect(shell("standings --json").output.contains(#""unknown":[]"#))
    shell("undo")
    #expect(shell("standings").output.hasSuffix("\n1 crossing of unknown bib 99.\n"))
    // An amended crossing stays assigned to nobody.
    shell("assign @7 none")
    shell("amend @5 --by -1s")
    #expect(!shell("standings").output.contains("crossing"))
    shell("cross")
    shell("amend @12 --by -1s")
    #expect(shell("standings").output.hasSuffix("\n1 crossing without a bib.\n"))
    #expect(shell("check").exit == 0)
  }

  @Test(arguments: ["assign @99999 17", "order @99999 @5"])
  func `a command on an event that does not exist is refused`(line: String) throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    shell("cross 17 4")
    let answer = shell(line)
    #expect(answer.exit == 1)
    #expect(
      answer.errors
        == "Error: Session 1 has no event @99999: it has 6 events. 'laptimer events 1' lists them.\n"
    )
    #expect(
      shell("assign @2 17").errors.hasPrefix("Error: Event @2 of session 1 is not a crossing."))
    #expect(shell("assign @99999 17 --json").errors.contains(#""kind":"no_such_crossing""#))
  }

  @Test func `the answer to a ruling names its event`() throws {
    let shell = try Self.shell("'9 laps'")
    shell.pass(.seconds(60))
    shell("cross 17")
    #expect(
      shell("rule 17 dsq --reason 'cut'").output
        == "1 place changed: 17 is dsq now, \"cut\" (@6).\n")
    #expect(shell("rule 17 -10s").output == "17 gets -10s (@7).\n")
    #expect(shell("rule 17 +1lap").output == "17 gets 1 lap (@8).\n")
    #expect(shell("remove @6").exit == 0)
    #expect(shell("rule --help").output.contains("-10s"))
  }

  @Test func `after a stop, crossings with and without a bib have the same time`() throws {
    let shell = try Self.shell("'9 laps'")
    shell("start --join Crit")
    shell.pass(.seconds(60))
    shell("stop --session 1")
    shell.pass(.seconds(10))
    for session in 1...2 {
      #expect(shell("cross 17 --session \(session)").output.contains(": 01:10.0  ("))
      for line in ["cross", "cross 99", "cross --chip X9"] {
        #expect(
          shell("\(line) --session \(session)").output.contains(" at 01:10.0")
            || shell("\(line) --session \(session)").output.contains(" 01:10.0."), "\(line)")
      }
    }
  }
}
