import Testing

/// Waves and categories without runners.
struct UnknownWaveTests {
  private static func shell() throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    shell("enter 17 --wave Blue --category Women")
    shell("enter 4 --wave Red --category Men")
    return shell
  }

  @Test(arguments: ["standings", "results"])
  func `the error for an unknown wave suggests the nearest one`(command: String) throws {
    let shell = try Self.shell()
    for options in ["--wave Blu", "--wave Blu --category Women"] {
      let refused = shell("\(command) \(options)")
      #expect(refused.exit == 1)
      #expect(
        refused.errors == """
          Error: No runner is in the wave 'Blu'. Did you mean 'Blue'? The waves with runners: \
          'Blue', 'Red'.

          """)
    }
  }

  @Test func `the error for an unknown category lists the categories`() throws {
    let shell = try Self.shell()
    #expect(
      shell("standings --category Womn").errors == """
        Error: No runner is in the category 'Womn'. Did you mean 'Women'? The categories with runners: \
        'Men', 'Women'.

        """)
    #expect(
      shell("standings --category Kids --wave Red").errors == """
        Error: No runner is in the category 'Kids'. The categories with runners: 'Men'.

        """)
  }

  @Test func `the error for a wave says that the race has no waves`() throws {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    shell("enter 17")
    #expect(
      shell("standings --wave B").errors
        == "Error: No runner is in the wave 'B': the entries name no waves.\n")
  }
}
