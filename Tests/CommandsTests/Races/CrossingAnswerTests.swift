import Testing

struct CrossingAnswerTests {
  private let shell = race("'9 laps'")

  private static func race(_ rules: String) -> Shell {
    Shell(
      "start Crit --race \(rules)", "enter 17 'Ada Lovelace' --chip C1", "enter 4",
      "enter 30 Eve --wave B")
  }

  @Test(arguments: [
    "'2 laps'", "'points A finish'", "5m --rules 'min_lap=10s'", "'2 laps' --rules first=start",
  ])
  func `record answers a crossing as the command line does`(rules: String) {
    let (shell, recording) = (Self.race(rules), Self.race(rules))
    for (after, line) in [
      (60, "17 4"), (1, "17"), (20, "--chip C1"), (5, "30"), (1, "99"), (1, "--chip X9"), (1, ""),
      (30, "4 --point A"), (10, "4 --ago 5s"), (60, "17 4"), (60, "17"), (1, "4 --at 08:00"),
    ] {
      recording.pass(.seconds(after))
      let answer = shell(.seconds(after), "cross \(line)")
      #expect(recording("record", input: "cross \(line)\n") == answer, "cross \(line)")
      #expect(answer.exit == 0)
    }
    for each in [shell, recording] { each("wave B", .seconds(60)) }
    #expect(recording("record", input: "30\n") == shell("cross 30"))
  }

  @Test func `a crossing is answered as it counts, also after a refused command`() {
    let shell = Shell(
      "start A --race '9 laps'", "enter 1 Ada", "start B --race '9 laps' --also",
      "enter 1 Bob --session 2", .seconds(60))
    let lines = "cross 1 --session 1\nrule 99 dsq --session 1\ncross 1 --session 2\n"
    #expect(
      shell("record", input: lines).text
        == "1 Ada: lap 1  01:00.0  lap 01:00.0\n1 Bob: lap 1  01:00.0  lap 01:00.0")
  }

  @Test func `laps of a runner at the very moment of the finish count together`() {
    let shell = Shell("start --race '4 laps'", "enter 1", "enter 4", .seconds(10), "cross 1 4")
    for _ in 2...4 { shell(.seconds(10), "cross 1") }
    for _ in 2...4 { shell("cross 4") }
    #expect(shell("check").exit == 0)
  }

  @Test func `the answer has the first and last name, and the passage by the format of the wave`() {
    let shell = Self.race("'3 laps'")
    shell("enter 8 --first Grace --last Hopper")
    #expect(shell(.seconds(60), "cross 8").output.hasPrefix("8 Grace Hopper: lap 1 "))
    #expect(shell("cross 8 --json").output.contains(#""name":"Grace Hopper""#))
    #expect(shell("record", input: "8\n8\n").output.matches(of: /8 Grace Hopper/).count == 2)
    let waves = Self.race("'5 laps'")
    waves("wave B --race 'points A finish'", .seconds(60))
    let finish = "30 Eve: finish  01:00.0  lap 01:00.0  (finished)"
    #expect(waves("record", input: "30\n").text == finish)
    #expect(waves("cross 17").text == "17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0")
  }

  @Test func `the answer to a last crossing says how the race ended for the runner`() {
    let shell = Shell("start Devil --race elimination", "enter 1", "enter 2", "enter 3")
    #expect(
      [1, 2, 3, 1, 2].map { shell(.seconds(10), "cross \($0)").text } == [
        "1: lap 1  00:10.0  lap 00:10.0", "2: lap 1  00:20.0  lap 00:20.0",
        "3: lap 1  00:30.0  lap 00:30.0  (eliminated)",
        "1: lap 2  00:40.0  lap 00:30.0  (finished)",
        "2: lap 2  00:50.0  lap 00:30.0  (eliminated)",
      ])
    #expect(
      ["@7", "@8"].map { shell("explain \($0)").lines[0] } == [
        "Crossing @7 of session 1 \"Devil\": of 3, lap 1, eliminated",
        "Crossing @8 of session 1 \"Devil\": of 1, lap 2, the finish",
      ])
    let replayed = shell("replay Devil --speed max").output
    #expect(replayed.contains("3: lap 1  00:30.0  lap 00:30.0  (eliminated)  place 3\n"))
    #expect(replayed.contains("1: lap 2  00:40.0  lap 00:30.0  (finished)  place 1\n"))
    // A crossing that does not count has no place.
    shell(.seconds(10), "cross 3")
    #expect(shell("replay Devil --speed max").output.contains("  3: 01:00.0  (after_finish)\n"))
  }

  @Test func `the JSON of a crossing says whose it is and whether it counts`() {
    let shell = Self.race("'1 lap'")
    func crossing(_ line: String) -> Substring? {
      shell(.seconds(60), "cross \(line) --json").text.split(separator: "\"crossing\":").last
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

  @Test func `a quick second press is noted with the command that removes it`() {
    shell(.seconds(60), "cross 17", .seconds(2))
    #expect(
      shell("record", input: "17\n").text
        == "17 Ada Lovelace: lap 2  01:02.0  lap 00:02.0  (pressed twice? 'laptimer remove @6 --session 1' takes it back)"
    )
    #expect(shell("remove @6").exit == 0)
    #expect(shell(.seconds(58), "cross 17").text == "17 Ada Lovelace: lap 2  02:00.0  lap 01:00.0")
  }

  @Test func `a second chip read and the next point are not noted as second presses`() {
    shell(.seconds(60), "cross 17", .seconds(2))
    #expect(shell("cross --chip C1").text == "17 Ada Lovelace: lap 2  01:02.0  lap 00:02.0")
    let early = Self.race("'9 laps'")
    early(.seconds(2), "status")
    #expect(
      early("record", input: "17\n").text == "17 Ada Lovelace: lap 1  00:02.0  lap 00:02.0")
    let points = Self.race("'points A finish'")
    points(.seconds(60), "cross 17 --point A", .seconds(2))
    #expect(points("cross 17").text == "17 Ada Lovelace: finish  01:02.0  lap 00:02.0  (finished)")
  }

  @Test func `a lap of the race's clock is answered with the command for a crossing`() {
    shell.pass(.seconds(60))
    let answer = """
      1) 01:00.0  lap 01:00.0
      Note: this is a lap of the race's clock, not of a runner: 'laptimer cross BIB --session 1' \
      records that a runner crossed, 'laptimer undo --session 1' takes the lap back.
      """
    #expect(shell("lap").text == answer)
    shell("undo")
    #expect(shell("record", input: "lap\n").text == answer)
    #expect(!shell("start Run --also", "lap --session Run").output.contains("Note"))
  }

  @Test(arguments: ["finish", "line"])
  func `the answer in a joined session counts a lap only at the finish`(point: String) {
    shell("start --join Crit --point \(point)", .seconds(60))
    let counts = point == "finish"
    #expect(
      shell("cross 17 --session 2").text
        == (counts
          ? "17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0"
          : "17 Ada Lovelace: 01:00.0  (line is not the finish)  @2"))
    #expect(shell("cross 99 --session 2").text == "Unknown bib 99 crossed at 01:00.0 (@3).")
    if counts { #expect(shell("explain --bib 17 --session 1").output.contains("\nlap 1 ")) }
  }

  @Test(
    arguments: [
      "'9 laps'", "5m", "'points A finish'", "'2 laps' --rules first=start",
      "'2 laps' --rules min_lap=10s",
    ], ["", " --json"])
  func `lines are answered alike together and alone`(rules: String, option: String) {
    let lines = [
      "17 --ago 50s", "4 17 --ago 40s", "cross --chip C1 --ago 30s", "99 --ago 30s", "assign @5 4",
      "4 --ago 20s", "remove @7", "amend @6 --by -1s", "17 --ago 45s", "enter 99 Zoe",
      "assign @9 99", "assign @9 98", "enter 98", "99 --ago 10s", "rule 17 dnf", "17 --ago 5s",
      "undo", "undo", "17 --ago 2s", "order @5 @6", "chip C1 4", "cross --chip C1", "cross",
      "wave B", "30", "30 --point A", "lap", "17 --point A", "withdraw 4", "4", "undo", "4 17",
      "plan --rules min_lap=20s", "17", "plan --rules min_lap=none", "17,4",
      "start --join Crit --point A", "17 --session 2", "30 --session 1", "undo --session 2",
      "4 --session 1", "stop --session 1", "4 --session 1",
    ]
    let (together, alone) = (Self.race(rules), Self.race(rules))
    for each in [together, alone] { each.pass(.seconds(60)) }
    let answers = lines.map { alone("record\(option)", input: $0 + "\n") }
    let answer = together("record\(option)", input: lines.joined(separator: "\n") + "\n")
    func numbered(_ output: String) -> [Substring] {
      output.split(separator: "\n").map { $0.drop { $0 != "," && option != "" } }
    }
    for (together, alone) in zip(numbered(answer.output), numbered(answers.map(\.output).joined()))
    { #expect(together == alone) }
    #expect(numbered(answer.output).count == numbered(answers.map(\.output).joined()).count)
    for each in [together, alone] { #expect(each("check").exit == 0) }
  }

  @Test(arguments: [
    "elimination", "'backyard 1h'", "'2 laps' --rules dead_time=50%",
    "'2 laps' --rules bunch=1s",
  ])
  func `a crossing is provisional for record if the race is judged as a whole`(rules: String) {
    let shell = Self.race(rules)
    shell.pass(.seconds(60))
    let lines = shell("record", input: "17 --ago 9s\n4\n").lines
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("  (provisional)") }, "\(lines)")
    #expect(lines[0].hasPrefix("17 Ada Lovelace: "))
    #expect(shell("record --json", input: "4\n").output.contains(#","provisional":true}"#))
    let undone = shell("record --json", input: "4\nundo\n").output.split(separator: "\n")[0]
    #expect(undone.contains(#","provisional":true}"#), "\(undone)")
    #expect(!shell("cross 4").output.contains("provisional"))
    #expect(shell("check").exit == 0)
  }

  @Test(arguments: [
    "start Crit --race elimination", "start Crit --race '2 laps'\nplan --race elimination",
    "start Crit --race '2 laps'\nenter 5 --wave B\nwave B --race elimination",
  ])
  func `crossings are provisional as well if record itself sets the format`(lines: String) {
    let output = Shell()("record", input: lines + "\nenter 4\n4\n").output
    #expect(output.hasSuffix("  (provisional)\n"), "\(output)")
  }

  @Test func `a provisional answer is as before the corrections on later lines`() {
    let shell = Self.race("elimination")
    shell.pass(.seconds(60))
    let lines = shell("record", input: "71\n17\nassign @5 4\nrule 17 dnf\n17\n").lines
    #expect(lines[0].hasPrefix("Unknown bib 71 crossed"))
    #expect(lines[1].hasPrefix("17 Ada Lovelace: lap 1") && !lines[1].contains("dnf"))
    #expect(lines[1].hasSuffix("  (provisional)"))
    #expect(lines.last?.contains("17 is dnf") == true, "\(lines)")
  }

  @Test(arguments: ["dnf", "dsq", "dns"])
  func `the answer to a crossing has the status of the runner`(status: String) {
    shell(.seconds(60), "rule 17 \(status)")
    let line = """
      17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0  (17 is \(status) and gets no place: 'laptimer \
      rule 17 ok --session 1' lifts the status)
      """
    #expect(shell("cross 17").text == line)
    shell("undo")
    #expect(shell("record", input: "17\n").text == line)
    #expect(shell("undo", "cross --chip c1").text == line)
    shell("rule 17 ok --session 1", .seconds(60))
    #expect(shell("cross 17").text == "17 Ada Lovelace: lap 2  02:00.0  lap 01:00.0")
  }

  @Test func `a pulled runner gets a place unless the rules say otherwise; the race is named`() {
    for (rules, words) in [("pulled=ranked", ""), ("pulled=unranked", " and gets no place")] {
      let shell = Self.race("'9 laps' --rules \(rules)")
      #expect(
        shell("rule 17 pulled", .seconds(60), "cross 17").text.hasSuffix(
          "(17 is pulled\(words): 'laptimer rule 17 ok --session 1' lifts the status)"))
    }
    shell("start --join Crit", "rule 17 dnf --session 1", .seconds(60))
    #expect(
      shell("cross 17 --session 2").text.hasSuffix(
        "(17 is dnf and gets no place: 'laptimer rule 17 ok --session 1' lifts the status)"))
  }

  @Test func `a crossing of a withdrawn runner is one of an unknown bib`() {
    shell("withdraw 17", .seconds(60))
    #expect(shell("cross 17").text == "Unknown bib 17 crossed at 01:00.0 (@6).")
  }

  @Test func `a crossing that is assigned to nobody is not listed as unknown`() {
    #expect(
      shell(.seconds(60), "cross", "cross --chip X9", "cross 99", "standings").text.hasSuffix(
        """

        1 crossing without a bib.
        1 crossing of unknown chip X9.
        1 crossing of unknown bib 99.
        """))
    for event in 5...7 { shell("assign @\(event) none") }
    #expect(!shell("standings").output.contains("crossing"))
    #expect(shell("standings --json").output.contains(#""unknown":[]"#))
    #expect(shell("undo", "standings").text.hasSuffix("\n1 crossing of unknown bib 99."))
    // An amended crossing stays assigned to nobody.
    #expect(!shell("assign @7 none", "amend @5 --by -1s", "standings").output.contains("crossing"))
    shell("cross", "amend @12 --by -1s")
    #expect(shell("standings").text.hasSuffix("\n1 crossing without a bib."))
    #expect(shell("check").exit == 0)
  }

  @Test(arguments: ["assign @99999 17", "order @99999 @5"])
  func `a command on an event that does not exist is refused`(line: String) {
    shell(.seconds(60), "cross 17 4")
    #expect(
      shell(line).error(1)
        == "Error: Session 1 has no event @99999: it has 6 events. 'laptimer events 1' lists them.")
    #expect(
      shell("assign @2 17").errors.hasPrefix("Error: Event @2 of session 1 is not a crossing."))
    #expect(shell("assign @99999 17 --json").errors.contains(#""kind":"no_such_crossing""#))
  }

  @Test func `the answer to a ruling names its event`() {
    shell(.seconds(60), "cross 17")
    #expect(shell("rule 17 dsq --reason 'cut'") == "1 place changed: 17 is dsq now, \"cut\" (@6).")
    #expect(shell("rule 17 -10s").text == "17 gets -10s (@7).")
    #expect(shell("rule 17 +1lap").text == "17 gets 1 lap (@8).")
    #expect(shell("remove @6").exit == 0)
    #expect(shell("rule --help").output.contains("-10s"))
  }

  @Test func `after a stop, crossings with and without a bib have the same time`() {
    shell("start --join Crit", .seconds(60), "stop --session 1", .seconds(10))
    for session in 1...2 {
      #expect(shell("cross 17 --session \(session)").output.contains(": 01:10.0  ("))
      for line in ["cross", "cross 99", "cross --chip X9"] {
        #expect(shell("\(line) --session \(session)").output.contains(" at 01:10.0"), "\(line)")
      }
    }
  }
}
