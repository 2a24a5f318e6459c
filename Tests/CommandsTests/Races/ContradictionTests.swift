import Testing

struct ContradictionTests {
  private let shell = Shell(
    "start Trail --race 'points A B finish'", "enter 17 Ada --chip C1", "enter 4", .seconds(60),
    "cross 17 4 --point A")

  @Test func `the table has the time at a point that counts`() {
    for point in ["B", "A", "finish", "A"] { shell(.seconds(30), "cross 17 --point \(point)") }
    let line = shell("standings --points").lines.first { $0.hasPrefix("    1 ") }
    #expect(line?.contains("01:00.0 x3  01:30.0  02:30.0") == true, "\(line ?? "")")
  }

  @Test func `the table ignores a crossing before the start`() {
    shell(
      "start Crit --race '3 laps' --also --at 09:00:30", "enter 1 --session Crit",
      "cross 1 --session Crit --at 09:00:10", .seconds(60), "cross 1 --session Crit")
    #expect(shell("results Crit").output.contains("before_start"))
    let line = shell("standings Crit --points").lines.first { $0.hasPrefix("    1 ") }
    #expect(line == "    1    1  running  01:30.0")
  }

  @Test func `standings has the formats of results, and --points a table`() {
    let csv = shell("standings --format csv").output
    #expect(csv.hasPrefix("position,bib,name,team,category,wave,status,laps,time_ns,"))
    #expect(csv.split(separator: "\n").first?.hasSuffix(",event_id,doubt_ns") == true)
    #expect(shell("results --format csv").lines[0].hasSuffix(",doubt_ns,reasons"))
    #expect(shell("standings --format json") == shell("standings --json"))
    #expect(shell("standings --format markdown").output.hasPrefix("# Trail\n"))
    #expect(shell("standings --format html").output.hasPrefix("<!DOCTYPE html>"))
    let points = shell("standings --points --format csv").output
    #expect(
      points.split(separator: "\n")[0]
        == "position,bib,name,team,category,wave,status,point,split_ns,crossings,event_id,doubt_ns")
    #expect(points.contains("\n1,17,Ada,,,,running,A,60000000000,1,"))
    let tsv = shell("standings --points --format tsv").output
    #expect(tsv.contains("\n1\t17\tAda\t\\N\t\\N\t\\N\trunning\tA\t60000000000\t1\t"))
    for command in ["standings", "results"] {
      let lines = shell("\(command) --format ndjson").lines
      #expect(lines.map { $0.prefix(25) }.contains(#"{"position":1,"bib":"17","#))
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("}") }, "\(lines)")
    }
    #expect(shell("standings --points --format html").output.contains("<p dir=\"auto\">No contr"))
    #expect(shell("standings --points --format markdown").text.hasSuffix("No contradictions."))
    #expect(shell(.seconds(30), "cross 17 --point B").output.hasPrefix("17 Ada: at B  01:30.0"))
    #expect(
      shell("standings --points").text == """
        Trail: points A B finish; running 01:30.0, provisional

        place  bib  name  status         A        B  finish
            1   17  Ada   running  01:00.0  01:30.0
            2    4        running  01:00.0

        No contradictions.
        """)
    #expect(shell("standings --json").output.contains(#""contradictions":[]"#))
    #expect(shell("check").errors == "")
    // The line is the finish.
    #expect(shell("cross 17").output.hasPrefix("17 Ada: finish  01:30.0"))
  }

  @Test func `a missed point and a crossing after a status are reported, not resolved`() {
    shell("rule 4 dnf", .seconds(30), "cross 4 --point B", "cross 17")
    let output = shell("standings --points").output
    #expect(output.hasSuffix("\n4 is dnf and has 1 crossing afterwards.\n17 missed B.\n"))
    let json = shell("standings --json").output
    #expect(json.contains(#"{"kind":"crossing_after_status","bib":"4","events":["#))
    #expect(json.contains(#"{"kind":"missed_point","bib":"17","events":["#))
    let check = shell("check")
    #expect(check.exit == 0)
    #expect(
      check.errors.contains("Session 1: 4 is dnf and has 1 crossing afterwards. 17 missed B."))
    #expect(shell("standings --points --at-time 70").text.hasSuffix("\nNo contradictions."))
    let joined = Shell(
      "start Trail --race 'points A B finish'", "enter 17 Ada", "start --join Trail --point finish",
      "start Empty --race '2 laps' --also", .seconds(60), "cross 17 --session 2")
    #expect(joined("check").errors.contains("Session 1: 17 missed A. 17 missed B."))
  }

  @Test func `one runner at two points at once is reported`() {
    shell(.seconds(30), "cross 17 --point B", .seconds(1), "cross 17 --point finish")
    #expect(shell("standings --points").output.contains("17 crossed B and finish within 1 s.\n"))
  }

  @Test func `a crossing without a point is at the last point of the format`() {
    let shell = Shell(
      "start Trail --race 'points A goal'", "enter 17", .seconds(60), "cross 17 --point A",
      .seconds(60), "cross 17", "cross 17 --point goal")
    #expect(shell("standings --points").output.hasSuffix("\nNo contradictions.\n"))
    shell(.seconds(30), "cross 17 --point A", "cross 17")
    #expect(shell("standings --points").output.contains("17 crossed A and goal within 1 s.\n"))
  }

  @Test func `a wave without a start is reported`() {
    shell("enter 9 --wave B", "cross 9 --point A")
    #expect(shell("standings").output.contains("No gun of wave B: 'laptimer wave B' starts it.\n"))
    #expect(!shell("wave B", "standings").output.contains("No gun"))
  }

  @Test func `lists of bibs with commas and the bib none are refused`() {
    #expect(shell("record", input: "1,5\n").errors.contains("Bibs are separated by spaces: '1 5'."))
    shell.expect(exit: 64, "enter none", "cross none")
    #expect(shell("assign @4 none").output.contains("@4 is nobody's now."))
  }

  @Test func `the own start is no time at the finish`() {
    let shell = Shell("start Trail --race 'points A finish' --rules first=start", "enter 17 Ada")
    #expect(shell("cross 17").output.contains("(start)"))
    shell(.seconds(60), "cross 17 --point A")
    #expect(shell("standings --points").output.contains("17  Ada   running  01:00.0\n"))
    shell(.seconds(30), "cross 17")
    #expect(shell("standings --points").output.contains("finished  01:00.0  01:30.0\n"))
    #expect(shell("standings --points --format csv").output.contains(",finish,90000000000,1,"))
  }
}
