import Foundation
import ProcessTestSupport
import Testing

struct SessionsOnScreenTests {
  private let log: RealLog

  init() throws { log = try RealLog() }

  @Test func `with several running sessions, watch shows a board; digits record laps`() throws {
    try log.run("start", "Ada")
    try log.run("start", "Grace", "--also")
    let terminal = try log.screen("watch")
    try terminal.expect("2 sessions", "1-9 lap")
    try terminal.type("2", expecting: "2 Grace: 1) 0", " 1   2 Grace")
    try log.run("start", "Joan", "--also")
    try terminal.expect("3 Joan")
    try terminal.type("3", expecting: "3 Joan: 1) 0")
    try terminal.type("u", expecting: "Took back lap 1, ")
    try log.run("lap", "--session", "1")
    try terminal.expect("1 Ada      1 ")
    try terminal.quit()
    #expect(try log.events().count { $0 == "lapped" } == 3)
  }

  @Test func `once another process starts a second session, watch becomes the board`() throws {
    try log.run("start", "Ada")
    let terminal = try log.screen("watch")
    try terminal.expect("space stop")
    try terminal.type("m", expecting: "mark:")
    terminal.type("wa")
    try log.run("start", "Grace", "--also")
    try log.run("lap", "--session", "Ada")
    try terminal.expect("1 lap")
    try terminal.type("ter\r", expecting: "2 sessions")
    // The session stays chosen, so that its keys still work.
    try terminal.type("l", expecting: "1 Ada: 2) 0")
    try terminal.type(" ", expecting: "1 running")
    try log.run("stop", "--session", "Grace")
    try terminal.expectNo("1 running")
    try terminal.expect("2 sessions")
    try terminal.quit()
    #expect(
      try log.run("query", "--format", "csv", "SELECT label FROM timestamps").output
        == "label\nwater\n")
  }

  @Test func `a session that the user names stays on the screen, and so does a race`() throws {
    try log.run("start", "Ada")
    let named = try log.screen("watch", "Ada")
    try named.expect("space stop")
    try log.run("start", "Crit", "--also", "--race", "9 laps")
    try log.run("stop", "--session", "Ada")
    try named.expect("space resume")
    let race = try log.screen("watch")
    try race.expect("9 laps")
    try log.run("resume", "--session", "Ada")
    try log.run("enter", "17", "Joan", "--session", "Crit")
    try race.expect("17 Joan")
    try named.expect("space stop")
    #expect(!named.screen.text.contains("2 sessions"))
    #expect(!race.screen.text.contains("2 sessions"))
  }

  @Test func `warnings about the configuration are outside the screen`() throws {
    try log.configure("bell = loud\nkeys.lap = space\nagainst = nobody")
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("l stop  space lap")
    #expect(!terminal.screen.text.contains("Note:"))
    try terminal.type(" ", expecting: "1 lap")
    try terminal.type("l", expecting: "l resume")
    try terminal.type(" ", expecting: "Stopped: l resumes.")
    try terminal.quit()
    #expect(terminal.screen.text.contains("line 1 is ignored"))
    #expect(terminal.screen.text.contains("line 3 is ignored"))
  }

  private func transfer(from one: RealLog, to two: RealLog) throws {
    let file = two.folder + "/other.jsonl"
    try one.run("export").output.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try two.run("import", file, "--foreign").exit == 0)
  }

  @Test func `watch opens the device's own session on the board of the race`() throws {
    let (own, race) = (try RealLog(), try RealLog())
    try race.run("start", "Crit", "--race", "3 laps")
    try race.run("enter", "17", "Ada Lovelace")
    try race.run("enter", "4", "Grace Hopper")
    try transfer(from: race, to: own)
    #expect(try own.run("start", "--join", "Crit").exit == 0)
    let terminal = try own.screen("watch", columns: 100)
    try terminal.expect("times finish by session 2", "17 Ada Lovelace")
    try terminal.type("17\r", expecting: "17 Ada Lovelace: lap 1  ")
    try terminal.type(" ", expecting: "Recorded a crossing without a bib", "1 unknown")
    try terminal.type("u", expecting: "Took back the crossing without a bib.")
    try terminal.type("a", expecting: "This screen times a point")
    try terminal.quit()
    #expect(try own.run("events", "2", "--json").output.split(separator: "\n").count == 4)
    try transfer(from: own, to: race)
    #expect(try race.run("standings", "--format", "csv").output.contains("17,Ada Lovelace"))
  }

  @Test func `watch --start joins a race, also one that this log does not have`() throws {
    let race = "01920000-0000-7000-8000-000000000001"
    let terminal = try log.screen(
      "watch", "--start", "--join", race, "--point", "A", "--name", "Bridge")
    try terminal.expect("Bridge  session 1", "times A", "0-9 Enter cross")
    try terminal.type("17", expecting: "bib: 17")
    try terminal.type("\r", expecting: "17 crossed at ")
    try terminal.type(" ", expecting: "Recorded a crossing without a bib at ")
    try terminal.type("u", expecting: "Took back the crossing without a bib.")
    #expect(try log.events() == ["joined", "named", "crossed", "crossed", "reverted"])
    for options in [["--point", "A"], ["--join", race, "--laps", "3"]] {
      let refused = try PseudoTerminal(
        [Child.laptimer, "watch", "--start"] + options, environment: log.environment)
      try refused.expect(options[0] == "--point" ? "--join" : "'--laps' cannot be used")
      #expect(try refused.waitForEnd() == .exit(64))
    }
  }
}
