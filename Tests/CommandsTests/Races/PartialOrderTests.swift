import Testing

/// Orders that name only some of the crossings at equal times.
struct PartialOrderTests {
  /// Four runners cross at the same time: 4 with @6, 17 with @7, 23 with @8 and 30 with @9.
  private static func shell() throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    for bib in ["4", "17", "23", "30"] { shell("enter \(bib)") }
    shell.pass(.seconds(60))
    #expect(shell("cross 4 17 23 30").exit == 0)
    return shell
  }

  @Test func `the answer names the places that changed, and the crossings left out`() throws {
    let shell = try Self.shell()
    #expect(
      shell("order @9 @6").output == """
        2 places changed: @9 is before @6.
        Note: @7 of 17, @8 of 23 have the same time, too, and keep their places. 'laptimer order @9 @6 \
        @7 @8 --session 1' puts all of them in order.
        Places: 30 from 4 to 1, 4 from 1 to 4.

        """)
    #expect(
      shell("order @9 @6 @7 @8 --session 1").output == """
        3 places changed: @9 is before @6 is before @7 is before @8.
        Places: 4 from 4 to 2, 17 from 2 to 3, 23 from 3 to 4.

        """)
  }

  @Test func `explain names an order that moved only one of two neighbors`() throws {
    let shell = try Self.shell()
    #expect(shell("order @9 @6").exit == 0)
    let explained = shell("explain --bib 17").output
    #expect(
      explained.contains("ahead: equal, by the order of @10, which names only one of the two"),
      "\(explained)")
    #expect(explained.contains("behind: equal, as recorded"), "\(explained)")
    let json = shell("explain --bib 23 --json").output
    #expect(json.contains(#""decided_by":"order_of_others","by_event":10"#), "\(json)")
    #expect(json.contains(#""decided_by":"recorded""#), "\(json)")
  }
}
