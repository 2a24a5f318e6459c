import Testing
import TimingTestSupport

@testable import Arguments

struct ParsingTests {
  @Test(
    arguments: [
      ("lap", nil), ("lap --at 10:00", "10:00"), ("lap --at=10:00", "10:00"),
      ("lap --at=a=b", "a=b"), ("lap --at ''", ""), ("lap --at=", ""), ("lap --at=-2", "-2"),
      ("lap --at 1 --at=2", "2"), ("lap 'Hole 7' --at x", "x"), ("lap --at x 'Hole 7'", "x"),
      ("--json lap 'Hole 7' --at=x", "x"),
    ] as [(String, String?)])
  func `a value follows the option or '='; the last one wins`(line: String, at: String?) throws {
    let values = try Sample.values(line)
    #expect(values[Sample.at] == at)
    #expect(values[Sample.label] == (line.contains("Hole 7") ? "Hole 7" : nil))
  }

  @Test(
    arguments: [
      ("lap", nil, nil), ("--db x lap", nil, "x"), ("lap --db x", nil, "x"),
      ("--db x lap --db y", nil, "y"), ("lap ''", "", nil), ("lap - --db -", "-", "-"),
      ("lap -- --at", "--at", nil), ("-- lap --help", "--help", nil),
    ] as [(String, String?, String?)])
  func `shared options are on either side of the subcommand; dashes and nothing can be words`(
    line: String, label: String?, db: String?
  ) throws {
    let values = try Sample.values(line)
    #expect(values[Sample.label] == label && values[Sample.db] == db)
    #expect(Sample.message(["--at", "x", "lap"]) == "Unknown option '--at'")
  }

  @Test(arguments: [
    ("", "lap"), ("--json", "lap"), ("--db x --json", "lap"), ("--at 1", "lap"),
    ("--json --at=1 Hill", "lap"), ("--db start --at 1", "lap"), ("--db x start", "start"),
    ("lap --json", "lap"), ("--help", "help"), ("--json --version", "version"),
    ("--at 1 --help", "help of lap"), ("--also", "Unknown option '--also'"),
    ("-also", "Unknown option '-also'"), ("Hill", "Unknown subcommand 'Hill'"),
  ])
  func `a line that names no subcommand means the implied one`(line: String, meaning: String) {
    let program = Program(
      "laptimer", version: "1.2.3", abstract: "Times laps.", shared: [Sample.db, Sample.json],
      [Sample.start, Sample.lap], implied: Sample.lap)
    do throws(UsageError) {
      switch try program.parse(line.split(separator: " ").map(String.init)) {
      case .run(let subcommand, _): #expect(subcommand.name == meaning)
      case .help(let subcommand):
        #expect((subcommand.map { "help of \($0.name)" } ?? "help") == meaning)
      case .version: #expect(meaning == "version")
      }
    } catch { #expect(error.message.hasPrefix(meaning), "\(error.message)") }
  }

  @Test func `an omitted option has its default`() throws {
    #expect(try Sample.values("lap")[Sample.color] == .auto)
    #expect(try Sample.values("lap --color never")[Sample.color] == .never)
    #expect(try !Sample.values("lap").contains(Sample.color))
    #expect(try Sample.values("lap --color auto").contains(Sample.color))
  }

  @Test func `a repeating option keeps all values, and a flag can be repeated`() throws {
    #expect(try Sample.values("start --tag x --tag y --tag=x")[Sample.tags] == ["x", "y", "x"])
    #expect(try Sample.values("start")[Sample.tags] == [])
    #expect(try Sample.values("start --also --also")[Sample.also])
    #expect(try !Sample.values("start")[Sample.also])
  }

  @Test func `a word with a dash is a value only if the option allows it`() throws {
    for (line, by) in [("--by -2", -2), ("--by=-2", -2), ("--by +2", 2)] {
      #expect(try Sample.values("amend 1 \(line)")[Sample.by] == by, "\(line)")
    }
    for word in ["-2", "--json"] {
      #expect(Sample.message(["lap", "--at", word]) == "Missing value for '--at <when>'")
    }
    #expect(Sample.message(["amend", "1", "--by", "--json"]) == "Missing value for '--by <dur>'")
  }

  @Test func `arguments are filled in order, and a repeating one gets the rest`() throws {
    #expect(try Sample.values("amend 3 --by 1")[Sample.lapNumber] == 3)
    #expect(try Sample.values("export a b a")[Sample.sessions] == ["a", "b", "a"])
    #expect(try Sample.values("export")[Sample.sessions] == [])
    #expect(try Sample.values("tag -- -1 -- -h")[Sample.names] == ["-1", "--", "-h"])
  }

  @Test(arguments: [
    // A name or an alias.
    ("mark pit", "run mark"), ("timestamp pit", "run mark"),
    // A line without a subcommand.
    ("", "help -"), ("--json", "help -"), ("--", "help -"),
    // Help and version take precedence over errors.
    ("lap --bogus -h", "help lap"), ("lap --at --help", "help lap"),
    ("amend x --by -h", "help amend"), ("--help lap", "help lap"),
    ("lap --bogus --version", "version"), ("--version", "version"), ("--version -h", "help -"),
    ("start -hh", "help start"), ("lap --help --help", "help lap"),
    // The subcommand help.
    ("help", "help -"), ("help lap", "help lap"), ("help timestamp", "help mark"),
    ("help help", "help help"), ("help lap -h", "help lap"), ("help -h", "help help"),
  ])
  func `a line runs a command, asks for help or the version`(line: String, meaning: String) throws {
    let found =
      switch try Sample.program.parse(splitWords(line)) {
      case .run(let subcommand, _): "run \(subcommand.name)"
      case .help(let subcommand): "help \(subcommand?.name ?? "-")"
      case .version: "version"
      }
    #expect(found == meaning)
  }

  @Test(arguments: [
    "lpa --help", "--help lpa", "-h lpa", "lpa --version", "--version lpa", "lpa lap -h",
    "lpa --bogus -h", "help lpa", "help lpa -h", "help lpa --version",
  ])
  func `an unknown subcommand is an error, also with help or version`(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(Sample.message(words) == "Unknown subcommand 'lpa'. Did you mean 'lap'?")
    #expect(Sample.message(["--bogus"] + words)?.contains("Unknown") ?? false)
  }

  @Test func `an error has its subcommand`() {
    func place(_ words: String...) -> String? {
      Sample.error(words).map { $0.subcommand?.name ?? "-" }
    }
    #expect(place("lap", "--bogus") == "lap")
    #expect(place("--bogus", "lap") == "-")
    #expect(place("bogus", "lap") == "-")
    #expect(place("lap") == nil)
  }

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
    #expect(
      Sample.message(["lap"] + Array(repeating: "--bogus", count: 100_000))
        == "Unknown option '--bogus'")
    #expect(
      Sample.message(Array(repeating: "bogus", count: 100_000)) == "Unknown subcommand 'bogus'")
  }

  @Test func `a word of a megabyte is a value, and an error message shortens it`() throws {
    #expect(try Sample.values("lap \(Self.megabyte)")[Sample.label] == Self.megabyte)
    #expect(try Sample.values("lap --at=\(Self.megabyte)")[Sample.at] == Self.megabyte)
    let cut = String(repeating: "x", count: 200) + "…"
    #expect(Sample.message([Self.megabyte]) == "Unknown subcommand '\(cut)'")
    #expect(
      Sample.message(["lap", "--\(Self.megabyte)"]) == "Unknown option '--\(cut.dropFirst(2))'")
    #expect(Sample.message(["start", "-\(String(repeating: "h", count: 1_000_000))"]) == nil)
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
