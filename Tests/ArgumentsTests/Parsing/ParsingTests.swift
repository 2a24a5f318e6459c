import Testing
import TimingTestSupport

@testable import Arguments

struct OptionParsingTests {
  @Test func `a value follows the option or an equals sign`() throws {
    #expect(try Sample.values("lap", "--at", "10:00")[Sample.at] == "10:00")
    #expect(try Sample.values("lap", "--at=10:00")[Sample.at] == "10:00")
    #expect(try Sample.values("lap", "--at=a=b")[Sample.at] == "a=b")
    #expect(try Sample.values("lap")[Sample.at] == nil)
  }

  @Test func `an empty word is a value like any other`() throws {
    #expect(try Sample.values("lap", "--at", "")[Sample.at] == "")
    #expect(try Sample.values("lap", "--at=")[Sample.at] == "")
    #expect(try Sample.values("lap", "")[Sample.label] == "")
  }

  @Test func `options may come before or after positional arguments`() throws {
    for words in [
      ["lap", "Hole 7", "--at", "x"], ["lap", "--at", "x", "Hole 7"],
      ["--json", "lap", "Hole 7", "--at=x"],
    ] {
      guard case .run(_, let values) = try Sample.program.parse(words) else {
        Issue.record("the line does not run a subcommand")
        continue
      }
      #expect(values[Sample.label] == "Hole 7")
      #expect(values[Sample.at] == "x")
    }
  }

  @Test func `shared options may come before or after the subcommand`() throws {
    #expect(try Sample.values("--db", "x", "lap")[Sample.db] == "x")
    #expect(try Sample.values("lap", "--db", "x")[Sample.db] == "x")
    #expect(try Sample.values("--db", "x", "lap", "--db", "y")[Sample.db] == "y")
    #expect(Sample.message(["--at", "x", "lap"]) == "Unknown option '--at'")
  }

  @Test func `an omitted option has its default`() throws {
    #expect(try Sample.values("lap")[Sample.color] == .auto)
    #expect(try Sample.values("lap", "--color", "never")[Sample.color] == .never)
    #expect(try !Sample.values("lap").contains(Sample.color))
    #expect(try Sample.values("lap", "--color", "auto").contains(Sample.color))
  }

  @Test func `the last value wins, a repeating option keeps all, and a flag can be repeated`()
    throws
  {
    #expect(try Sample.values("lap", "--at", "1", "--at=2")[Sample.at] == "2")
    #expect(
      try Sample.values("start", "--tag", "x", "-t", "y", "--tag=x")[Sample.tags]
        == ["x", "y", "x"])
    #expect(try Sample.values("start")[Sample.tags] == [])
    #expect(try Sample.values("start", "--also", "--also")[Sample.also])
    #expect(try !Sample.values("start")[Sample.also])
  }

  @Test func `letters can be combined, and the last one can have a value`() throws {
    let values = try Sample.values("start", "-ajn", "5")
    #expect(values[Sample.also] && values[Sample.json])
    #expect(values[Sample.limit] == 5)
    #expect(try Sample.values("start", "-an5")[Sample.limit] == 5)
    #expect(try Sample.values("start", "-n=5")[Sample.limit] == 5)
  }

  @Test func `a word with a dash is a value only if the option allows it`() throws {
    #expect(try Sample.values("amend", "1", "--by", "-2")[Sample.by] == -2)
    #expect(try Sample.values("amend", "1", "--by=-2")[Sample.by] == -2)
    #expect(try Sample.values("amend", "1", "--by", "+2")[Sample.by] == 2)
    #expect(Sample.message(["lap", "--at", "-2"]) == "Missing value for '--at <when>'")
    #expect(Sample.message(["lap", "--at", "--json"]) == "Missing value for '--at <when>'")
    #expect(try Sample.values("lap", "--at=-2")[Sample.at] == "-2")
    #expect(Sample.message(["amend", "1", "--by", "--json"]) == "Missing value for '--by <dur>'")
  }

  @Test func `a single dash is a word`() throws {
    #expect(try Sample.values("lap", "-", "--db", "-")[Sample.label] == "-")
    #expect(try Sample.values("lap", "-", "--db", "-")[Sample.db] == "-")
  }

  @Test func `after two dashes all words are positional`() throws {
    #expect(try Sample.values("lap", "--", "--at")[Sample.label] == "--at")
    #expect(try Sample.values("tag", "--", "-1", "--", "-h")[Sample.names] == ["-1", "--", "-h"])
    #expect(try Sample.values("--", "lap", "--help")[Sample.label] == "--help")
  }
}

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

struct HostileInputTests {
  private static let megabyte = String(repeating: "x", count: 1_000_000)

  @Test func `a hundred thousand words are values, and an error message shortens them`() throws {
    let words = Array(repeating: "word", count: 100_000)
    let values = try Sample.program.parse(["export"] + words)
    guard case .run(_, let values) = values else { throw Sample.NotRun() }
    #expect(values[Sample.sessions].count == 100_000)
    #expect(
      Sample.message(["lap"] + words)
        == "99999 unexpected arguments: 'word', 'word', 'word', 'word', 'word', 'word', 'word',"
        + " 'word', 'word', 'word', …")
  }

  @Test func `only the first of a hundred thousand unknown options is reported`() {
    #expect(
      Sample.message(["lap"] + Array(repeating: "--bogus", count: 100_000))
        == "Unknown option '--bogus'")
    #expect(
      Sample.message(Array(repeating: "bogus", count: 100_000)) == "Unknown subcommand 'bogus'")
  }

  @Test func `a word of a megabyte is a value, and an error message shortens it`() throws {
    #expect(try Sample.values("lap", Self.megabyte)[Sample.label] == Self.megabyte)
    #expect(try Sample.values("lap", "--at=\(Self.megabyte)")[Sample.at] == Self.megabyte)
    let cut = String(repeating: "x", count: 200) + "…"
    #expect(Sample.message([Self.megabyte]) == "Unknown subcommand '\(cut)'")
    #expect(
      Sample.message(["lap", "--\(Self.megabyte)"])
        == "Unknown option '--\(cut.dropFirst(2))'")
    #expect(
      Sample.message(["start", "-\(String(repeating: "a", count: 1_000_000))"]) == nil)
  }

  @Test func `random words never trap`() throws {
    var random = Seed()
    let pieces = [
      "-", "--", "=", "lap", "start", "amend", "help", "at", "by", "tag", "n", "a", "", " ", "1",
      "-2", "\u{0}", "\u{1B}[", "é", "\u{301}", "json", "color", "auto", "💥", "\u{FFFD}",
    ]
    for _ in 0..<5_000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      }
      guard let message = Sample.message(words) else { continue }
      let isPrintable = message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      #expect(isPrintable && !message.isEmpty, "\(random): \(words) \(message)")
    }
  }
}
