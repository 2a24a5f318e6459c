import Testing

@Suite struct ListTests {
  let shell = Shell()

  private func recordSessions() {
    shell(
      "start 'Tempo run' --tag track --tag '10 k'", .seconds(28), "lap", .seconds(2), "stop",
      .seconds(3600), "start 中文 --tag track", .seconds(5), "discard 2", .seconds(60),
      "start --limit 10", .seconds(20), "start Race --countdown 1:30")
  }

  @Test func `sessions are listed as of now, the newest recorded first`() {
    recordSessions()
    #expect(
      shell("list") == """
        session  name       phase      started              time  laps     best  tags         people
              4  Race       countdown  2027-01-15 10:03     1:30     0
              3             finished   2027-01-15 10:01  00:10.0     0
              1  Tempo run  stopped    2027-01-15 09:00  00:30.0     1  00:28.0  track, 10 k
        """)
    shell("start Late --also --at '2026-06-01 10:00'")
    #expect(shell("list").output.split(separator: "\n")[1].contains("  Late  "))
    #expect(shell("list --since 2027-01-01").output.contains("Late") == false)
  }

  @Test func `in the countdown the running time has a minus in rows and in JSON`() {
    recordSessions()
    #expect(shell("list --limit 1 --format csv").output.contains(",-90000000000,-1:30,0,"))
    #expect(
      shell("list --limit 1 --json").output
        .contains(#""running_time_ns":-90000000000,"running_time":"-1:30","#))
  }

  @Test(arguments: [
    ("--all", [4, 3, 2, 1]), ("--limit 2", [4, 3]), ("--all --limit 3", [4, 3, 2]),
    ("--phase finished", [3]), ("--phase running", []), ("--phase discarded", [2]),
    ("--phase countdown", [4]), ("--phase stopped", [1]), ("--phase ready", []),
    ("--tag track", [1]), ("--tag track --tag '10 k'", [1]), ("--all --tag track", [2, 1]),
    ("--tag trac", []), ("--since 10:00:31", [4, 3]),
    ("--all --since 2027-01-15T09:00:30Z", [4, 3, 2]), ("--since today", [4, 3, 1]),
    ("--until yesterday", []), ("--until friday", [4, 3, 1]), ("--until 2027-01-15", [4, 3, 1]),
    ("--since 30m", [4, 3]), ("--until 30m", [1]), ("--since 09:00 --until 09:30", [1]),
    ("--since 'last friday'", [4, 3, 1]), ("--since 'this month'", [4, 3, 1]),
    ("--until 'last week'", []), ("--since 'last year' --until 'this week'", [4, 3, 1]),
  ])
  func `each filter selects the matching sessions`(options: String, expected: [Int]) {
    recordSessions()
    let answer = shell("list --format csv \(options)")
    let numbers = answer.lines.dropFirst().compactMap { Int($0.prefix { $0 != "," }) }
    #expect(answer.exit == 0 && numbers == expected)
  }

  @Test func `attempts have a column with their course`() {
    recordSessions()
    let lines = shell("undo", "start --course golf --segments A,B", "list").lines
    #expect(lines[0].hasSuffix("     best  course  tags         people"))
    #expect(lines[1].hasSuffix("  golf"))
    #expect(shell("list --format csv").output.contains(",golf,,,,,\n"))
    #expect(shell("list --format markdown").output.contains("| course |"))
    #expect(!shell("list --tag track").output.contains("course"))
    #expect(shell("list --course golf --format csv").output.split(separator: "\n").count == 2)
    #expect(
      shell("list --course gofl")
        == Answer(errors: "Note: No session has the course 'gofl'. Did you mean 'golf'?\n"))
  }

  @Test func `races, and sessions of other devices, have their kind`() {
    let other = Shell(firstID: 1001, "start Away", "start Crit --race '2 laps' --also")
    recordSessions()
    #expect(!shell("list").output.contains("kind"))
    shell("import - --foreign", input: other("export").output)
    let rows = shell("start Heat --race '3 laps' --also", "list").lines
    #expect(rows[0].hasSuffix("     best  kind             tags         people"))
    #expect(rows[1].hasSuffix("  race"))
    #expect(rows[2].contains("  Crit ") && rows[2].hasSuffix("  race, read-only"))
    #expect(rows[3].contains("  Away ") && rows[3].hasSuffix("  read-only"))
    #expect(rows.last?.hasSuffix("  00:28.0                   track, 10 k") == true)
    #expect(
      shell("list --format ndjson").lines.map { $0.hasSuffix(#","read_only":true}"#) }
        == [false, true, true, false, false, false])
    let race = "01920000-0000-7000-8000-0000000003ea"
    shell("start Bridge --join \(race) --point A --priority 2")
    #expect(
      shell("list --format csv").lines.prefix(4).map {
        $0.split(separator: ",", omittingEmptySubsequences: false).suffix(5).joined(separator: ",")
      } == [
        "race,joined_race,joined_point,joined_priority,read_only", ",\(race),A,2,", "3 laps,,,,",
        "2 laps,,,,true",
      ])
  }

  @Test func `a wide terminal has a column of ages, and a narrow one cuts the table`() {
    recordSessions()
    shell.columns = 100
    let lines = shell("list --color never").lines
    #expect(lines[0].contains("  started               age     time  laps"))
    #expect(lines[1].contains("  2027-01-15 10:03              1:30     0"))
    #expect(lines[2].contains("  2027-01-15 10:01  20s ago  00:10.0     0"))
    shell.columns = 99
    #expect(!shell("list").output.contains("age"))
    shell.columns = 40
    #expect(
      shell("list --color never").text == """
        session  name      phase      started  …
              4  Race      countdown  2027-01-1…
              3            finished   2027-01-1…
              1  Tempo r…  stopped    2027-01-1…
        """)
  }

  @Test(arguments: [
    ("--tag trac", "No sessions are tagged 'trac'. Did you mean 'track'?"),
    ("--tag track --tag zzz", "No sessions are tagged 'zzz'."),
    ("--phase running", "No session matches."), ("--until yesterday", "No session matches."),
  ])
  func `a note says why nothing is listed`(options: String, note: String) {
    recordSessions()
    #expect(shell("list \(options)") == Answer(errors: "Note: \(note)\n"))
    #expect(shell("list \(options) --format csv").errors == "")
  }

  @Test func `on a terminal a note says that there are more sessions`() {
    shell.columns = 80
    for _ in 0..<20 { shell("start --also") }
    #expect(shell("list").errors == "")
    let answer = shell("start --also", "list")
    #expect(answer.output.split(separator: "\n").count == 21)
    #expect(answer.message == "Note: Listed the newest 20 sessions; '--limit <n>' lists more.")
    #expect(shell("list --json").errors == "")
    #expect(shell("list --limit 20").errors == "")
    shell.columns = nil
    #expect(shell("list").errors == "")
    for (options, count) in [("", 20), ("--all", 21), ("--limit 7", 7)] {
      #expect(shell("list \(options)").output.split(separator: "\n").count == 1 + count)
    }
  }

  @Test func `the JSON of list has the fields of show without lists`() {
    shell("start 'Tempo run' --tag track --laps 18 --limit 1h --min-lap 5", .seconds(28), "lap")
    let json = shell("show --json").text.replacing(/"laps":\[\{.*"timestamps":\[\],/, with: "")
    #expect(
      json.contains(
        #""plan":{"laps":18,"limit_ns":3600000000000,"min_lap_ns":5000000000},"lap_count":1,"#))
    #expect(shell("list --json").text == "[\(json)]")
    #expect(shell("list --format json --json").text == "[\(json)]")
    #expect(shell("list --format ndjson").text == "\(json)")
    #expect(shell("start Two --also", "list --json").text.hasSuffix("},\n\(json)]"))
  }

  @Test func `list writes CSV, TSV, NDJSON and Markdown`() {
    shell("start 'a, \"b\"|c' --tag x", .milliseconds(1250))
    #expect(
      shell("list --format csv --precision 2").text == """
        session,uid,name,phase,started_at,running_time_ns,running_time,lap_count,best_ns,tags,\
        people,clock,plan_laps,plan_limit_ns,plan_min_lap_ns,events,course,race,joined_race,\
        joined_point,joined_priority,read_only
        1,01920000-0000-7000-8000-000000000001,"a, ""b""|c",running,\
        2027-01-15T08:00:00.000000000Z,1250000000,00:01.25,0,,"[""x""]",[],exact,,,,1,,,,,,
        """)
    #expect(
      shell("list --format markdown").text == #"""
        | session | name      | phase   | started          |    time | laps | best | tags | people |
        | ------: | --------- | ------- | ---------------- | ------: | ---: | ---: | ---- | ------ |
        |       1 | a, "b"\|c | running | 2027-01-15 09:00 | 00:01.2 |    0 |      | x    |        |
        """#)
  }

  @Test func `an empty log is an empty list`() {
    #expect(shell("list") == Answer(errors: "Note: There is no session yet.\n"))
    #expect(shell("list --json") == "[]")
    #expect(shell("list --format ndjson") == Answer())
    #expect(shell("list --format csv").output.hasPrefix("session,uid,name,"))
    #expect(
      shell("start", "discard 1", "list")
        == Answer(errors: "Note: All sessions are discarded: 'laptimer list --all' lists them.\n"))
  }

  @Test func `colors are used only if requested`() {
    shell("start A")
    shell.columns = 80
    #expect(shell("list").output.hasPrefix("\u{1B}[1msession\u{1B}[0m"))
    shell.environment["NO_COLOR"] = "1"
    #expect(shell("list").output.hasPrefix("session  name"))
    shell.columns = nil
    #expect(shell("list --color always").output.hasPrefix("\u{1B}[1msession"))
  }

  @Test(arguments: ["--limit 0", "--limit -1", "--phase idle", "--since noon", "--tag ''"])
  func `an invalid filter is wrong usage`(options: String) {
    let answer = shell("list \(options)")
    #expect(answer.exit == 64)
    if let limit = options.firstMatch(of: /--limit (.*)/)?.1 {
      #expect(
        answer.errors.hasPrefix(
          "Error: The value '\(limit)' is invalid for '--limit <n>': less than 1\n"))
    }
  }

  @Test func `in a narrow terminal a long name is cut, not the times`() {
    shell("start 'A run with a name that is too long' --tag track", .seconds(10), "lap")
    shell.columns = 80
    #expect(
      shell("list --color never").lines == [
        "session  name                 phase    started              time  laps     best…",
        "      1  A run with a name …  running  2027-01-15 09:00  00:10.0     1  00:10.0…",
      ])
    shell.columns = 200
    #expect(shell("list --color never").output.contains("that is too long"))
  }
}
