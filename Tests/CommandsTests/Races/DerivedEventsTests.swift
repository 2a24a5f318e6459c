import Testing

/// The lines that 'events --follow' derives from corrections of a race.
struct DerivedEventsTests {
  private let shell = Shell(
    "start --race '1 lap'", "enter 17 Ada", "enter 4", .seconds(60), "cross 17", .seconds(2),
    "cross 4")

  @Test func `a correction is followed by the places that it changed`() {
    #expect(!shell("rule 17 +5s", "events").output.contains("(places)"))
    #expect(!shell("events --json").output.contains("derived"))
    let following = Following(["--after", "4"], in: shell)
    #expect(
      following.lines(3).suffix(2) == [
        "     6  1@6       2027-01-15 09:01:02.000  ruled        bib 17 +00:05.0",
        "        1@6       2027-01-15 09:01:02.000  (places)     2 changed: "
          + "4 from 2 to 1, 17 from 1 to 2",
      ])
    shell("undo")
    #expect((following.lines(2).last ?? "").hasSuffix("2 changed: 17 from 2 to 1, 4 from 1 to 2"))
    shell("rule 4 +5s", "cross 4")
    #expect(following.lines(2).allSatisfy { !$0.contains("(places)") })
    #expect(following.end() == 141)
  }

  @Test func `the JSON of a derived line names its cause`() {
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
    #expect(following.end() == 141)
  }

  @Test func `a correction of a session that joined the race changes its places`() {
    shell("start --join 1 --point finish --also", "undo --session 1")
    shell(.seconds(5), "cross 4 --session 2")
    #expect(shell("amend @2 --by -8s --session 2").output.hasPrefix("2 places changed: "))
    let following = Following(["2", "--after", "8"], in: shell)
    let derived = following.lines(2)[1]
    #expect(derived.hasSuffix("(places)     2 changed: 4 from 2 to 1, 17 from 1 to 2"))
    #expect(following.end() == 141)
  }

  @Test func `a late entry that moves the starts of others says how many places changed`() throws {
    let shell = Shell(
      "start --race 'time trial 30s'", "enter 4", "enter 17", .seconds(100), "cross 4",
      .seconds(35), "cross 17")
    // 17 starts at 60 s instead of 30 s, and is before 4.
    #expect(shell("enter 5").text == "2 places changed: Entered 5.")
    shell("undo")
    let file = try shell.file("entries.csv", "bib\n5\n16\n")
    let line = "entries \(file) --id 0192aaaa-0000-7000-8000-000000000001"
    #expect(shell(line).text == "2 places changed: Entered 2 runners.")
    #expect(shell(line).text == "2 places changed: Entered 2 runners.")
    let following = Following(["--after", "7"], in: shell)
    #expect(
      following.lines(3)[1].hasSuffix("(places)     2 changed: 17 from 2 to 1, 4 from 1 to 2"))
    #expect(following.end() == 141)
  }

  @Test func `an answer in a race of many events says as much as in a short one`() {
    shell("record", input: String(repeating: "99\n", count: 5_000))
    #expect(shell("rule 17 ok") == "17 had no status from a ruling: ok changes nothing (@5006).")
    #expect(
      shell("remove @4").text.hasSuffix(
        " removed event @4: 17 Ada: lap 1  01:00.0  lap 01:00.0  (finished)"))
  }
}
