import Testing

@testable import Arguments

struct SubcommandParsingTests {
  /// Describes the invocation that a line parses to.
  private func meaning(_ words: String...) throws -> String {
    switch try Sample.program.parse(words) {
    case .run(let subcommand, _): "run \(subcommand.name)"
    case .help(let subcommand): "help \(subcommand?.name ?? "-")"
    case .version: "version"
    }
  }

  @Test func `a subcommand is found by its name and its aliases`() throws {
    #expect(try meaning("mark", "pit") == "run mark")
    #expect(try meaning("timestamp", "pit") == "run mark")
    #expect(try meaning("secret") == "run secret")
  }

  @Test func `a line without a subcommand requests help`() throws {
    #expect(try meaning() == "help -")
    #expect(try meaning("--json") == "help -")
    #expect(try meaning("--") == "help -")
  }

  @Test func `help and version take precedence over errors`() throws {
    #expect(try meaning("lap", "--bogus", "-h") == "help lap")
    #expect(try meaning("lap", "--at", "--help") == "help lap")
    #expect(try meaning("amend", "x", "--by", "-h") == "help amend")
    #expect(try meaning("--help", "lap") == "help lap")
    #expect(try meaning("lap", "--bogus", "--version") == "version")
    #expect(try meaning("--version") == "version")
    #expect(try meaning("--version", "-h") == "help -")
    #expect(try meaning("start", "-ah") == "help start")
    #expect(try meaning("lap", "--help", "--help") == "help lap")
  }

  @Test(arguments: [
    "lpa --help", "--help lpa", "-h lpa", "lpa --version", "--version lpa", "lpa lap -h",
    "lpa --bogus -h", "help lpa -h", "help lpa --version",
  ])
  func `an unknown subcommand is an error, also with help or version`(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(Sample.message(words) == "Unknown subcommand 'lpa'. Did you mean 'lap'?")
    #expect(Sample.message(["--bogus"] + words)?.contains("Unknown") ?? false)
  }

  @Test func `the subcommand help explains another`() throws {
    #expect(try meaning("help") == "help -")
    #expect(try meaning("help", "lap") == "help lap")
    #expect(try meaning("help", "timestamp") == "help mark")
    #expect(try meaning("help", "help") == "help help")
    #expect(try meaning("help", "lap", "-h") == "help lap")
    #expect(try meaning("help", "-h") == "help help")
    #expect(Sample.message(["help", "lpa"]) == "Unknown subcommand 'lpa'. Did you mean 'lap'?")
    #expect(Sample.message(["help", "lap", "mark"]) == "Unexpected argument 'mark'")
  }

  @Test func `positional arguments are filled in order, and a repeating one gets the rest`() throws
  {
    #expect(try Sample.values("amend", "3", "--by", "1")[Sample.lapNumber] == 3)
    #expect(try Sample.values("export", "a", "b", "a")[Sample.sessions] == ["a", "b", "a"])
    #expect(try Sample.values("export")[Sample.sessions] == [])
  }

  @Test func `an error has its subcommand`() {
    func place(_ words: String...) -> String? {
      do throws(UsageError) {
        _ = try Sample.program.parse(words)
        return nil
      } catch {
        return error.subcommand?.name ?? "-"
      }
    }
    #expect(place("lap", "--bogus") == "lap")
    #expect(place("--bogus", "lap") == "-")
    #expect(place("bogus", "lap") == "-")
    #expect(place("lap") == nil)
  }
}
