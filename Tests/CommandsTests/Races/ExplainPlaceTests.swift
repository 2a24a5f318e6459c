import Testing

struct ExplainPlaceTests {
  @Test func `explain says how to count a crossing within the dead time`() {
    let shell = Shell("start Crit --race '9 laps' --rules dead_time=40%", "enter 17")
    for _ in 1...6 { shell(.seconds(60), "cross 17") }
    #expect(shell(.seconds(20), "cross 17").output.contains("(reread)"))
    let hint = """
      reread: no command counts this crossing alone; a smaller dead_time counts such crossings of \
      all runners ('laptimer plan --rules dead_time=20% --session 1'), and 'laptimer rule 17 +1lap \
      --session 1' gives this one a lap

      """
    for command in ["explain @9", "explain --bib 17"] {
      #expect(shell(command).output.contains(hint), "\(command)")
    }
    let row = /\ndead time +40% of the median interval +laps from 24\.000000000\n/
    let place = shell("explain --bib 17").output
    #expect(place.contains(row), "\(place)")
    #expect(shell("explain --bib 17 --json").output.contains("\"shortest_lap_ns\":24000000000,"))
    #expect(shell("plan --rules dead_time=20%").exit == 0)
    for command in ["explain @9", "explain --bib 17"] {
      #expect(shell(command).succeeded(without: "reread"))
    }
  }

  @Test func `the dead time is explained only where it judges crossings`() {
    let shell = Shell("start Crit --race 'points A B' --rules dead_time=40%", "enter 17")
    for _ in 1...7 { shell(.seconds(60), "cross 17 --point B") }
    let place = shell("explain --bib 17", "explain --bib 17 --json")
    #expect(place.output.contains("\"what\":\"place\""))
    #expect(!place.output.contains("shortest_lap_ns"))
  }

  @Test func `a loop of a backyard race counts from its bell`() {
    let shell = Shell(
      "start Yard --race 'backyard 1h'", "enter 1", .seconds(3100), "cross 1", .seconds(3800),
      "cross 1")
    let loop = "lap 6900.000000000 - 3600.000000000 = 3300.000000000"
    #expect(shell("explain --bib 1").output.contains(loop))
  }

  @Test(arguments: [
    ("best_lap", "by the best lap, else the place is shared"), ("shared", "the place is shared"),
  ])
  func `a place is explained by the rule for ties`(rule: String, text: String) {
    let shell = Shell("start Crit --race '10m' --rules ties=\(rule)", "enter 1", "cross 1")
    #expect(shell("explain --bib 1").output.contains("\nties: \(text)\n"))
  }

  @Test func `a split counts from the gun of the wave`() {
    let shell = Shell("start Crit --race '3 laps'", "enter 17 --wave B", .seconds(60), "wave B")
    shell(.seconds(65), "cross 17")
    let split = "125.000000000 - 60.000000000 = 65.000000000"
    #expect(shell("explain @4").succeeded(with: "\nsplit: \(split) s, lap 65.000000000 s\n"))
    #expect(shell("explain --bib 17").output.contains(split))
  }

  private let shell = Shell(
    "start Crit --race '2 laps'", "enter 17 'Ada Lovelace'", "enter 4 'Grace Hopper' --chip 0A1B",
    "enter 23", .seconds(60), "cross 17 4", .seconds(60), "cross --chip 0A1B", .seconds(2),
    "cross 17", "rule 17 +5s --reason 'cut the corner'", .seconds(8), "cross 23")

  @Test func `a tie, a chip, an assignment and a status are explained`() {
    let output = shell("assign @10 4", "rule 23 dnf --reason 'gave up'", "explain --bib 23").output
    #expect(output.hasPrefix("Place of 23 in session 1 \"Crit\": not ranked\n"))
    #expect(output.contains("status: dnf, by @12 \"gave up\"\n"))
    #expect(output.contains("ahead: by the status"))
    let other = shell("explain --bib 4").output
    #expect(other.contains("not counted, assigned by @11, after_finish, amended"))
    #expect(other.contains("chip 0A1B"))
  }

  @Test func `--bib explains a place by crossings, sums, finish and neighbors`() {
    #expect(
      shell("explain 17").error(1) == """
        Error: Session 1 is a race, whose laps are those of its runners. \
        'laptimer explain --bib 17 --session 1' explains the place of a runner.
        """)
    #expect(shell("explain --bib 99").errors.contains("no entry '99'"))
    #expect(shell("explain 3 --bib 17").exit == 64)
    #expect(Shell("start")("explain --bib 17").errors.contains("is not a race"))
    #expect(
      shell("explain --bib 17").text == """
        Place of 17 Ada Lovelace in session 1 "Crit": 2 of 3

        Rules
        format  2 laps
        race    @1  2027-01-15 09:00:00.000000000  place 0.000000000

        Crossings
        lap 1  @5  2027-01-15 09:01:00.000000000  60.000000000 - 0.000000000 = 60.000000000    lap 60.000000000
        lap 2  @8  2027-01-15 09:02:02.000000000  122.000000000 - 0.000000000 = 122.000000000  lap 62.000000000

        Time
        split of @8                     122.000000000
        penalty of @9 "cut the corner"    5.000000000
        time that ranks                 127.000000000

        Order
        1  4 Grace Hopper   2 laps  120.000000000  finished  ahead: by 7.000000000 s
        2  17 Ada Lovelace  2 laps  127.000000000  finished
        3  23               1 lap   130.000000000  finished  behind: by 1 lap

        finish: 4 completed lap 2 at 120.000000000 with @7
        status: finished
        ties: by the order given, the moment of the crossing, as recorded
        doubt of the time: none, only ticks of one clock count
        """)
    let json = shell("explain --bib 17 --json").output
    #expect(json.contains(#""decided_by":"time","by_ns":7000000000"#))
    #expect(json.contains(#""penalty_ns":5000000000,"time_ns":127000000000"#))
  }

  @Test func `the lap on which a runner was eliminated may be one that was not completed`() {
    let shell = Shell("start Devil --race elimination", "enter 1", "enter 2", "enter 3", "enter 4")
    for bib in [1, 2, 3, 4, 1, 2, 1] { shell(.seconds(10), "cross \(bib)") }
    for (bib, lap) in [(4, 1), (3, 2), (2, 3)] {
      #expect(
        shell("explain --bib \(bib)").output.contains("status: finished, out on lap \(lap)\n"))
      #expect(shell("explain --bib \(bib) --json").output.contains(#""lap_out":\#(lap),"#))
    }
    #expect(!shell("explain --bib 1 --json").output.contains("lap_out"))
  }

  @Test func `an order may name only some of the crossings at a time`() {
    let shell = Shell(
      "start Crit --race '9 laps'", "enter 4", "enter 17", "enter 23", "enter 30", .seconds(60),
      "cross 4 17 23 30")
    #expect(
      shell("explain --bib 4").output.contains("behind: equal, as recorded, last crossing @7\n"))
    #expect(
      shell("order @9 @6").text == """
        2 places changed: @9 is before @6.
        Places: 30 from 4 to 1, 4 from 1 to 4.
        """)
    #expect(
      shell("explain --bib 17").succeeded(
        with: "ahead: equal, by the order of @10, which names only one of the two",
        "behind: equal, as recorded"))
    #expect(
      shell("explain --bib 23 --json").succeeded(
        with: #""decided_by":"order_of_others","by_event":10"#, #""decided_by":"recorded""#))
    #expect(
      shell("order @9 @6 @7 @8 --session 1").text == """
        3 places changed: @9 is before @6 is before @7 is before @8.
        Places: 4 from 4 to 2, 17 from 2 to 3, 23 from 3 to 4.
        """)
  }
}
