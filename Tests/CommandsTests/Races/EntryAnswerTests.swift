import Foundation
import Testing

/// The answers to entries and links of chips.
struct EntryAnswerTests {
  private static func shell() throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    return shell
  }

  private func file(_ text: String, _ shell: Shell) throws -> String {
    let path = shell.folder + "/entries.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `entries counts new, changed and unchanged entries`() throws {
    let shell = try Self.shell()
    let path = try file("bib,name,team\n17,Ada,A\n4,Bob,B\n", shell)
    #expect(shell("entries \(path)").output == "Entered 2 runners.\n")
    #expect(
      shell("entries \(path)").output == "2 runners were entered already: nothing is changed.\n")
    _ = try file("bib,name,team\n17,Ada,A\n4,Bob,C\n9,Dee,\n", shell)
    #expect(shell("entries \(path)").output == "Entered 1 runner, changed 1, left 1 unchanged.\n")
    shell("undo")
    shell("withdraw 4")
    _ = try file("bib,name\n4,Bob\n17,\n", shell)
    #expect(
      shell("entries \(path)").output == """
        Entered 1 runner, left 1 unchanged.
        Note: 4 was withdrawn: the earlier entry is not restored (team). 'laptimer enter 4 --team B \
        --session 1' restores it.

        """)
  }

  @Test func `entries repeated with the same id give the same answer`() throws {
    let shell = try Self.shell()
    let path = try file("bib,name\n17,Ada\n4,Bob\n", shell)
    let line = "entries \(path) --id 0192aaaa-0000-7000-8000-000000000001"
    let first = shell(line)
    #expect(first.output == "Entered 2 runners.\n")
    #expect(shell(line) == first)
  }

  @Test func `rows that change nothing are not recorded`() throws {
    let shell = try Self.shell()
    let path = try file("bib,name,chip\n17,Ada,A1\n4,Bob,B1\n", shell)
    shell("entries \(path)")
    func count() -> String { shell("query --format csv 'SELECT count(*) AS n FROM events'").output }
    #expect(count() == "n\n3\n")
    let again = shell("entries \(path)")
    #expect(again.exit == 0)
    #expect(again.output == "2 runners were entered already: nothing is changed.\n")
    #expect(shell("entries \(path) --json").output == "[]\n")
    #expect(count() == "n\n3\n")
    // The chip now belongs to the other runner.
    shell("enter 9 --chip A1")
    #expect(shell("entries \(path)").output.hasPrefix("Left 2 runners unchanged.\nNote: chip A1"))
    #expect(count() == "n\n5\n")
  }

  @Test func `a repeated command skips the same rows as the first one`() throws {
    let shell = try Self.shell()
    shell("enter 17 Ada")
    let path = try file("bib,name\n17,Ada\n4,Bob\n9,Dee\n", shell)
    let line = "entries \(path) --id 0192aaaa-0000-7000-8000-000000000001"
    let first = shell(line)
    #expect(first.output == "Entered 2 runners, left 1 unchanged.\n")
    shell("enter 17 Eva")
    shell("withdraw 9")
    #expect(shell(line).output == first.output)
    #expect(shell("query --format csv 'SELECT count(*) AS n FROM events'").output == "n\n6\n")
    #expect(shell("undo").output.contains("withdrawal"))
    _ = try file("bib,name\n17,Eve\n4,Bob\n9,Dee\n", shell)
    #expect(shell(line).errors.contains("already belongs to another event"))
    _ = try file("bib,name\n4,Bob\n", shell)
    #expect(shell(line).errors.contains("already belongs to another event"))
  }

  @Test func `entries that change nothing are refused in a discarded session`() throws {
    let shell = try Self.shell()
    let path = try file("bib,name\n17,Ada\n", shell)
    shell("entries \(path)")
    shell("discard 1")
    #expect(shell("entries \(path) --session 1").errors.contains("is discarded"))
    #expect(shell("entries \(path) --session 1").exit == 1)
  }

  @Test func `one undo takes back the rows that changed something`() throws {
    let shell = try Self.shell()
    shell("enter 17 Ada")
    let path = try file("bib,name\n17,Ada\n4,Bob\n9,Dee\n", shell)
    shell("entries \(path)")
    #expect(shell("undo").output.contains("took back 2 entries"))
    #expect(shell("query --format csv 'SELECT bib FROM entries'").output == "bib\n17\n")
  }

  @Test func `start with a file of entries prints the notes of the command entries`() throws {
    let shell = try Shell()
    let path = try file("bib,name,shoe,wave\n17,Ada,42,\n4,Bob,43,B\n", shell)
    let started = shell("start Crit --race '9 laps' --entries \(path)")
    #expect(
      started.output == """
        Started session 1 "Crit".
        Entered 2 runners.
        Note: 17 is in no wave, and the start of the race is the gun. The waves: B. \
        'laptimer enter 17 --wave B --session 1' puts the runner in one.

        """)
    #expect(started.errors.contains("Columns that are not used: 'shoe'."))
  }

  @Test func `a late entry in an elimination race gets a note`() throws {
    let shell = try Shell()
    shell("start Devil --race elimination")
    for bib in ["17", "4", "23"] { #expect(shell("enter \(bib)").output == "Entered \(bib).\n") }
    shell.pass(.seconds(60))
    shell("cross 17 4")
    #expect(shell("enter 23 Dee").output == "23 was entered already: changed name.\n")
    let late = shell("enter 9").output
    #expect(late.contains("Entered 9."))
    #expect(
      late.contains("\nNote: laps of this race by elimination are complete. A runner who"),
      "\(late)")
    #expect(shell("undo --session 1").exit == 0)
  }

  @Test func `enter names the fields that have changed`() throws {
    let shell = try Self.shell()
    #expect(shell("enter 17 Ada").output == "Entered 17 Ada.\n")
    #expect(shell("enter 17 Ada").output == "17 was entered already: nothing is changed.\n")
    #expect(
      shell("enter 17 Ada --team A --chip c1").output
        == "17 was entered already: changed team, chips.\n")
    #expect(
      shell("enter 17 --team none --chip C1").output == "17 was entered already: changed team.\n")
  }

  @Test func `the answer to an entry names the runner who had its chip`() throws {
    let shell = try Self.shell()
    shell("enter 17 --chip AA")
    #expect(
      shell("enter 4 --chip 'a a' --chip BB").output == """
        Entered 4.
        Note: chip AA was 17's; all its crossings are 4's now. 'laptimer undo --session 1' takes \
        this back, and 'laptimer chip AA 4 --session 1' gives the chip from now on.

        """)
    #expect(!shell("enter 4 --chip BB").output.contains("Note"))
    shell("enter 5 --chip CC")
    let path = try file("bib,chip\n8,BB\n9,CC\n", shell)
    #expect(
      shell("entries \(path)").output == """
        Entered 2 runners.
        Note: chips of other runners: BB was 4's, CC was 5's. All their crossings count for the \
        new runners. 'laptimer undo --session 1' takes this back, and 'laptimer enter BIB --chip CHIP \
        --session 1' gives a runner another chip.

        """)
    #expect(!shell("enter 8 --chip BB").output.contains("Note"))
  }

  @Test func `answers name the runner to whom a link gave the chip`() throws {
    let shell = try Self.shell()
    shell("enter 17 --chip AA")
    shell("enter 4")
    shell.pass(.seconds(10))
    #expect(
      shell("chip aa 4").output == "Chip aa is 4's from 00:10.0 on. Until then it was 17's.\n")
    #expect(shell("chip AA 4").output == "Chip AA is 4's from 00:10.0 on.\n")
    #expect(
      shell("enter 5 --chip AA").output == """
        Entered 5.
        Note: chip AA is linked to 4: only its crossings before that link count for 5. 'laptimer \
        chip AA 5 --session 1' gives it from now on.

        """)
    #expect(!shell("chip NEW 5").output.contains("Until"))
  }

  @Test func `the answer to a link counts the crossings before it, and says how to include them`()
    throws
  {
    let shell = try Self.shell()
    shell("enter 17")
    for _ in 0..<2 {
      shell.pass(.seconds(60))
      shell("cross --chip ZZ")
    }
    let answer = shell("chip zz 17").output
    let command = "laptimer chip zz 17 --at 2027-01-15T08:00:00.000000000Z --session 1"
    #expect(
      answer == """
        1 place changed: Chip zz is 17's from 02:00.0 on.
        Note: 1 earlier crossing of the chip is nobody's: '\(command)' gives the chip from the start on.

        """)
    #expect(
      shell(command.replacing("laptimer ", with: "")).output
        == "Chip zz is 17's from 00:00.0 on.\n")
    #expect(shell("standings --json").output.contains(#""laps":2"#))
  }

  @Test func `an entry without a wave is noted in a race with waves`() throws {
    let shell = try Self.shell()
    #expect(shell("enter 17").output == "Entered 17.\n")
    #expect(shell("enter 4 --wave 'Wave B'").output == "Entered 4.\n")
    #expect(
      shell("enter 5").output == """
        Entered 5.
        Note: 5 is in no wave, and the start of the race is the gun. The waves: Wave B. \
        'laptimer enter 5 --wave 'Wave B' --session 1' puts the runner in one.

        """)
    #expect(!shell("enter 5 Eve").output.contains("Note"))
    let path = try file("bib,wave\n8,\n9,\n10,A\n", shell)
    #expect(
      shell("entries \(path)").output == """
        Entered 3 runners.
        Note: 2 of the runners are in no wave, and the start of the race is the gun. The waves: A, \
        Wave B. 'laptimer enter 8 --wave A --session 1' puts a runner in one.

        """)
  }

  @Test func `a file with a chip on two lines is refused with their numbers`() throws {
    let shell = try Self.shell()
    let path = try file("bib,chip\n8,C1\n17,C2\n4,c 1\n", shell)
    let refused = shell("entries \(path)")
    #expect(refused.exit == 65)
    #expect(refused.output == "")
    #expect(refused.errors.contains("line 4: chip 'c 1' is on line 2, too"), "\(refused)")
    #expect(shell("query 'SELECT count(*) AS n FROM entries'").output.contains("0"))
  }

  @Test func `two runners of a file swap their chips`() throws {
    let shell = try Self.shell()
    shell("entries \(try file("bib,chip\n17,C1\n4,C2\n", shell))")
    let path = try file("bib,chip\n17,C2\n4,C1\n", shell)
    #expect(shell("entries \(path)").output.hasPrefix("Changed 2 runners."))
    #expect(shell("cross --chip C1").output.hasPrefix("4: lap 1"))
    #expect(
      shell("entries \(path)").output == "2 runners were entered already: nothing is changed.\n")
  }

  @Test func `a chip that is given twice is noted once`() throws {
    let shell = try Self.shell()
    shell("enter 17 --chip C1")
    let output = shell("enter 4 --chip C1 --chip 'c 1'").output
    #expect(output.contains("\nNote: chip C1 was 17's; all its crossings are 4's now."))
  }

  @Test func `the answer to a link in the past names the later link that ends it`() throws {
    let shell = try Self.shell()
    shell("enter 17 --chip C1")
    shell("enter 4")
    shell("enter 9")
    shell.pass(.seconds(60))
    shell("chip C1 4")
    shell.pass(.seconds(60))
    #expect(
      shell("chip C1 9 --ago 90s").output
        == "Chip C1 is 9's from 00:30.0 until 01:00.0, and then 4's by a later link. Until then it was "
        + "17's.\n")
  }

  @Test func `an entry after a withdrawal is new, and its answer lists what it does not restore`()
    throws
  {
    let shell = try Self.shell()
    shell("enter 17 Ada --team A --chip C1")
    shell("withdraw 17")
    #expect(
      shell("enter 17 --team B").output
        == """
        Entered 17.
        Note: 17 was withdrawn: the earlier entry is not restored (name, chips). 'laptimer enter 17 Ada \
        --chip C1 --session 1' restores it.

        """)
    shell("undo")
    shell("undo")
    #expect(shell("enter 17 --team B").output == "17 was entered already: changed team.\n")
  }
}
