import HubTestSupport
import Host
import ProcessTestSupport
import Testing

/// `laptimer` and `laptimer-sync` as two programs.
struct VersionTests {
  @Test func `programs of different versions do not work together`() throws {
    let device = try Device()
    func run(_ version: String?, _ words: String...) throws -> Device.Answer {
      var environment = device.environment
      environment[Release.variable] = version
      let child = try Child(
        [Child.buildFolder + "/laptimer-sync"] + words, environment: environment, errors: .pipe)
      let texts = child.textsToEnd()
      return Device.Answer(
        exit: try child.end().code, output: texts.output, errors: texts.errors)
    }
    for words in ["now", "status", "--version"] {
      let answer = try run("0.9.0", words)
      #expect(answer.exit == 70)
      #expect(answer.output == "")
      #expect(
        answer.errors.contains(
          "This is laptimer-sync \(Release.version), but laptimer is 0.9.0. Install both"))
    }
    let usage = try run(nil, "init")
    #expect(usage.exit == 64)
    #expect(usage.errors.contains("\nUsage: laptimer sync init <url>"))
    #expect(usage.errors.hasSuffix("  See 'laptimer sync init --help' for more information.\n"))
    #expect(try run(Release.version, "--version").output == Release.version + "\n")
    #expect(try run(nil, "--version").output == Release.version + "\n")
    #expect(try device("sync", "--version").output == Release.version + "\n")
    // The options of a line without a subcommand, too.
    let help = try device("sync", "--help").output
    #expect(help.contains("\nUSAGE: laptimer sync [--db <path>] [--json] [<subcommand>]\n"))
    #expect(help.contains("\n  --follow "), "\(help)")
  }

  @Test func `options of all subcommands may precede the subcommand`() throws {
    let device = try Device()
    for words in [["--json"], ["--db", device.log, "--json"], ["--json", "--db=\(device.log)"]] {
      for rest in [["status"], ["--follow"], []] {
        let answer = try device.run(["sync"] + words + rest)
        #expect(answer.exit == 1)
        #expect(answer.errors.contains(#""kind":"not_joined""#), "\(answer.errors)")
      }
    }
    #expect(try device("sync", "--json", "--version").output == Release.version + "\n")
  }

  @Test(
    .enabled(if: HubServer.isInstalled),
    arguments: [
      ("'postponed', 0::bigint, NULL::text", "'postponed'"),
      ("'diverged', 1::bigint, 'other_planet'", "'other_planet'"),
      ("'stored', NULL::bigint, NULL::text", "'NULL'"),
    ])
  func `an answer of another version of the hub is an error, and no divergence`(
    row: String, answer: String
  ) throws {
    let server = try HubServer()
    let (owner, device) = (try Device(), try Device())
    try owner.initialize(server)
    try device.join(server, "a", owner.invite("a"))
    try #require(try device("start", "Crit", "--race", "2 laps").exit == 0)
    let replaced = try server.psql(
      """
      CREATE OR REPLACE FUNCTION laptimer.append_events(in_group uuid, in_stream uuid, after bigint, \
      lines text[], OUT outcome text, OUT version bigint, OUT reason text) LANGUAGE sql \
      AS $$ SELECT \(row) $$
      """)
    try #require(replaced.exit == 0, "\(replaced.output)")
    let refused = try device("sync")
    #expect(refused.exit == 70)
    #expect(refused.errors.hasPrefix("Error: The hub is of another version: "))
    #expect(refused.errors.contains("does not know its answer \(answer)."))
    #expect(refused.output == "")
  }
}
