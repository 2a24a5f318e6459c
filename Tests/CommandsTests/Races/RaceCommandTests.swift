import Foundation
import Testing

/// Races on the command line.
struct RaceCommandTests {
  private let shell: Shell

  /// A race of three laps with three runners.
  init() throws {
    shell = try Shell()
    #expect(shell("start Crit --race '3 laps'").output == "Started session 1 \"Crit\".\n")
    #expect(shell("enter 17 'Ada Lovelace' --team Analysts").output == "Entered 17 Ada Lovelace.\n")
    #expect(shell("enter 4 'Grace Hopper' --chip 0A1B").output == "Entered 4 Grace Hopper.\n")
    #expect(shell("enter 23").exit == 0)
  }

  /// The places as `17:1 4:2`; `-` for a runner without one.
  private func places(_ options: String = "") throws -> String {
    let json = Data(shell("standings --json \(options)").output.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let rows = try #require(object["standings"] as? [[String: Any]])
    return rows.map { row in
      "\(row["bib"] as? String ?? ""):\((row["position"] as? Int).map { "\($0)" } ?? "-")"
    }.joined(separator: " ")
  }

  private func cross(_ bibs: String, after seconds: Int) {
    shell.pass(.seconds(seconds))
    #expect(shell("cross \(bibs)").exit == 0)
  }

  @Test func `the answer to a crossing has the lap and the time`() throws {
    shell.pass(.seconds(61))
    #expect(shell("cross 17").output == "17 Ada Lovelace: lap 1  01:01.0  lap 01:01.0\n")
    shell.pass(.seconds(2))
    #expect(shell("cross --chip '0a 1b'").output == "4 Grace Hopper: lap 1  01:03.0  lap 01:03.0\n")
    #expect(shell("cross 99").output == "Unknown bib 99 crossed at 01:03.0 (@7).\n")
    #expect(
      shell("cross").output
        == """
        Recorded crossing @8 at 01:03.0 without a bib: 'laptimer assign @8 BIB --session 1' names the runner.\n
        """)
    #expect(shell("cross --chip FF").output == "Unknown chip FF crossed at 01:03.0 (@9).\n")
    #expect(shell("undo").exit == 0)
    #expect(shell("assign @8 23").output == "1 place changed: @8 is 23's now.\n")
    #expect(try places() == "17:1 4:2 23:3")
  }

  @Test func `answers have the stated time`() {
    shell.pass(.seconds(90))
    #expect(shell("cross 99 --ago 30s").output.contains("crossed at 01:00.0"))
    #expect(shell("cross --at 09:01:10").output.contains(" at 01:10.0 without a bib"))
    #expect(shell("cross 17 --ago 20s").output.hasPrefix("17 Ada Lovelace: lap 1  01:10.0"))
    #expect(shell("chip AB 17 --ago 10s").output.contains("from 01:20.0 on"))
    shell("enter 30 --wave B")
    #expect(shell("wave B --ago 40s").output == "Started wave B at 00:50.0.\n")
    #expect(shell("record", input: "cross 99 --ago 1s\n").output.contains("crossed at 01:29.0"))
  }

  @Test func `a replay prints crossings with runner, lap and place at that moment`() {
    cross("17 4", after: 60)
    cross("99", after: 1)
    let lines = shell("replay 1 --speed max").output.split(separator: "\n")
    #expect(lines[4].hasSuffix("17 Ada Lovelace: lap 1  01:00.0  lap 01:00.0  place 1"))
    #expect(lines[5].hasSuffix("4 Grace Hopper: lap 1  01:00.0  lap 01:00.0  place 2"))
    #expect(lines[6].hasSuffix("bib 99"))
    let json = shell("replay 1 --speed max --json").output.split(separator: "\n")
    #expect(json[4].contains(#""bib":"17","laps":1,"position":1"#))
  }

  @Test func `a stated crossing that starts the runner's own clock is answered as the start`() {
    shell("start Own --race '2 laps' --rules first=start --also")
    shell("enter 17 --session Own")
    shell.pass(.seconds(60))
    #expect(
      shell("cross 17 --session Own --ago 20s").output.hasPrefix("17: 00:40.0  (start)  @3"))
  }

  @Test func `after the winner's finish, the others finish with their next crossing`() throws {
    for _ in 1...2 { cross("17 4", after: 60) }
    cross("23", after: 10)
    cross("17", after: 50)
    #expect(try places() == "17:1 4:2 23:3")
    #expect(shell("standings --json").output.contains(#""phase":"running""#))
    cross("4 23", after: 5)
    let answer = shell("standings --json").output
    #expect(answer.contains(#""phase":"finished","format":"3 laps""#))
    #expect(
      answer.contains(
        #""bib":"23","name":null,"team":null,"category":null,"wave":null,"status":"finished","laps":2"#
      ))
    #expect(
      shell("cross 4").output.hasSuffix("(after_finish)  @13\n"))
  }

  @Test func `rulings change the order, and undo takes them back`() throws {
    for _ in 1...3 { cross("4 17 23", after: 60) }
    #expect(try places() == "4:1 17:2 23:3")
    #expect(
      shell("rule 4 +10s --reason 'cut the corner'").output
        == "3 places changed: 4 gets +10s, \"cut the corner\" (@14).\n")
    #expect(try places() == "17:1 23:2 4:3")
    #expect(
      shell("undo").output.hasPrefix(
        "3 places changed: Session 1 \"Crit\": took back the ruling on 4;"))
    #expect(try places() == "4:1 17:2 23:3")
    #expect(shell("rule 4 dsq").output == "3 places changed: 4 is dsq now (@16).\n")
    #expect(try places() == "17:1 23:2 4:-")
    shell("rule 4 ok")
    #expect(try places() == "4:1 17:2 23:3")
    #expect(shell("rule 17 -1lap").output == "2 places changed: 17 loses 1 lap (@18).\n")
    #expect(shell("rule 17 +0.1s").output == "17 gets +100ms (@19).\n")
    #expect(try places() == "4:1 23:2 17:3")
  }

  @Test func `order ranks a photo finish, but only at equal times`() throws {
    for _ in 1...2 { cross("17 4 23", after: 60) }
    cross("4 17", after: 60)
    cross("23", after: 1)
    #expect(try places() == "4:1 17:2 23:3")
    #expect(
      shell("order @12 @11").output == """
        2 places changed: @12 is before @11.
        Places: 17 from 2 to 1, 4 from 1 to 2.

        """)
    #expect(try places() == "17:1 4:2 23:3")
    let refused = shell("order @13 @11")
    #expect(refused.exit == 1)
    #expect(refused.errors.contains("not at equal times"))
  }

  @Test func `each wave has its own gun and its own winner`() {
    shell("enter 30 --wave B")
    shell("enter 31 --wave B")
    #expect(shell("wave C").errors.contains("No entry of session 1 is in a wave 'C'"))
    shell.pass(.seconds(30))
    #expect(
      shell("cross 30").output == "30: 00:30.0  (before the start of wave B)  @7\n")
    let early = shell("wave B --ago 40s")
    #expect(early.exit == 1)
    #expect(early.errors.contains("before the start of session 1"))
    shell.pass(.seconds(1))
    #expect(shell("wave B --race '1 lap'").output == "Started wave B at 00:31.0.\n")
    #expect(shell("wave B").exit == 1)
    shell.pass(.seconds(20))
    #expect(shell("cross 31").output == "31: lap 1  00:20.0  lap 00:20.0  (finished)\n")
    let all = shell("standings --json").output
    #expect(all.contains(#""waves":[{"wave":null,"standings":[{"position":null,"bib":"4""#))
    #expect(all.contains(#"{"wave":"B","standings":[{"position":1,"bib":"31""#))
    #expect(
      shell("standings --wave B --json").output.contains(#""standings":[{"position":1,"bib":"31""#))
    #expect(shell("standings --wave D").exit == 1)
  }

  @Test
  func `a stop makes runners without a finish dnf, and those without a crossing dns`() {
    cross("17", after: 60)
    shell("stop")
    let answer = shell("standings --json").output
    #expect(answer.contains(#""phase":"stopped""#))
    #expect(answer.contains(#""status":"dnf""#))
    #expect(answer.contains(#""status":"dns""#))
    #expect(answer.contains(#""flags":["not_seen"]"#))
  }

  @Test func `a line of record reads no file`() {
    let answer = shell("record", input: "start X --race 5m --also --entries a\nentries -\nlap\n")
    #expect(answer.errors.contains("line 1: A line of record cannot read a file"))
    #expect(answer.errors.contains("line 2: A line of record cannot read a file"))
    #expect(shell("list").output.split(separator: "\n").count == 2)
  }

  @Test func `a file of entries is recorded completely or not at all`() throws {
    let file = shell.folder + "/runners.csv"
    try "Bib;Name;Wave\r\n40;\"Lovelace; Ada\";B\r\n41;Alan;B\r\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    #expect(shell("entries '\(file)'").output == "Entered 2 runners.\n")
    #expect(shell("standings --wave B").output.contains("Lovelace; Ada"))
    try "bib,categry\n42,women\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(
      shell("entries '\(file)'").errors == "Note: Columns that are not used: 'categry'.\n")
    try "bib,name\n50,A\n50,B\n".write(toFile: file, atomically: true, encoding: .utf8)
    let refused = shell("entries '\(file)'")
    #expect(refused.exit == 65)
    #expect(refused.errors.contains("line 3"))
    #expect(!shell("standings --json").output.contains(#""50""#))
  }

  @Test func `a start enters the runners of a file`() throws {
    let file = shell.folder + "/runners.csv"
    try "bib\n1\n2\n".write(toFile: file, atomically: true, encoding: .utf8)
    let answer = shell("start --race 45m --entries '\(file)' --also")
    #expect(answer.output.hasPrefix("Started session 2.\n"))
    #expect(answer.output.hasSuffix("Entered 2 runners.\n"))
    #expect(shell("start --entries '\(file)' --also").exit == 64)
    let id = "0192aaaa-0000-7000-8000-000000000001"
    for _ in 1...2 {
      #expect(
        shell("start --race 5m --entries '\(file)' --also --id \(id)").output
          .contains("Entered 2 runners."))
    }
    let rows = shell("standings 3 --json").output
    #expect(rows.contains(#""bib":"1""#) && rows.contains(#""bib":"2""#))
    #expect(shell("events 3 --json").output.split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    ("start --race '20 lap s' --also", 64), ("start --race 45m --rules tie=shared --also", 64),
    ("enter 12345678901234567", 64), ("enter 7 --category 'a\u{7}'", 64),
    ("rule 99 dnf", 1), ("withdraw 99", 1), ("assign @2 17", 1), ("assign 2 17", 64),
    ("order @5", 64), ("cross 17 --chip A", 64), ("entries missing.csv", 66),
    ("standings --at-event 99", 1), ("plan --wave B", 64),
  ])
  func `wrong commands are refused`(_ line: String, _ exit: Int) {
    #expect(shell(line).exit == exit, "\(line): \(shell(line).errors)")
  }

  @Test(arguments: [
    ("rule 4 dnff", "did you mean 'dnf'?"), ("rule 4 10s", "did you mean '+10s'?"),
    ("rule 4 1lap", "a number of laps with a sign"), ("assign 5 17", "did you mean '@5'?"),
  ])
  func `a mistyped value gets a suggestion`(_ line: String, _ words: String) {
    let answer = shell(line)
    #expect(answer.exit == 64)
    #expect(answer.errors.contains(words), "\(answer.errors)")
  }

  @Test func `entries from a named pipe without a writer are refused`() throws {
    let pipe = shell.folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let answer = shell("entries '\(pipe)'")
    #expect(answer.exit == 65)
  }

  @Test func `record appends the events of a line completely or not at all`() {
    let id = "0192aaaa-0000-7000-8000-000000000001"
    shell("cross 17 --id \(id)")
    let before = shell("events --json").output
    #expect(shell("record", input: "cross 17 4 23 --id \(id)\n").exit == 65)
    #expect(shell("events --json").output == before)
  }

  @Test func `points that differ in their Unicode form are different`() throws {
    for point in ["caf\u{E9}", "cafe\u{301}"] {
      #expect(try shell.run(["plan", "--race", "points \(point)"]).exit == 0)
      #expect(shell("check").exit == 0)
    }
  }

  @Test func `the JSON of a session has the format of the race`() {
    #expect(
      shell("show --json").output.contains(#""race":{"rules_version":1,"finish":{"kind":"laps""#))
  }

  @Test func `a start of a ready session enters the runners of a file`() throws {
    let file = shell.folder + "/runners.csv"
    try "bib\n50\n".write(toFile: file, atomically: true, encoding: .utf8)
    shell("stop")
    shell("start X --race 5m")
    shell("undo")
    #expect(
      shell("start --session 2 --race 5m --entries '\(file)'").output
        .hasSuffix("Entered 1 runner.\n"))
  }

  @Test func `a session that is not a race refuses crossings`() {
    shell("stop")
    shell("start Run")
    #expect(shell("cross 17").errors.contains("no_race") || shell("cross 17").exit == 1)
    #expect(shell("standings").exit == 1)
    #expect(shell("plan --race '2 laps'").output.contains("plan: race \"2 laps\""))
    #expect(shell("cross 17").exit == 0)
  }

  @Test func `results have all laps, in each format`() {
    for _ in 1...3 { cross("17 4 23", after: 60) }
    shell("enter 17 '<b>Ada</b>'")
    let page = shell("results --format html").output
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains("&lt;b&gt;Ada&lt;/b&gt;"))
    #expect(!page.contains("<b>Ada"))
    #expect(page.contains("<p dir=\"auto\">2027-01-15 09:00</p>"))
    #expect(shell("results --json").output.contains(#""laps":[{"number":1,"split_ns":60000000000"#))
    #expect(shell("results --format csv").output.contains("17"))
    #expect(shell("results --format markdown").output.contains("\n\n2027-01-15 09:00\n\n"))
    #expect(shell("results").output.contains("03:00.0"))
  }

  @Test func `a repeated command with the same id changes nothing`() {
    let id = "0192aaaa-0000-7000-8000-000000000001"
    shell.pass(.seconds(60))
    let first = shell("cross 17 4 --id \(id) --json").output
    shell.pass(.seconds(60))
    #expect(shell("cross 17 4 --id \(id) --json").output == first)
    for other in ["cross 17 23", "cross 17", "cross 17 4 23"] {
      let before = shell("events --json").output
      #expect(shell("\(other) --id \(id)").exit == 1, "\(other)")
      #expect(shell("events --json").output == before)
    }
  }

  @Test func `a repeated crossing, and one before a stop, is answered with its own time`() {
    let ids = ["a", "b"].map { "--id 01920000-0000-7000-8000-00000000abc\($0)" }
    shell.pass(.milliseconds(2_200))
    shell("enter 9 --wave B")
    let lines = ["cross 99 \(ids[0])", "wave B \(ids[1])"]
    let first = lines.map { shell($0) }
    #expect(first[0].output == "Unknown bib 99 crossed at 00:02.2 (@6).\n")
    #expect(first[1].output == "Started wave B at 00:02.2.\n")
    shell.pass(.seconds(3))
    #expect(lines.map { shell($0) } == first)
    shell("stop")
    shell.pass(.seconds(5))
    #expect(shell("cross 99 --ago 6s").output.contains("crossed at 00:04.2 "))
    #expect(shell("chip AB 17 --ago 6s").output.contains("from 00:04.2 on."))
  }

  @Test func `events names the crossings that a command assigns or orders`() {
    shell("start --join Crit --point A")
    shell.pass(.seconds(60))
    shell("cross --session 2")
    shell("cross 17 4 --session 1")
    #expect(shell("assign @2:2 23 --session 1").exit == 0)
    #expect(shell("order @6 @5 --session 1").exit == 0)
    #expect(shell("amend @2:2 --by -1s --session 1").exit == 0)
    let lines = shell("events 1").output.split(separator: "\n").suffix(3)
    let ends = ["@2:2 bib 23", "@6 @5", "@2:2 -00:01.0"]
    for (line, end) in zip(lines, ends) { #expect(line.contains(end), "\(line)") }
  }

  @Test func `record answers a repeated assignment with its event`() {
    shell("cross")
    let line = "assign @1:5 17 --id 01920000-0000-7000-8000-00000000abcd\n"
    let first = shell("record", input: line)
    #expect(first.exit == 0 && first.output == "@1:5 is 17's now.\n")
    #expect(shell("record", input: line) == first)
  }
}
