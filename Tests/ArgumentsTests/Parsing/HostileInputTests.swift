import Testing
import TimingTestSupport

@testable import Arguments

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
