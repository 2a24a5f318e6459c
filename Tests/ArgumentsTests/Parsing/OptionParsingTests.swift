import Testing

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
