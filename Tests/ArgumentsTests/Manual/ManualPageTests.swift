import ProcessTestSupport
import Testing

@testable import Arguments

struct ManualPageTests {
  private static let program = Program(
    "laptimer", version: "1.2.3", abstract: "Times laps.",
    discussion: ".dots and 'quotes' at the start\n'of lines, \\back\\slashes, -- dashes.\n\nMore…",
    shared: [Sample.db, Sample.json],
    [Sample.lap, Sample.mark, Sample.amend, Sample.tag])

  private static let page = ManualPage(
    of: program, date: "2026-11-21",
    sections: [
      .init("EXIT STATUS", [.terms([("0", "Done."), ("64", "Wrong usage.\n\nSay \"help\".")])]),
      .init(
        "EXAMPLES", [.text("A first lap:"), .example("laptimer start\n\n.hidden 'x' \\n ~/.x")]),
    ])

  @Test func `groff renders the page without a warning`() throws {
    let folder = try ScratchFolder()
    try writeFile(Self.page.source.utf8, to: folder("laptimer.1"))
    // groff is in the package groff-base.
    let groff = try Child(
      ["groff", "-man", "-Tutf8", "-ww", "-P-cbou", "-rLL=78n", "laptimer.1"], folder: folder.path)
    let lines = String(decoding: groff.outputToEnd(), as: UTF8.self).split(separator: "\n")
    #expect(!lines.contains { $0.contains("warning") || $0.contains("error") }, "\(lines)")
    #expect(
      lines.joined(separator: "\n") == #"""
        LAPTIMER(1)                      User Commands                     LAPTIMER(1)
        NAME
               laptimer - Times laps
        SYNOPSIS
               laptimer [options] command [arguments]
        DESCRIPTION
               .dots and 'quotes' at the start 'of lines, \back\slashes, -- dashes.
               More…
        OPTIONS
               These may be given before or after the command.
               --db path
                      The log to use.
               --json Answer in JSON.
               --version
                      Show the version.
               -h, --help
                      Show this help.
        COMMANDS
           lap
               laptimer lap [label] [--session session] [--at when | --ago dur]
               Record a lap.
               A lap may be recorded later.
               label  The label of the lap.
               --session session
                      The session. (default: the running one)
               --at when
                      When it happened.
               --ago dur
                      How long ago it happened.
               Record a lap with a label:
                   laptimer lap 'Hole 7'
               Record a lap that was pressed two seconds ago:
                   laptimer lap --ago 2
           mark, timestamp
               laptimer mark label [--session session]
               Record a moment.
               label  What happened.
               --session session
                      The session. (default: the running one)
           amend
               laptimer amend lap (--at when | --by dur | --label label) [--session
               session]
               Move or rename a lap.
               lap    Which lap.
               --at when
                      When it happened.
               --by dur
                      How far to move it.
               --label label
                      Its new label.
               --session session
                      The session. (default: the running one)
           tag
               laptimer tag tag ...
               Tag a session.
               tag    The tags.
           help
               laptimer help [subcommand]
               Show the help of a subcommand.
               subcommand
                      The subcommand to explain.
               List all subcommands:
                   laptimer help
               Show the options and examples of one:
                   laptimer help lap
        EXIT STATUS
               0      Done.
               64     Wrong usage.
                      Say "help".
        EXAMPLES
               A first lap:
                   laptimer start
                   .hidden 'x' \n ~/.x
        laptimer 1.2.3                    2026-11-21                       LAPTIMER(1)
        """#)
  }

  @Test func `the source is ASCII and its head names program, date and version`() {
    let source = Self.page.source
    #expect(source.utf8.allSatisfy { $0 < 0x80 })
    #expect(
      source.hasPrefix(
        ".TH \"LAPTIMER\" \"1\" \"2026\\-11\\-21\" \"laptimer 1.2.3\" \"User Commands\"\n"))
  }
}
