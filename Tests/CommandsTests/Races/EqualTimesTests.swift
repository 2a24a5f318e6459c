import Testing

struct EqualTimesTests {
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
    let explained = shell("explain --bib 17").output
    #expect(
      explained.contains("ahead: equal, by the order of @10, which names only one of the two"),
      "\(explained)")
    #expect(explained.contains("behind: equal, as recorded"), "\(explained)")
    let json = shell("explain --bib 23 --json").output
    #expect(json.contains(#""decided_by":"order_of_others","by_event":10"#), "\(json)")
    #expect(json.contains(#""decided_by":"recorded""#), "\(json)")
    #expect(
      shell("order @9 @6 @7 @8 --session 1").text == """
        3 places changed: @9 is before @6 is before @7 is before @8.
        Places: 4 from 4 to 2, 17 from 2 to 3, 23 from 3 to 4.
        """)
  }
}
