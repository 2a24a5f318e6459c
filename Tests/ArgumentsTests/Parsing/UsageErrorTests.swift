import Testing
import Text

@testable import Arguments

struct UsageErrorTests {
  @Test(arguments: [
    ("lpa", "Unknown subcommand 'lpa'. Did you mean 'lap'?"),
    ("times x", "Unknown subcommand 'times'. Did you mean 'timestamp'?"),
    ("tmestamp x", "Unknown subcommand 'tmestamp'. Did you mean 'timestamp'?"),
    ("xyzzy", "Unknown subcommand 'xyzzy'"),
    ("split", "Unknown subcommand 'split'. Did you mean 'lap'?"),
    ("rename 1", "Unknown subcommand 'rename'. Did you mean 'amend' or 'tag'?"),
    ("lap --sesion 1", "Unknown option '--sesion'. Did you mean '--session'?"),
    ("lap --sesion=1", "Unknown option '--sesion'. Did you mean '--session'?"),
    ("lap --foo", "Unknown option '--foo'"),
    ("lap -json", "Unknown option '-json'. Did you mean '--json'?"),
    ("lap --hlep", "Unknown option '--hlep'. Did you mean '--help'?"),
    ("lap --version-x", "Unknown option '--version-x'"), ("lap --hold", "Unknown option '--hold'"),
    ("lap --sesssssion", "Unknown option '--sesssssion'. Did you mean '--session'?"),
    ("lap -xyz", "Unknown option '-xyz'"), ("lap --xyz", "Unknown option '--xyz'"),
    ("lap -x", "Unknown option '-x'"), ("lap -5", "Unknown option '-5'"),
    ("lap --=5", "Unknown option '--=5'"), ("lap --ie 5", "Unknown option '--ie'"),
    ("lap a b", "Unexpected argument 'b'"), ("help lap mark", "Unexpected argument 'mark'"),
    ("lap a b c", "2 unexpected arguments: 'b', 'c'"),
    ("lap --at", "Missing value for '--at <when>'"),
    ("start --limit", "Missing value for '--limit <n>'"),
    ("lap --at --", "Missing value for '--at <when>'"),
    ("lap --json=x", "The option '--json' does not take any value, but 'x' was specified."),
    ("lap --help=x", "The option '--help' does not take any value, but 'x' was specified."),
    ("lap -h=x", "The option '-h' does not take any value, but 'x' was specified."),
    (
      "lap --color pink",
      "The value 'pink' is invalid for '--color <color>'."
        + " Please provide one of 'auto', 'always' or 'never'."
    ),
    ("lap --ago x", "The value 'x' is invalid for '--ago <dur>': not a whole number"),
    ("start --limit 101", "The value '101' is invalid for '--limit <n>': not between 0 and 100"),
    ("amend 0 --by 1", "The value '0' is invalid for '<lap>': less than 1"),
    ("mark", "Missing expected argument '<label>'"),
    ("tag", "Missing expected argument '<tag> ...'"),
    ("amend 1", "Missing one of: '--at <when>', '--by <dur>', '--label <label>'"),
    ("lap --at 1 --ago 2", "The options '--at' and '--ago' cannot be used together."),
    ("lap --ago x --bogus", "The value 'x' is invalid for '--ago <dur>': not a whole number"),
    // Control characters are escaped.
    ("lap --a\u{1B}[31m\n\u{202E}", #"Unknown option '--a\u{1B}[31m\n\u{202E}'"#),
    ("\r\t\u{7F}\u{9B}", #"Unknown subcommand '\r\t\u{7F}\u{9B}'"#),
    ("lap --ago \u{1B}c", #"The value '\u{1B}c' is invalid for '--ago <dur>': not a whole number"#),
    ("lap -h=\u{7}", #"The option '-h' does not take any value, but '\u{7}' was specified."#),
    ("\u{206A}\u{FEFF}\u{FFFB}", #"Unknown subcommand '\u{206A}\u{FEFF}\u{FFFB}'"#),
    ("lap é👍🏽 日本", "Unexpected argument '日本'"),
  ])
  func `the first error is reported`(line: String, message: String) {
    #expect(Sample.message(line.split(separator: " ").map(String.init)) == message)
  }

  @Test func `a usage error shows the parameter's help, the usage and the help command`() throws {
    func text(_ word: String) -> String? { Sample.error([word]).map(Sample.program.text(of:)) }
    #expect(
      text("mark") == """
        Error: Missing expected argument '<label>'
        Help:  <label>  What happened.
        Usage: laptimer mark <label> [--session <session>] [--db <path>] [--json] [--color <color>]
          See 'laptimer mark --help' for more information.

        """)
    #expect(
      text("lpa") == """
        Error: Unknown subcommand 'lpa'. Did you mean 'lap'?
        Usage: laptimer [--db <path>] [--json] [--color <color>] <subcommand>
          See 'laptimer --help' for more information.

        """)
  }

  @Test func `an error that a command throws has the same format`() {
    let error = UsageError(.other("An option too many."), in: Sample.lap)
    #expect(error.message == "An option too many.")
    #expect(
      Sample.program.text(of: UsageError(.missing([Sample.label.definition]), in: Sample.lap))
        .hasPrefix("Error: Missing expected argument '<label>'\nHelp:  <label>  The label of"))
  }

  @Test(arguments: [
    ("", "", 0), ("", "lap", 3), ("lap", "", 3), ("lap", "lap", 0), ("lap", "lip", 1),
    ("lap", "la", 1), ("lap", "laps", 1), ("--tga", "--ago", 2),
    // A transposition is one edit at any position.
    ("lpa", "lap", 1), ("alp", "lap", 1), ("--tga", "--tag", 1), ("abcd", "badc", 2),
    // Each position is edited at most once: a swap and an insertion in between would be 2.
    ("ca", "abc", 3),
  ])
  func `the edit distance counts insertions, deletions, substitutions and transpositions`(
    one: String, other: String, distance: Int
  ) {
    let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    #expect(Spelling.editDistance(one, other) == distance)
    #expect(Spelling.editDistance(other, one) == distance)
  }
}
