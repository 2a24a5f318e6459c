import ProcessTestSupport
import Testing

struct RaceOnScreenTests {
  /// Opens a screen with a race of six runners with the bibs 1 to 6.
  private func race(_ log: RealLog) throws -> PseudoTerminal {
    let entries = log.folder + "/runners.csv"
    let rows = SampleRace.names.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
    try writeFile("bib,name\n\(rows)".utf8, to: entries)
    let terminal = try log.screen(
      "watch", "--start", "--name", "Crit", "--race", "3 laps", "--entries", entries)
    try terminal.expect("Crit  session 1", "0-9 cross")
    return terminal
  }

  @Test func `a key each records the crossings of six runners, and the standings agree`() throws {
    let log = try RealLog()
    let terminal = try race(log)
    for runner in ["3 Joan", "1 Ada", "6 Hedy", "2 Grace", "5 Katherine", "4 Mary"] {
      try terminal.type(String(runner.prefix(1)), expecting: "\(runner) ", ": lap 1  ")
    }
    try terminal.type("1", expecting: "1 Ada Lovelace: lap 2  ", "▲1")
    try terminal.type("l", expecting: "In a race bibs cross")
    let standings = try log.run("standings", "--json").output
    let order = standings.split(separator: "\"bib\":\"").dropFirst().map { String($0.prefix(1)) }
    #expect(order == ["1", "3", "6", "2", "5", "4"])
    try terminal.quit()
    #expect(try log.events().count { $0 == "crossed" } == 7)
    #expect(try log.events().contains("lapped") == false)
  }

  @Test func `a mistyped bib is undone, and a crossing without a bib is assigned later`() throws {
    let log = try RealLog()
    let terminal = try race(log)
    try terminal.type("7", expecting: "7 is not entered: recorded as unknown", "1 unknown")
    try terminal.type("u", expecting: "Took back the crossing of 7.")
    try terminal.expectNo("1 unknown")
    try terminal.type(" ", expecting: "Recorded a crossing without a bib at 00:")
    try terminal.type("2", expecting: "2 Grace Hopper: lap 1")
    try terminal.type("a", expecting: "bib:")
    try terminal.type("5\r", expecting: "2 places changed: The crossing is 5's now. 5 Katherine ")
    try terminal.expect(" 1   5 Katherine Johnson")
    let undone = "2 places changed: Took back the assignment to 5."
    try terminal.type("u", expecting: undone, "1 unknown")
    #expect(try log.run("check").exit == 0)
  }

  @Test func `the screen shows the board of a race that another process starts`() throws {
    let log = try RealLog()
    let terminal = try log.screen("watch")
    try terminal.expect("no session yet")
    try log.run("start", "Crit", "--race", "3 laps")
    try terminal.expect("Nobody is entered")
    try log.run("enter", "7", "Ada")
    try terminal.expect("7 Ada")
    try terminal.type("7", expecting: "7 Ada: lap 1")
  }
}
