import Testing

@testable import Commands

/// Undo and redo, amend, remove and plan.
@Suite struct CorrectionTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start")
    for _ in 0..<3 {
      shell.pass(.seconds(10))
      shell("lap")
    }
  }

  private var laps: [String] {
    shell("query 'SELECT number, clock(split_ns), label FROM laps ORDER BY place' --format tsv")
      .output.split(separator: "\n").dropFirst().map {
        $0.split(separator: "\t").joined(separator: " ")
      }
  }

  @Test func `repeated undos take back event after event, and redo restores them`() {
    #expect(
      shell("undo")
        == Answer(
          output: "Session 1: took back event 4 (lapped); it is running at 00:30.0.\n"))
    #expect(shell("undo").output.contains("took back event 3 (lapped)"))
    #expect(laps == [#"1 00:10.0 \N"#])
    #expect(
      shell("redo")
        == Answer(
          output: "Session 1: restored event 3 (lapped); it is running at 00:30.0.\n"))
    #expect(shell("redo").output.contains("restored event 4 (lapped)"))
    #expect(shell("redo") == Answer(exit: 1, errors: "Error: Session 1 has nothing to redo.\n"))
    #expect(laps.count == 3)
  }

  @Test func `a lap can be moved, restated and relabeled, by its number or its event`() {
    #expect(
      shell("amend 1 --by -2.5s")
        == Answer(output: "Session 1: amended lap 1: 1) 00:07.5  lap 00:07.5\n"))
    #expect(
      shell("amend @3 --label bend")
        == Answer(output: "Session 1: amended lap @3: 2) 00:20.0  lap 00:12.5  bend\n"))
    #expect(shell("amend 3 --at 09:00:25").exit == 0)
    #expect(laps == [#"1 00:07.5 \N"#, "2 00:20.0 bend", #"3 00:25.0 \N"#])
    #expect(
      shell("amend 4 --by 1s")
        == Answer(exit: 1, errors: "Error: Session 1 has no lap 4: it has 3 laps.\n"))
    #expect(
      shell("amend @1 --by 1s")
        == Answer(exit: 1, errors: "Error: Event 1 is not a lap.\n"))
    #expect(shell("amend 3 --by 5.5 --json").errors.contains(#""kind":"in_the_future""#))
    #expect(shell("amend 1").exit == 64)
  }

  @Test func `the answer for a lap moved past another has its new number`() {
    #expect(
      shell("amend 1 --by 12.25s --precision 2")
        == Answer(output: "Session 1: amended lap 1: 2) 00:22.25  lap 00:02.25\n"))
    shell("plan --min-lap 5s")
    #expect(
      shell("amend 1 --label bend --id 01920000-0000-7000-8000-00000000abcd").output
        == "Session 1: amended lap 1: 1) 00:20.0  lap 00:20.0  bend\n")
    #expect(
      shell("amend @2 --by -1s").output
        == "Session 1: amended lap @2: -) 00:21.2  lap 00:01.2  (short)\n")
    #expect(
      shell("amend 1 --label bend --id 01920000-0000-7000-8000-00000000abcd").output
        == "Session 1: amended lap 1: 1) 00:20.0  lap 00:20.0  bend\n")
    let json = shell("amend 1 --label curve --json").output
    #expect(json.contains(#""kind":"amended""#) && !json.contains(#""lap""#))
  }

  @Test func `removing a lap adds its time to the next`() {
    #expect(shell("remove 2") == Answer(output: "Session 1: removed lap 2.\n"))
    #expect(laps == [#"1 00:10.0 \N"#, #"2 00:30.0 \N"#])
    shell("undo")
    #expect(laps.count == 3)
  }

  @Test func `a plan recalculates all laps, and none removes a rule`() {
    #expect(shell("plan --laps 2") == Answer(output: "Session 1 is finished at 00:20.0.\n"))
    #expect(
      shell("plan --laps none --min-lap 15")
        == Answer(output: "Session 1 is running at 00:30.0.\n"))
    #expect(laps == [#"\N 00:10.0 \N"#, #"1 00:20.0 \N"#, #"\N 00:30.0 \N"#])
    #expect(shell("plan").exit == 64)
  }

  @Test func `a minimum lap of zero removes the rule`() {
    shell("plan --min-lap 15")
    #expect(shell("plan --min-lap 0").exit == 0)
    #expect(laps.count == 3)
    #expect(shell("status --json").output.contains(#""min_lap_ns":null"#))
    #expect(shell("plan --limit 0").exit == 64)
  }
}
