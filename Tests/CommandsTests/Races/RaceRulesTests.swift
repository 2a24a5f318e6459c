import Testing

struct RaceRulesTests {
  private let shell = Shell("start Crit --race '20 laps'", "enter 17")
  private static let rules =
    "bunch=3s, round=up 1s, classified=90%, window A=1m..1h, pulled=unranked"

  private func data() -> String {
    let line = shell("events --json").lines.last ?? ""
    return line.firstRange(of: "\"data\":").map { String(line[$0.upperBound...]) } ?? ""
  }

  @Test func `rules without a format change the existing format`() {
    #expect(
      shell("plan --rules 'lapped=continue'").text == """
        Session 1 "Crit" is running at 00:00.0; plan: race "20 laps"; rules of the race: \
        lapped=continue.
        """)
    #expect(shell("show").output.contains("\nplan: race \"20 laps\"\nrules: lapped=continue\n"))
    #expect(data().contains(#""laps":20"#))
    // The event contains the complete format.
    for field in ["rules_version", "lapped", "first", "clock", "ties", "bunch_ns", "doubles_ns"] {
      #expect(data().contains("\"\(field)\":"), "\(field)")
    }
  }

  @Test func `rules that are not named stay, also in a new format; none removes one or all`() {
    shell("plan --rules '\(Self.rules)'")
    #expect(
      shell("plan --rules 'bunch=none, ties=shared, window A=none'").text.hasSuffix(
        "rules of the race: ties=shared, round=up 1s, pulled=unranked, classified=90%."))
    shell("plan --rules 'ties=shared'", "plan --race none")
    #expect(shell("plan --race '3 laps'").text.hasSuffix("plan: race \"3 laps\"."))
    shell("plan --race 'elimination every 2' --rules '\(Self.rules)'")
    #expect(
      shell("plan --race '3 laps' --rules 'round=down 1s'").text.hasSuffix(
        """
        plan: race "3 laps"; rules of the race: round=down 1s, bunch=3s, pulled=unranked, \
        classified=90%, window A=1m..1h.
        """))
  }

  @Test func `rules without a format are refused for a session without a race, and by watch`() {
    #expect(
      shell("start Tempo --also", "plan --rules 'ties=shared' --session Tempo").error(1).hasPrefix(
        "Error: Session 2 is not a race."))
    let lines = shell(
      "record",
      input: "plan --rules ties=shared --session Tempo\nplan --rules ties=shared --session Crit\n")
    #expect(lines.exit == 65)
    #expect(lines.errors.contains("line 1: Session 2 is not a race."))
    #expect(lines.text.hasSuffix("rules of the race: ties=shared."))
    shell.expect(
      exit: 64, "plan --race none --rules 'ties=shared' --session Crit",
      "plan --rules 'tie=shared' --session Crit", "start --also --rules 'ties=shared'")
    #expect(Shell()("watch --start --rules ties=shared").failed(64, "'laptimer watch --help'"))
  }

  @Test func `rules of a wave change the rules of the race for that wave only`() {
    shell("plan --rules 'ties=shared, bunch=1s'", "enter 4 --wave B")
    #expect(
      shell("plan --wave B --rules 'bunch=none'").text
        == "Session 1 \"Crit\": changed the format of wave B.")
    #expect(data().contains(#""ties":"shared""#) && data().contains(#""bunch_ns":null"#))
    shell("wave B --race '10 laps' --rules 'round=up 1s'")
    #expect(shell("events --json").output.contains(#""kind":"wave_started""#))
    #expect(data().contains(#""ties":"shared""#) && data().contains(#""bunch_ns":null"#))
    #expect(data().contains(#""laps":10"#))
    shell("enter 5 --wave C", "wave C --race '5 laps'")
    #expect(data().contains(#""ties":"shared""#) && data().contains(#""bunch_ns":1000000000"#))
    // Without options, a wave follows the format of the race.
    shell("enter 6 --wave D", "wave D")
    #expect(!data().contains("race"))
  }

  @Test func `a repeated change of rules gives the first answer, and another one is refused`() {
    let first = shell("plan --rules 'bunch=1s'", "plan --rules 'ties=shared' \(sameID)")
    shell("plan --rules 'bunch=3s, clock=chip'")
    #expect(shell("plan --rules 'ties=shared' \(sameID)") == first)
    #expect(
      shell("plan --rules 'ties=line' \(sameID)").failed(1, "already belongs to another event"))
  }

  @Test(arguments: ["--laps 3", "--limit 1h", "--min-lap 3s", "--course x", "--segments a,b"])
  func `the format of a wave cannot be combined with rules of the whole race`(rule: String) {
    let option = rule.prefix { $0 != " " }
    #expect(
      shell("plan --wave Q --race '5 laps' \(rule)").failed(
        64, "'--wave' cannot be combined with '\(option)'"))
  }

  @Test(arguments: ["--limit 10m", "--laps 3", "--min-lap 5s", "--course golf --segments a,b"])
  func `a race gets no rules of a clock, and a session with them no format`(rule: String) {
    let shell = Shell(
      "start Crit --race '2 laps'", "start Plain --also", "plan \(rule) --session Plain")
    #expect(shell("plan \(rule) --session Crit --json").failed(1, "\"kind\":\"ruled_by_format\""))
    #expect(shell("plan --race 45m --session Plain").failed(1, "the rules of its format"))
    #expect(shell("start Third --also --race 45m --course golf --segments a,b").exit == 64)
    shell.expect(exit: 0, "plan --rules ties=shared --session Crit")
  }

  @Test(arguments: [
    ("--limit 45m", "--race 45m", "'20 laps'"), ("--laps 20", "--race '20 laps'", "45m"),
    ("--laps 1", "--race '1 lap'", "45m"),
    ("--min-lap 30s", "--race '20 laps' --rules min_lap=30s", "'20 laps'"),
  ])
  func `a start of a race refuses the rules of a clock and suggests the format`(
    option: String, named: String, format: String
  ) {
    let shell = Shell()
    #expect(
      shell("start Crit --race \(format) \(option)").failed(
        64,
        "cannot be used with '--race': the runners of a race have the rules of its format, as in \(named)."
      ))
    #expect(shell("list --json").text == "[]")
    shell.expect(exit: 0, "start Crit \(named)", "start --also --limit 45m --laps 20 --min-lap 30s")
  }
}
