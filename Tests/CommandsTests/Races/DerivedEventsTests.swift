import Foundation
import Testing

@testable import Commands

/// The lines that 'events --follow' derives from corrections of a race.
struct DerivedEventsTests {
  private let shell: Shell

  /// A race of one lap that 17 finishes before 4.
  init() throws {
    shell = try Shell()
    shell("start --race '1 lap'")
    shell("enter 17 Ada")
    shell("enter 4")
    shell.pass(.seconds(60))
    shell("cross 17")
    shell.pass(.seconds(2))
    shell("cross 4")
  }

  @Test func `a correction is followed by the places that it changed`() throws {
    shell("rule 17 +5s")
    let following = Following(["--after", "4"], in: shell)
    #expect(
      following.lines(3).suffix(2) == [
        "     6  1@6       2027-01-15 09:01:02.000  ruled        bib 17 +00:05.0",
        "        1@6       2027-01-15 09:01:02.000  (places)     2 changed: "
          + "4 from 2 to 1, 17 from 1 to 2",
      ])
    shell("undo")
    #expect((following.lines(2).last ?? "").hasSuffix("2 changed: 17 from 2 to 1, 4 from 1 to 2"))
    shell("rule 4 +5s")
    shell("cross 4")
    #expect(following.lines(2).allSatisfy { !$0.contains("(places)") })
    following.close()
    #expect(following.exitCode == 141)
  }

  @Test func `the JSON of a derived line names its cause`() throws {
    shell("assign @4 none --id 01920000-0000-7000-8000-0000000000ff")
    let following = Following(["--json", "--after", "5"], in: shell)
    let derived = following.lines(2).last ?? ""
    #expect(derived.hasPrefix(#"{"derived":"places_changed","session":1,"uid":""#))
    #expect(
      derived.hasSuffix(
        #""cause":"01920000-0000-7000-8000-0000000000ff","count":2,"changes":"#
          + #"[{"bib":"4","name":null,"from":2,"to":1},{"bib":"17","name":"Ada","from":1,"to":null}]}"#
      ))
    #expect(!derived.contains("position"))
    following.close()
    #expect(following.exitCode == 141)
  }

  @Test func `a correction of a session that joined the race changes its places`() throws {
    shell("start --join 1 --point finish --also")
    shell("undo --session 1")
    shell.pass(.seconds(5))
    shell("cross 4 --session 2")
    let answer = shell("amend @2 --by -8s --session 2").output
    #expect(answer.hasPrefix("2 places changed: "), "\(answer)")
    let following = Following(["2", "--after", "8"], in: shell)
    let derived = following.lines(2).last ?? ""
    #expect(
      derived.hasSuffix("(places)     2 changed: 4 from 2 to 1, 17 from 1 to 2"), "\(derived)")
    following.close()
    #expect(following.exitCode == 141)
  }

  @Test func `a late entry that moves the starts of others says how many places changed`() throws {
    let shell = try Shell()
    shell("start --race 'time trial 30s'")
    for bib in ["4", "17"] { shell("enter \(bib)") }
    shell.pass(.seconds(100))
    shell("cross 4")
    shell.pass(.seconds(35))
    shell("cross 17")
    // 17 starts at 60 s instead of 30 s, and is before 4.
    #expect(shell("enter 5").output == "2 places changed: Entered 5.\n")
    shell("undo")
    let file = shell.folder + "/entries.csv"
    try "bib\n5\n16\n".write(toFile: file, atomically: true, encoding: .utf8)
    let line = "entries \(file) --id 0192aaaa-0000-7000-8000-000000000001"
    #expect(shell(line).output == "2 places changed: Entered 2 runners.\n")
    #expect(shell(line).output == "2 places changed: Entered 2 runners.\n")
    let following = Following(["--after", "7"], in: shell)
    #expect(
      following.lines(3)[1].hasSuffix("(places)     2 changed: 17 from 2 to 1, 4 from 1 to 2"))
    following.close()
    #expect(following.exitCode == 141)
  }

  @Test func `an answer in a race of many events says as much as in a short one`() throws {
    shell("record", input: String(repeating: "99\n", count: 5_000))
    #expect(
      shell("rule 17 ok").output
        == "17 had no status from a ruling: ok changes nothing (@5006).\n")
    #expect(
      shell("remove @4").output.hasSuffix(
        " removed event @4: 17 Ada: lap 1  01:00.0  lap 01:00.0  (finished)\n"))
  }

  @Test func `without --follow there are events only`() {
    shell("rule 17 +5s")
    #expect(!shell("events").output.contains("(places)"))
    #expect(!shell("events --json").output.contains("derived"))
  }
}
