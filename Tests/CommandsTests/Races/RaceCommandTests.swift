import Foundation
import Testing

struct RaceCommandTests {
  private let shell = Shell(
    "start Crit --race '3 laps'", "enter 17 'Ada Lovelace' --team Analysts",
    "enter 4 'Grace Hopper' --chip 0A1B", "enter 23")

  /// The places as `17:1 4:2`; `-` for a runner without one.
  private func places() -> String {
    shell("standings --json").output.matches(of: /"position":(\w+),"bib":"(\w+)"/).map {
      "\($0.output.2):\($0.output.1 == "null" ? "-" : $0.output.1)"
    }.joined(separator: " ")
  }

  private func cross(_ bibs: String, after seconds: Int) {
    #expect(shell(.seconds(seconds), "cross \(bibs)").exit == 0)
  }

  @Test func `the answer to a crossing has the lap and the time`() {
    #expect(shell(.seconds(61), "cross 17").text == "17 Ada Lovelace: lap 1  01:01.0  lap 01:01.0")
    #expect(
      shell(.seconds(2), "cross --chip '0a 1b'").text
        == "4 Grace Hopper: lap 1  01:03.0  lap 01:03.0")
    #expect(shell("cross 99").text == "Unknown bib 99 crossed at 01:03.0 (@7).")
    #expect(
      shell("cross").text == """
        Recorded crossing @8 at 01:03.0 without a bib: 'laptimer assign @8 BIB --session 1' names the runner.
        """)
    #expect(shell("cross --chip FF").text == "Unknown chip FF crossed at 01:03.0 (@9).")
    #expect(shell("undo").exit == 0)
    #expect(shell("assign @8 23").text == "1 place changed: @8 is 23's now.")
    #expect(places() == "17:1 4:2 23:3")
  }

  @Test func `answers have the stated time`() {
    #expect(shell(.seconds(90), "cross 99 --ago 30s").output.contains("crossed at 01:00.0"))
    #expect(shell("cross --at 09:01:10").output.contains(" at 01:10.0 without a bib"))
    #expect(shell("cross 17 --ago 20s").output.hasPrefix("17 Ada Lovelace: lap 1  01:10.0"))
    #expect(shell("chip AB 17 --ago 10s").output.hasSuffix("from 01:20.0.\n"))
    #expect(shell("enter 30 --wave B", "wave B --ago 40s").text == "Started wave B at 00:50.0.")
    #expect(shell("record", input: "cross 99 --ago 1s\n").output.contains("crossed at 01:29.0"))
    shell("start Own --race '2 laps' --rules first=start --also", "enter 17 --session Own")
    shell.pass(.seconds(60))
    #expect(shell("cross 17 --session Own --ago 20s").output.hasPrefix("17: 00:40.0  (start)  @3"))
  }

  @Test func `a replay prints crossings with runner, lap and place at that moment`() {
    cross("17 4", after: 60)
    cross("99", after: 1)
    let lines = shell("replay 1 --speed max").lines
    #expect(lines[4].hasSuffix("17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0  place 1"))
    #expect(lines[5].hasSuffix("4 Grace Hopper: lap 1  01:00.0  lap 01:00.0  place 2"))
    #expect(lines[6].hasSuffix("bib 99"))
    let json = shell("replay 1 --speed max --json").lines
    #expect(json[4].contains(#""bib":"17","laps":1,"position":1"#))
  }

  @Test func `rulings change the order, and undo takes them back`() {
    for _ in 1...3 { cross("4 17 23", after: 60) }
    #expect(places() == "4:1 17:2 23:3")
    #expect(
      shell("rule 4 +10s --reason 'cut the corner'").text
        == "3 places changed: 4 gets +10s, \"cut the corner\" (@14).")
    #expect(places() == "17:1 23:2 4:3")
    #expect(
      shell("undo").output.hasPrefix(
        "3 places changed: Session 1 \"Crit\": took back the ruling on 4;"))
    #expect(places() == "4:1 17:2 23:3")
    #expect(shell("rule 4 dsq").text == "3 places changed: 4 is dsq now (@16).")
    #expect(places() == "17:1 23:2 4:-")
    shell("rule 4 ok")
    #expect(places() == "4:1 17:2 23:3")
    #expect(shell("rule 17 -1lap").text == "2 places changed: 17 loses 1 lap (@18).")
    #expect(shell("rule 17 +0.1s").text == "17 gets +100ms (@19).")
    #expect(places() == "4:1 23:2 17:3")
  }

  @Test func `each wave has its own gun and its own winner`() {
    shell("enter 30 --wave B", "enter 31 --wave B")
    #expect(shell("wave C").errors.contains("No entry of session 1 is in a wave 'C'"))
    #expect(shell(.seconds(30), "cross 30").text == "30: 00:30.0  (before the start of wave B)  @7")
    #expect(shell("wave B --ago 40s").failed(1, "before the start of session 1"))
    #expect(shell(.seconds(1), "wave B --race '1 lap'").text == "Started wave B at 00:31.0.")
    #expect(shell("wave B").exit == 1)
    #expect(shell(.seconds(20), "cross 31").text == "31: lap 1  00:20.0  lap 00:20.0  (finished)")
    let all = shell("standings --json").output
    #expect(all.contains(#""waves":[{"wave":null,"standings":[{"position":null,"bib":"4""#))
    #expect(all.contains(#"{"wave":"B","standings":[{"position":1,"bib":"31""#))
    #expect(
      shell("standings --wave B --json").output.contains(#""standings":[{"position":1,"bib":"31""#))
    #expect(shell("standings --wave D").exit == 1)
  }

  @Test func `a file of entries is recorded completely or not at all`() throws {
    func enter(_ rows: String) throws -> Answer {
      shell("entries '\(try shell.file("runners.csv", rows))'")
    }
    let file = "Bib;Name;Wave\r\n40;\"Lovelace; Ada\";B\r\n41;Alan;B\r\n"
    #expect(try enter(file).text == "Entered 2 runners.")
    #expect(shell("standings --wave B").output.contains("Lovelace; Ada"))
    #expect(
      try enter("bib,categry\n42,women\n").message == "Note: Columns that are not used: 'categry'.")
    #expect(try enter("bib,name\n50,A\n50,B\n").failed(65, "line 3"))
    #expect(!shell("standings --json").output.contains(#""50""#))
    let pipe = shell.folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(shell("entries '\(pipe)'").exit == 65)
  }

  @Test func `a start, also of a ready session, enters the runners of a file`() throws {
    let file = try shell.file("runners.csv", "bib\n1\n2\n")
    let answer = shell("start --race 45m --entries '\(file)' --also")
    #expect(answer.output.hasPrefix("Started session 2.\n"))
    #expect(answer.text.hasSuffix("Entered 2 runners."))
    #expect(shell("start --entries '\(file)' --also").exit == 64)
    for _ in 1...2 {
      #expect(
        shell("start --race 5m --entries '\(file)' --also \(sameID)").output.contains(
          "Entered 2 runners."))
    }
    #expect(shell("standings 3 --json").succeeded(with: #""bib":"1""#, #""bib":"2""#))
    #expect(shell("events 3 --json").output.split(separator: "\n").count == 3)
    shell("stop --all", "start X --race 5m", "undo --session X")
    #expect(
      shell("start --session 4 --race 5m --entries '\(file)'").text.hasSuffix("Entered 2 runners."))
  }

  @Test(arguments: [
    ("start --race '20 lap s' --also", 64, "Error: "),
    ("start --race 45m --rules tie=shared --also", 64, "Error: "),
    ("enter 12345678901234567", 64, "Error: "), ("enter 7 --category 'a\u{7}'", 64, "Error: "),
    ("rule 99 dnf", 1, "Error: "), ("withdraw 99", 1, "Error: "), ("assign @2 17", 1, "Error: "),
    ("order @5", 64, "Error: "), ("cross 17 --chip A", 64, "Error: "),
    ("entries missing.csv", 66, "Error: "), ("standings --at-event 99", 1, "Error: "),
    ("plan --wave B", 64, "Error: "), ("rule 4 dnff", 64, "did you mean 'dnf'?"),
    ("rule 4 10s", 64, "did you mean '+10s'?"), ("rule 4 1lap", 64, "a number of laps with a sign"),
    ("assign 5 17", 64, "did you mean '@5'?"),
  ])
  func `wrong commands are refused, and a mistyped value gets a suggestion`(
    _ line: String, _ exit: Int32, _ words: String
  ) { #expect(shell(line).failed(exit, words), "\(line)") }

  @Test func `points that differ in their Unicode form are different`() throws {
    for point in ["caf\u{E9}", "cafe\u{301}"] {
      #expect(try shell.run(["plan", "--race", "points \(point)"]).exit == 0)
      #expect(shell("check").exit == 0)
    }
  }

  @Test func `a session that is not a race refuses crossings`() {
    shell("stop", "start Run")
    #expect(shell("cross 17").errors.contains("no_race") || shell("cross 17").exit == 1)
    #expect(shell("standings").exit == 1)
    #expect(shell("plan --race '2 laps'").output.contains("plan: race \"2 laps\""))
    #expect(shell("cross 17").exit == 0)
  }

  @Test func `a page of results has the date of the race`() {
    #expect(shell("results --format html").output.contains("<p dir=\"auto\">2027-01-15 09:00</p>"))
    #expect(shell("results --format markdown").output.contains("\n\n2027-01-15 09:00\n\n"))
  }

  @Test func `a repeated command with the same id changes nothing`() {
    let first = shell(.seconds(60), "cross 17 4 23 \(sameID) --json").output
    #expect(shell(.seconds(60), "cross 17 4 23 \(sameID) --json").output == first)
    for other in ["cross 17 23", "cross 17", "cross 17 4", "cross 17 4 23 9"] {
      let before = shell("events --json").output
      #expect(shell("\(other) \(sameID)").exit == 1, "\(other)")
      #expect(shell("record", input: "\(other) \(sameID)\n").exit == 65, "\(other)")
      #expect(shell("events --json").output == before)
    }
  }

  @Test func `a repeated crossing, and one before a stop, is answered with its own time`() {
    let ids = ["a", "b"].map { "--id 01920000-0000-7000-8000-00000000abc\($0)" }
    shell(.milliseconds(2_200), "enter 9 --wave B")
    let lines = ["cross 99 \(ids[0])", "wave B \(ids[1])"]
    let first = lines.map { shell($0) }
    #expect(first[0].text == "Unknown bib 99 crossed at 00:02.2 (@6).")
    #expect(first[1].text == "Started wave B at 00:02.2.")
    shell.pass(.seconds(3))
    #expect(lines.map { shell($0) } == first)
    #expect(shell("stop", .seconds(5), "cross 99 --ago 6s").output.contains("crossed at 00:04.2 "))
    #expect(shell("chip AB 17 --ago 6s").output.hasSuffix("from 00:04.2.\n"))
  }

  @Test func `a repeated crossing is answered as it counted then`() {
    let ids = ["a", "b"].map { "--id 01920000-0000-7000-8000-00000000abc\($0)" }
    let first = [
      shell(.seconds(60), "cross 17 \(ids[0])"), shell(.seconds(60), "cross 17 \(ids[1])"),
    ]
    #expect(first[1].text == "17 Ada Lovelace: lap 2  02:00.0  lap 01:00.0")
    shell("amend @5 --by -5s", "rule 17 pulled", "remove @6")
    for index in [0, 1, 0] {
      #expect(shell("cross 17 \(ids[index])").output == first[index].output)
    }
  }

  @Test func `events names the crossings that a command assigns or orders`() {
    shell(
      "start --join Crit --point A", .seconds(60), "cross --session 2", "cross 17 4 --session 1")
    shell.expect(
      exit: 0, "assign @2:2 23 --session 1", "order @6 @5 --session 1",
      "amend @2:2 --by -1s --session 1")
    let lines = shell("events 1").output.split(separator: "\n").suffix(3)
    let ends = ["@2:2 bib 23", "@6 @5", "@2:2 -00:01.0"]
    for (line, end) in zip(lines, ends) { #expect(line.contains(end), "\(line)") }
  }

  @Test func `record answers a repeated assignment with its event`() {
    shell("cross")
    let line = "assign @1:5 17 --id 01920000-0000-7000-8000-00000000abcd\n"
    let first = shell("record", input: line)
    #expect(first.exit == 0 && first.text == "@1:5 is 17's now.")
    #expect(shell("record", input: line) == first)
  }
}
