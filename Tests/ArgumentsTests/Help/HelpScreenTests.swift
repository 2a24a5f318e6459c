import Testing

@testable import Arguments

struct HelpScreenTests {
  @Test func `labels that reach column 26 have their own line`() {
    let program = Program(
      "timer", version: "1", abstract: "Times.",
      [
        Subcommand(
          "go", abstract: "Go.",
          discussion: "A first paragraph, which is\nbroken where it is.\n\nAnd a second one.",
          [
            Parameter.argument(repeating: "word", .text, required: true, help: ""),
            Parameter.flag("twenty-four-characters", help: "On its own line."),
            Parameter.flag("twenty-one-character", help: "On one line."),
            Parameter.option("so-much-longer", .text("value"), help: "Long."),
          ])
      ])
    #expect(
      program.help(for: program.subcommand(named: "go"), width: 40) == """
        OVERVIEW: Go.

        A first paragraph, which is
        broken where it is.

        And a second one.

        USAGE: timer go <word> ... [--twenty-four-characters] [--twenty-one-character] \
        [--so-much-longer <value>]

        ARGUMENTS:
          <word>

        OPTIONS:
          --twenty-four-characters
                                  On its own
                                  line.
          --twenty-one-character  On one line.
          --so-much-longer <value>
                                  Long.
          --version               Show the
                                  version.
          -h, --help              Show this
                                  help.

        """)
  }

  @Test func `the usage line shows all parameters, but of more than twelve no options`() {
    #expect(
      Sample.program.usage(of: Sample.amend) == """
        laptimer amend <lap> (--at <when> | --by <dur> | --label <label>) [--session <session>] \
        [--db <path>] [--json] [--color <color>]
        """)
    let flags: [any ParameterGroup] = (0..<12).map { Parameter.flag("flag-\($0)", help: "") }
    let argument = Parameter.argument(optional: "name", .text, help: "")
    func usage(_ parameters: [any ParameterGroup]) -> String {
      let subcommand = Subcommand("go", abstract: "", parameters)
      return Program("timer", version: "1", abstract: "", [subcommand]).usage(of: subcommand)
    }
    #expect(usage(flags + [argument]) == "timer go [<options>] [<name>]")
    #expect(usage([argument] + flags.dropFirst()).hasPrefix("timer go [<name>] [--flag-1] "))
    #expect(usage(flags + flags) == "timer go [<options>]")
  }

  @Test func `a narrow terminal shows all words`() {
    for width in [-5, 0, 1, 20, 30] {
      let screen = Sample.program.help(for: Sample.lap, width: width)
      let words = screen.split { $0 == " " || $0 == "\n" }
      let wide = Sample.program.help(for: Sample.lap, width: 1000)
      #expect(words == wide.split { $0 == " " || $0 == "\n" })
    }
  }

  @Test func `subcommands are listed in groups, and examples come last`() {
    let program = Program(
      "timer", version: "1", abstract: "Times.",
      examples: [Example("Start two sessions", "timer go\ntimer go")],
      groups: [
        SubcommandGroup("Time", [Subcommand("go", aliases: ["run"], abstract: "Go.")]),
        SubcommandGroup("Correct", [Subcommand("fix", abstract: "Fix it.")]),
      ])
    #expect(
      program.help() == """
        OVERVIEW: Times.

        USAGE: timer <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show this help.

        SUBCOMMANDS:
          Time
            go, run               Go.

          Correct
            fix                   Fix it.

        EXAMPLES:
          Start two sessions:
            timer go
            timer go

          See 'timer help <subcommand>' for detailed help.

        """)
  }
}
