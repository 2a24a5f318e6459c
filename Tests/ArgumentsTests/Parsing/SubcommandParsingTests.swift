import Testing

@testable import Arguments

struct SubcommandParsingTests {
  /// What a line asks for, in a word or two.
  private func request(_ words: String...) throws -> String {
    switch try Sample.program.parse(words) {
    case .run(let subcommand, _): "run \(subcommand.name)"
    case .help(let subcommand): "help \(subcommand?.name ?? "-")"
    case .version: "version"
    }
  }

  @Test func `a subcommand is known by its name and its aliases`() throws {
    #expect(try request("mark", "pit") == "run mark")
    #expect(try request("timestamp", "pit") == "run mark")
    #expect(try request("secret") == "run secret")
  }

  @Test func `no subcommand asks for help`() throws {
    #expect(try request() == "help -")
    #expect(try request("--json") == "help -")
    #expect(try request("--") == "help -")
  }

  @Test func `help and version win over errors`() throws {
    #expect(try request("lap", "--bogus", "-h") == "help lap")
    #expect(try request("lap", "--at", "--help") == "help lap")
    #expect(try request("amend", "x", "--by", "-h") == "help amend")
    #expect(try request("bogus", "--help") == "help -")
    #expect(try request("--help", "lap") == "help lap")
    #expect(try request("lap", "--bogus", "--version") == "version")
    #expect(try request("--version") == "version")
    #expect(try request("--version", "-h") == "help -")
    #expect(try request("start", "-ah") == "help start")
    #expect(try request("lap", "--help", "--help") == "help lap")
  }

  @Test func `the subcommand help explains another`() throws {
    #expect(try request("help") == "help -")
    #expect(try request("help", "lap") == "help lap")
    #expect(try request("help", "timestamp") == "help mark")
    #expect(try request("help", "help") == "help help")
    #expect(try request("help", "lap", "-h") == "help lap")
    #expect(try request("help", "-h") == "help help")
    #expect(Sample.message(["help", "lpa"]) == "Unexpected argument 'lpa'. Did you mean 'lap'?")
    #expect(Sample.message(["help", "lap", "mark"]) == "Unexpected argument 'mark'")
  }

  @Test func `positional arguments are filled in order, the repeating one takes the rest`() throws {
    #expect(try Sample.values("amend", "3", "--by", "1")[Sample.lapNumber] == 3)
    #expect(try Sample.values("export", "a", "b", "a")[Sample.sessions] == ["a", "b", "a"])
    #expect(try Sample.values("export")[Sample.sessions] == [])
  }

  @Test func `an error knows the subcommand it was found in`() {
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
