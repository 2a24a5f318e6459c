import ProcessTestSupport
import Testing
import Text

struct KindsOfTerminalTests {
  private let log: RealLog

  init() throws { log = try RealLog() }

  @Test func `the screen follows the size of the terminal`() throws {
    let terminal = try log.screen("watch", "--start", "--name", "Tempo run")
    try terminal.expect("██████")
    try terminal.type("ll", expecting: "2 laps")
    terminal.resize(columns: 20, rows: 5)
    try terminal.expect("the small screen") { screen in
      screen.lines[0].hasSuffix("running") && screen.lines[1].hasPrefix("2 laps  lap 00:0")
        && screen.lines[2].hasPrefix("2) ") && screen.lines[4] == "space stop  l lap"
    }
    terminal.resize(columns: 100, rows: 30)
    try terminal.expect("the large screen") { screen in
      screen.lines[0].hasPrefix("Tempo run  session 1") && screen.lines[9] == "2 laps"
        && screen.lines[3].contains("██████") && screen.lines[29].hasPrefix("space stop")
    }
  }

  @Test func `a terminal that cannot move its cursor shows one line`() throws {
    for kind in ["dumb", "no-such-terminal"] {
      let terminal = try log.screen(
        "watch", kind == "dumb" ? "--start" : "1", environment: ["TERM": kind])
      try terminal.expect("running")
      #expect(terminal.screen.lines.dropFirst().allSatisfy { $0.isEmpty })
      #expect(!terminal.screen.isAlternate)
      try terminal.type("l", expecting: kind == "dumb" ? "1 lap" : "2 laps", "? help  q quit")
      try terminal.type("?", expecting: "u r undo, redo  n name  q quit")
      terminal.type("x")
      try terminal.expect("the clock after the help") {
        $0.lines[0].wholeMatch(
          of: /[0-9:.]+ running [12] laps?  lap [23] 00:[0-9.]+   space stop .*/) != nil
      }
      let line = terminal.screen.lines[0]
      try terminal.expect("a running clock") { $0.lines[0] != line }
      try terminal.quit()
      #expect(terminal.isCooked)
    }
  }

  @Test func `colors are used, but not with NO_COLOR or --color never`() throws {
    let (log, colored) = try RealLog.started()
    #expect(colored.screen.hasColors)
    let plain = try log.screen("watch", environment: ["NO_COLOR": "1"])
    try plain.expect("no laps")
    #expect(!plain.screen.hasColors)
    let never = try log.screen("watch", "--color", "never")
    try never.expect("no laps")
    #expect(!never.screen.hasColors)
  }

  @Test func `the locale selects UTF-8, also if it is not installed, or else ASCII`() throws {
    try log.run("start", "Süd 中")
    try log.run("lap", "naïve")
    let terminal = try log.screen("watch", environment: ["LANG": "C"])
    try terminal.expect("S?d ??  session 1", "######", "na?ve")
    #expect(terminal.screen.text.utf8.allSatisfy { $0 < 0x80 })
    let other = try RealLog()
    let selected = try other.screen("watch", "--start", environment: ["LANG": "xx_YY.UTF-8"])
    try selected.expect("██████")
  }

  @Test func `wide, joined and hostile characters keep their columns`() throws {
    try log.run("start", "中文 👨‍👩‍👧 é")
    try log.run("lap", "a\u{1B}[2Jb\u{202E}c")
    let terminal = try log.screen("watch", rows: 10)
    try terminal.expect("中文", #"a\u{1B}[2Jb\u{202E}c"#, "started just now")
  }

  @Test(arguments: ["csv", "tsv", "table", "markdown", "json", "ndjson"])
  func `a terminal of unknown size gets no control characters`(format: String) throws {
    let hostile = "\u{1B}[31m\u{1B}]0;title\u{7}\u{9B}2J\u{202E}"
    try log.run("start", hostile)
    let terminal = try PseudoTerminal(
      [Child.laptimer, "query", "SELECT name FROM sessions", "--format", format],
      environment: log.environment, knowsItsSize: false)
    #expect(try terminal.waitForEnd() == .exit(0))
    let shown = String(decoding: terminal.received, as: UTF8.self)
    // The table's header is bold.
    let text = shown.replacing("\u{1B}[1mname\u{1B}[0m", with: "name")
    #expect(text.contains("[31m"))
    let obeyed = text.unicodeScalars.contains { Harmless.isObeyed($0) && $0 != "\r" && $0 != "\n" }
    #expect(!obeyed, "\(Harmless.text(shown))")
    let piped = try log.run("query", "SELECT name FROM sessions", "--format", format).output
    #expect(piped.contains(hostile) == ["csv", "tsv"].contains(format))
  }

  @Test func `a terminal of unknown size has 80 columns and 24 rows`() throws {
    try log.run("start", "Tempo run")
    let terminal = try PseudoTerminal(
      [Child.laptimer, "watch"], environment: log.environment, knowsItsSize: false)
    try terminal.expect("running")
    try terminal.expect("the keys in the last of 24 rows") { $0.lines[23].contains("q quit") }
    try terminal.quit()
  }

  @Test func `watch needs a terminal, and watch --json a session`() throws {
    let refused = try log.run("watch", "--json")
    #expect(refused.exit == 1)
    #expect(refused.errors.contains("There is no session yet."))
    try log.run("start")
    let answer = try log.run("watch")
    #expect(answer.exit == 64)
    #expect(answer.output.isEmpty)
    #expect(answer.errors.hasPrefix("Error: 'watch' needs a terminal"))
  }
}
