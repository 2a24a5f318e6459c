import Testing

@Suite struct CorrectionTests {
  let shell = Shell("start")

  init() {
    for _ in 0..<3 { shell(.seconds(10), "lap") }
  }

  private var laps: [String] {
    shell.rows("SELECT number, clock(split_ns), label FROM laps ORDER BY place")
  }

  @Test func `repeated undos take back one event after the other, and redo restores them`() {
    #expect(shell("undo") == "Session 1: took back lap 3, 00:30.0; it is running at 00:30.0.")
    #expect(shell("undo").output.contains("took back lap 2, 00:20.0"))
    #expect(laps == ["1,00:10.0,"])
    #expect(shell("redo") == "Session 1: restored lap 2, 00:20.0; it is running at 00:30.0.")
    #expect(shell("redo").output.contains("restored lap 3, 00:30.0"))
    #expect(shell("redo").error(1) == "Error: Session 1 has nothing to redo.")
    #expect(laps.count == 3)
  }

  @Test func `undo and redo name what they changed in the user's words`() {
    for (command, words) in [
      ("stop", "the stop"), ("resume", "the resume"), ("mark pit", "the timestamp \"pit\""),
      ("name Tempo", "the name \"Tempo\""), ("tag a b", "the tags \"a\", \"b\""),
      ("plan --laps 9", "the change of the rules"), ("remove 2", "the removal of lap 2, 00:20.0"),
      ("amend 1 --label x", "the amendment of lap 1, 00:10.0"),
    ] {
      #expect(shell(command).exit == 0)
      #expect(shell("undo").output.contains(": took back \(words); it"), "\(command)")
      #expect(shell("redo").output.contains(": restored \(words); it"), "\(command)")
      if command == "remove 2" { shell("undo") }
    }
  }

  @Test func `a lap can be moved, restated and relabeled, by its number or its event`() {
    #expect(shell("amend 1 --by -2.5s") == "Session 1: amended lap 1: 1) 00:07.5  lap 00:07.5")
    #expect(
      shell("amend @3 --label bend") == "Session 1: amended event @3: 2) 00:20.0  lap 00:12.5  bend"
    )
    #expect(shell("amend 3 --at 09:00:25").exit == 0)
    #expect(laps == ["1,00:07.5,", "2,00:20.0,bend", "3,00:25.0,"])
    #expect(shell("amend 4 --by 1s").error(1) == "Error: Session 1 has no lap 4: it has 3 laps.")
    #expect(
      shell("amend @9 --by 1s").error(1) == """
        Error: Session 1 has no event @9 that can be changed. 'laptimer events 1' lists its \
        events. 'laptimer undo --session 1' takes back the newest change.
        """)
    #expect(shell("amend 3 --by 5.5 --json").errors.contains(#""kind":"in_the_future""#))
    shell.expect(exit: 64, "amend 1", "plan", "plan --limit 0")
  }

  @Test func `undo and redo name a timestamp by its amended label`() {
    shell("mark pit", "amend @5 --label pitstop")
    #expect(shell("undo").output.contains("took back the amendment of the timestamp \"pit\""))
    #expect(shell("redo").output.contains("restored the amendment of the timestamp \"pitstop\""))
    shell("remove @5")
    #expect(shell("undo").output.contains("took back the removal of the timestamp \"pitstop\""))
  }

  @Test func `the answer for a lap moved past another has its new number`() {
    #expect(
      shell("amend 1 --by 12.25s --precision 2")
        == "Session 1: amended lap 1: 2) 00:22.25  lap 00:02.25")
    shell("plan --min-lap 5s")
    let line = "amend 1 --label bend --id 01920000-0000-7000-8000-00000000abcd"
    #expect(shell(line).text == "Session 1: amended lap 1: 1) 00:20.0  lap 00:20.0  bend")
    #expect(
      shell("amend @2 --by -1s").text
        == "Session 1: amended event @2: -) 00:21.2  lap 00:01.2  (short)")
    #expect(shell(line).text == "Session 1: amended lap 1: 1) 00:20.0  lap 00:20.0  bend")
    let json = shell("amend 1 --label curve --json").output
    #expect(json.contains(#""kind":"amended""#) && !json.contains(#""lap""#))
  }

  @Test func `removing a lap adds its time to the next`() {
    #expect(shell("remove 2") == "Session 1: removed lap 2.")
    #expect(laps == ["1,00:10.0,", "2,00:30.0,"])
    shell("undo")
    #expect(laps.count == 3)
  }

  @Test func `a plan recalculates all laps, and none or zero removes a rule`() {
    #expect(shell("plan --laps 2") == "Session 1 is finished at 00:20.0; plan: 2 laps.")
    #expect(
      shell("plan --laps none --min-lap 15")
        == "Session 1 is running at 00:30.0; plan: laps from 00:15.0.")
    #expect(laps == [",00:10.0,", "1,00:20.0,", ",00:30.0,"])
    #expect(shell("plan --min-lap 0").exit == 0)
    #expect(laps.count == 3)
    #expect(shell("status --json").output.contains(#""min_lap_ns":null"#))
  }
}
