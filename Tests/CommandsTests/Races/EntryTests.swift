import Testing

struct EntryTests {
  private let shell = Shell("start Crit --race '9 laps'")

  private func file(_ text: String) throws -> String { try shell.file("entries.csv", text) }

  private func rows(_ columns: String) -> [String] {
    shell.rows("SELECT \(columns) FROM entries ORDER BY bib")
  }

  private static let nothingChanged =
    "Recorded 2 entries that change nothing: the runners were entered already."

  @Test func `entries counts new, changed and unchanged entries`() throws {
    let path = try file("bib,name,team\n17,Ada,A\n4,Bob,B\n")
    #expect(shell("entries \(path)").text == "Entered 2 runners.")
    #expect(shell("entries \(path)").text == Self.nothingChanged)
    #expect(shell("undo").output.contains("took back 2 entries"))
    _ = try file("bib,name,team\n17,Ada,A\n4,Bob,C\n9,Dee,\n")
    #expect(shell("entries \(path)").text == "Entered 1 runner, changed 1, left 1 unchanged.")
    shell("undo", "withdraw 4")
    _ = try file("bib,name\n4,Bob\n17,\n")
    #expect(shell("entries \(path)").text == "Entered 1 runner, left 1 unchanged.")
  }

  @Test func `remove of an entry names the command that removes it`() {
    #expect(
      shell("enter 17 Ada", "enter 4 Bob", "withdraw 4", "remove @2").error(1) == """
        Error: Session 1 has no event @2 that can be changed. 'laptimer events 1' lists its events. \
        'laptimer undo --session 1' takes back the newest change. \
        'laptimer withdraw 17 --session 1' removes the entry of 17.
        """)
    #expect(shell("remove @3").error(1).hasSuffix("takes back the newest change."))
  }

  @Test func `a file that is read again gives the chips to its runners`() throws {
    let path = try file("bib,name,chip\n17,Ada,A1\n4,Bob,B1\n")
    let again = shell("entries \(path)", "entries \(path)")
    #expect(again.exit == 0 && again.text == Self.nothingChanged)
    // The chip now belongs to the other runner.
    shell("enter 9 --chip A1")
    #expect(shell("entries \(path)").output.hasPrefix("Left 2 runners unchanged.\nNote: chip A1"))
    #expect(shell("discard 1", "entries \(path) --session 1").failed(1, "is discarded"))
  }

  @Test func `a repeated command gives the first answer, and undo takes back all entries`() throws {
    shell("enter 17 Ada")
    let path = try file("bib,name\n17,Ada\n4,Bob\n9,Dee\n")
    let line = "entries \(path) --id 0192aaaa-0000-7000-8000-000000000001"
    let first = shell(line)
    #expect(first.text == "Entered 2 runners, left 1 unchanged.")
    shell("enter 17 Eva", "withdraw 9")
    #expect(shell(line).output == first.output)
    #expect(shell("query --format csv 'SELECT count(*) AS n FROM events'").text == "n\n7")
    #expect(shell("undo").output.contains("withdrawal"))
    #expect(shell("undo").output.contains("change of 17's entry"))
    #expect(shell("undo").output.contains("took back 3 entries"))
    #expect(shell("query --format csv 'SELECT bib FROM entries'").text == "bib\n17")
    shell("redo", "redo")
    _ = try file("bib,name\n17,Eve\n4,Bob\n9,Dee\n")
    #expect(shell(line).errors.contains("already belongs to another event"))
    _ = try file("bib,name\n4,Bob\n")
    #expect(shell(line).errors.contains("already belongs to another event"))
  }

  @Test func `start with a file of entries prints the notes of the command entries`() throws {
    let shell = Shell()
    let path = try shell.file("entries.csv", "bib,name,shoe,wave\n17,Ada,42,\n4,Bob,43,B\n")
    let started = shell("start Crit --race '9 laps' --entries \(path)")
    #expect(
      started.text == """
        Started session 1 "Crit".
        Entered 2 runners.
        Note: 17 is in no wave, and the start of the race is the gun. The waves: B. \
        'laptimer enter 17 --wave B --session 1' puts the runner in one.
        """)
    #expect(started.errors.contains("Columns that are not used: 'shoe'."))
  }

  @Test func `a late entry in an elimination race gets a note`() {
    let shell = Shell("start Devil --race elimination")
    for bib in ["17", "4", "23"] { #expect(shell("enter \(bib)").output == "Entered \(bib).\n") }
    shell(.seconds(60), "cross 17 4")
    #expect(shell("enter 23 Dee").text == "23 was entered already: changed name.")
    #expect(
      shell("enter 9").succeeded(
        with: "Entered 9.\nNote: laps of this race by elimination are complete. A runner who"))
    #expect(shell("undo --session 1").exit == 0)
  }

  @Test func `enter names the fields that have changed; an entry after a withdrawal is new`() {
    #expect(shell("enter 17 Ada").text == "Entered 17 Ada.")
    #expect(
      shell("enter 17 Ada").text
        == "Recorded an entry that changes nothing: 17 was entered already.")
    #expect(
      shell("enter 17 Ada --team A --chip c1").text
        == "17 was entered already: changed team, chips.")
    #expect(shell("enter 17 --team none --chip C1").text == "17 was entered already: changed team.")
    shell("enter 17 Ada --team A --chip C1", "withdraw 17")
    #expect(shell("enter 17 --team B").text == "Entered 17.")
    #expect(shell("undo", "undo", "enter 17 --team B") == "17 was entered already: changed team.")
  }

  @Test func `the answer to an entry names the runner who had its chip`() throws {
    #expect(
      shell("enter 17 --chip AA", "enter 4 --chip 'a a' --chip BB").text == """
        Entered 4.
        Note: chip AA was 17's; all its crossings are 4's now. 'laptimer undo --session 1' takes \
        this back, and 'laptimer chip AA 4 --session 1' gives the chip from now on.
        """)
    #expect(!shell("enter 4 --chip BB").output.contains("Note"))
    shell("enter 5 --chip CC")
    #expect(
      shell("entries \(try file("bib,chip\n8,BB\n9,CC\n"))").text == """
        Entered 2 runners.
        Note: chips of other runners: BB was 4's, CC was 5's. All their crossings count for the \
        new runners. 'laptimer undo --session 1' takes this back, and 'laptimer enter BIB --chip CHIP \
        --session 1' gives a runner another chip.
        """)
    #expect(!shell("enter 8 --chip BB").output.contains("Note"))
    let output = shell("enter 17 --chip C1", "enter 4 --chip C1 --chip 'c 1'").output
    #expect(output.contains("\nNote: chip C1 was 17's; all its crossings are 4's now."))
  }

  @Test func `answers name the runner to whom a link gave the chip`() {
    shell("enter 17 --chip AA", "enter 4", .seconds(10))
    #expect(shell("chip aa 4").text == "Chip aa is 4's from 00:10.0. Until then it was 17's.")
    #expect(shell("chip AA 4").text == "Chip AA is 4's from 00:10.0.")
    #expect(
      shell("enter 5 --chip AA").text == """
        Entered 5.
        Note: chip AA is linked to 4: only its crossings before that link count for 5. 'laptimer \
        chip AA 5 --session 1' gives it from now on.
        """)
    #expect(!shell("chip NEW 5").output.contains("Until"))
  }

  @Test func `a link of the start gives a runner all crossings of the chip`() {
    shell("enter 17")
    for _ in 0..<2 { shell(.seconds(60), "cross --chip ZZ") }
    #expect(shell("chip zz 17").text == "1 place changed: Chip zz is 17's from 02:00.0.")
    #expect(
      shell("chip zz 17 --at 2027-01-15T08:00:00.000000000Z").text
        == "Chip zz is 17's from 00:00.0.")
    #expect(shell("standings --json").output.contains(#""laps":2"#))
  }

  @Test func `an entry without a wave is noted in a race with waves`() throws {
    #expect(shell("enter 17").text == "Entered 17.")
    #expect(shell("enter 4 --wave 'Wave B'").text == "Entered 4.")
    #expect(
      shell("enter 5").text == """
        Entered 5.
        Note: 5 is in no wave, and the start of the race is the gun. The waves: Wave B. \
        'laptimer enter 5 --wave 'Wave B' --session 1' puts the runner in one.
        """)
    #expect(!shell("enter 5 Eve").output.contains("Note"))
    #expect(
      shell("entries \(try file("bib,wave\n8,\n9,\n10,A\n"))").text == """
        Entered 3 runners.
        Note: 2 of the runners are in no wave, and the start of the race is the gun. The waves: A, \
        Wave B. 'laptimer enter 8 --wave A --session 1' puts a runner in one.
        """)
  }

  @Test func `two runners of a file swap their chips`() throws {
    shell("entries \(try file("bib,chip\n17,C1\n4,C2\n"))")
    let path = try file("bib,chip\n17,C2\n4,C1\n")
    #expect(shell("entries \(path)").output.hasPrefix("Changed 2 runners."))
    #expect(shell("cross --chip C1").output.hasPrefix("4: lap 1"))
    #expect(shell("entries \(path)").text == Self.nothingChanged)
  }

  @Test func `a link in the past ends with the later one`() {
    shell("enter 17 --chip C1", "enter 4", "enter 9", .seconds(60), "chip C1 4", .seconds(60))
    #expect(
      shell("chip C1 9 --ago 90s").output
        == "Chip C1 is 9's from 00:30.0. Until then it was 17's.\n")
    #expect(shell("cross --chip C1").output.hasPrefix("4: "))
  }

  @Test func `none clears the name`() {
    shell("enter 4 'Grace Hopper'")
    #expect(shell("enter 4 none").text == "4 was entered already: changed name.")
    #expect(rows("bib, name, first") == ["4,,"])
    #expect(shell("enter 5 none").text == "Entered 5.")
    shell("enter 6 None", "enter 7 --first None")
    #expect(rows("bib, name, first") == ["4,,", "5,,", "6,None,", "7,,None"])
  }

  @Test func `undo distinguishes an entry from a change of an entry`() {
    shell("enter 4 'Grace Hopper'", "enter 4 --chip AA")
    #expect(shell("undo").output.contains("took back the change of 4's entry;"))
    #expect(shell("redo").output.contains("restored the change of 4's entry;"))
    #expect(shell("undo", "undo").output.contains("took back the entry of 4;"))
    shell("redo", "withdraw 4", "enter 4")
    #expect(shell("undo").output.contains("took back the entry of 4;"))
  }

  /// Enters three runners by a file, a second after the start.
  private func enterFile() throws {
    let path = try file("bib,name\n17,Ada\n4,Grace\n23,Joan\n")
    #expect(shell(.seconds(1), "entries \(path)").text == "Entered 3 runners.")
  }

  @Test func `undo takes back the events after a file of entries, then all its entries`() throws {
    try enterFile()
    #expect(shell("undo") == "Session 1 \"Crit\": took back 3 entries; it is running at 00:01.0.")
    #expect(rows("bib") == [])
    #expect(!shell("standings").output.contains("Joan"))
    #expect(shell("standings --at-event 4").output.contains("Joan"))
    #expect(shell("redo") == "Session 1 \"Crit\": restored 3 entries; it is running at 00:01.0.")
    #expect(rows("bib") == ["17", "23", "4"])
    shell("cross 17 4")
    for words in ["the crossing of 4", "the crossing of 17", "3 entries", "the start"] {
      #expect(shell("undo").output.contains("took back \(words)"))
    }
  }

  @Test func `a repeated undo of a file has the first answer, also after an import`() throws {
    try enterFile()
    let undo = "undo --json --id 01920000-0000-7000-8000-0000000000ff"
    let first = shell(undo)
    #expect(first.output.contains(#""kind":"entered","version":2,"events":3}"#))
    #expect(shell("events").output.contains("reverted     @2 and its batch\n"))
    #expect(shell(undo) == first)
    let other = Shell(firstID: 1001, .seconds(1))
    #expect(other("import -", input: shell("export").output).exit == 0)
    for each in [shell, other] {
      #expect(each("redo --session 1").output.contains("restored 3 entries"))
      #expect(each("standings").output.contains("Joan"))
    }
    #expect(shell(undo) == first)
    #expect(shell("check").exit == 0)
  }

  @Test func `a line of record that begins with bibs accepts the options of cross`() {
    shell("enter 4", "enter 1", .seconds(600))
    let answer = shell("record", input: "1 4 --ago 7m30s\n4 -x\n4 lap\n")
    #expect(answer.exit == 65)
    let crossings = shell("query --format csv 'SELECT bib, running_time_ns FROM crossings'").output
    #expect(crossings == "bib,running_time_ns\n1,150000000000\n4,150000000000\n")
    #expect(answer.errors.contains("line 2: "))
    #expect(
      answer.errors.contains(
        "line 3: A line of bibs has only numbers. For other bibs, write 'cross 4 lap'."))
  }

  @Test func `--defuse makes formulas in names harmless`() {
    shell("enter 4 '=1+1'")
    for command in ["standings", "results"] {
      #expect(shell("\(command) --format csv").output.contains(",=1+1,"))
      #expect(shell("\(command) --format csv --defuse").output.contains(",'=1+1,"))
    }
  }
}
