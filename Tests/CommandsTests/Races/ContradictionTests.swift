import Testing

/// Crossings and rulings that contradict each other.
struct ContradictionTests {
  private let shell: Shell

  /// A race over two points and the finish.
  init() throws {
    shell = try Shell()
    shell("start Trail --race 'points A B finish'")
    shell("enter 17 Ada --chip C1")
    shell("enter 4")
    shell.pass(.seconds(60))
    shell("cross 17 4 --point A")
  }

  @Test func `standings --points prints a table, without contradictions`() {
    shell.pass(.seconds(30))
    shell("cross 17 --point B")
    #expect(
      shell("standings --points").output == """
        Trail: points A B finish; running 01:30.0, provisional

        place  bib  name  status         A        B  finish
            1   17  Ada   running  01:00.0  01:30.0
            2    4        running  01:00.0

        No contradictions.

        """)
    #expect(shell("standings --json").output.contains(#""contradictions":[]"#))
    #expect(shell("check").errors == "")
  }

  @Test func `the table has the time at a point that counts`() {
    for point in ["B", "A", "finish", "A"] {
      shell.pass(.seconds(30))
      shell("cross 17 --point \(point)")
    }
    let line = shell("standings --points").output.split(separator: "\n").first {
      $0.hasPrefix("    1 ")
    }
    #expect(line?.contains("01:00.0 x3  01:30.0  02:30.0") == true, "\(line ?? "")")
  }

  @Test func `the table ignores a crossing before the start`() {
    shell("start Crit --race '3 laps' --also --at 09:00:30")
    shell("enter 1 --session Crit")
    shell("cross 1 --session Crit --at 09:00:10")
    shell.pass(.seconds(60))
    shell("cross 1 --session Crit")
    #expect(shell("results Crit").output.contains("before_start"))
    let line = shell("standings Crit --points").output.split(separator: "\n").first {
      $0.hasPrefix("    1 ")
    }
    #expect(line == "    1    1  running  01:30.0")
  }

  @Test func `standings has the formats of results`() {
    let csv = shell("standings --format csv").output
    #expect(csv.hasPrefix("position,bib,name,team,category,wave,status,laps,time_ns,"))
    #expect(csv.split(separator: "\n").first?.hasSuffix(",event_id,doubt_ns") == true)
    let header = shell("results --format csv").output.split(separator: "\n")[0]
    #expect(header.hasSuffix(",doubt_ns,reasons"))
    #expect(shell("standings --format json") == shell("standings --json"))
    #expect(shell("standings --format markdown").output.hasPrefix("# Trail\n"))
    #expect(shell("standings --format html").output.hasPrefix("<!DOCTYPE html>"))
    let points = shell("standings --points --format csv").output
    #expect(
      points.split(separator: "\n")[0]
        == "position,bib,name,team,category,wave,status,point,split_ns,crossings,event_id,doubt_ns")
    #expect(points.contains("\n1,17,Ada,,,,running,A,60000000000,1,"))
    #expect(shell("standings --points --format html").output.contains("<p dir=\"auto\">No contr"))
    #expect(shell("standings --points --format markdown").output.hasSuffix("No contradictions.\n"))
  }

  @Test func `check lists contradictions also if all crossings are in joined sessions`() throws {
    let shell = try Shell()
    shell("start Trail --race 'points A B finish'")
    shell("enter 17 Ada")
    shell("start --join Trail --point finish")
    shell("start Empty --race '2 laps' --also")
    shell.pass(.seconds(60))
    shell("cross 17 --session 2")
    #expect(shell("check").errors.contains("Session 1: 17 missed A. 17 missed B."))
  }

  @Test func `a missed point and a crossing after a status are reported, not resolved`() {
    shell("rule 4 dnf")
    shell.pass(.seconds(30))
    shell("cross 4 --point B")
    shell("cross 17")
    let output = shell("standings --points").output
    #expect(output.hasSuffix("\n4 is dnf and has 1 crossing afterwards.\n17 missed B.\n"))
    let json = shell("standings --json").output
    #expect(json.contains(#"{"kind":"crossing_after_status","bib":"4","events":["#))
    #expect(json.contains(#"{"kind":"missed_point","bib":"17","events":["#))
    let check = shell("check")
    #expect(check.exit == 0)
    #expect(
      check.errors.contains("Session 1: 4 is dnf and has 1 crossing afterwards. 17 missed B."))
  }

  @Test func `one runner at two points at once, and a chip of two runners, are reported`() {
    shell.pass(.seconds(30))
    shell("cross 17 --point B")
    shell("cross 17 --point finish")
    shell("enter 4 --chip 'c 1'")
    let output = shell("standings --points").output
    #expect(output.contains("17 crossed B and finish within 1 s.\n"))
    #expect(output.contains("Chip C1 of 4 is that of 17 too.\n"))
  }

  @Test func `a wave without a start is reported`() {
    shell("enter 9 --wave B")
    shell("cross 9 --point A")
    #expect(shell("standings").output.contains("No gun of wave B: 'laptimer wave B' starts it.\n"))
    shell("wave B")
    #expect(!shell("standings").output.contains("No gun"))
  }

  @Test func `the answer to a second entry of a bib lists its changes`() {
    #expect(
      shell("enter 17 'Ada Lovelace' --team T").output
        == "17 was entered already: changed name, team.\n")
    shell("withdraw 17")
    #expect(shell("enter 17 Ada").output.contains("Entered 17 Ada.\n"))
  }

  @Test func `lists of bibs with commas, lines with other bibs, and the bib none are refused`() {
    let record = shell("record", input: "1,5\n")
    #expect(record.errors.contains("Bibs are separated by spaces: '1 5'."))
    #expect(
      shell("record", input: "4 x\n").errors.contains(
        "A line of bibs has only numbers. For other bibs, write 'cross 4 x'."))
    #expect(shell("enter none").exit == 64)
    #expect(shell("cross none").exit == 64)
    #expect(shell("assign @4 none").output.contains("@4 is nobody's now."))
  }

  @Test func `crossings after the time of the standings cause no contradictions`() {
    shell("rule 4 dnf")
    shell.pass(.seconds(30))
    shell("cross 4 --point B")
    shell("cross 17")
    #expect(
      shell("standings --points --at-time 70").output.hasSuffix("\nNo contradictions.\n"))
  }

  @Test func `in a race by points, a crossing of the line is the finish`() {
    shell.pass(.seconds(30))
    #expect(shell("cross 17 --point B").output.hasPrefix("17 Ada: at B  01:30.0"))
    #expect(shell("cross 17").output.hasPrefix("17 Ada: finish  01:30.0"))
  }

  @Test func `the own start is no time at the finish`() throws {
    let shell = try Shell()
    shell("start Trail --race 'points A finish' --rules first=start")
    shell("enter 17 Ada")
    #expect(shell("cross 17").output.contains("(start)"))
    shell.pass(.seconds(60))
    shell("cross 17 --point A")
    #expect(shell("standings --points").output.contains("17  Ada   running  01:00.0\n"))
    shell.pass(.seconds(30))
    shell("cross 17")
    #expect(shell("standings --points").output.contains("finished  01:00.0  01:30.0\n"))
    #expect(shell("standings --points --format csv").output.contains(",finish,90000000000,1,"))
  }
}
