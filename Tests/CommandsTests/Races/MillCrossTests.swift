import Testing

/// A complete race piped to `record`: 60 riders, three waves, two distances, and typical mistakes.
struct MillCrossTests {
  private let shell = Shell()
  private let answer: Answer

  init() throws { answer = shell("record", input: try Self.fixture("mill-cross.txt")) }

  private static func fixture(_ name: String) throws -> String {
    try packageText("Tests/CommandsTests/Fixtures/\(name)")
  }

  /// Expects the text of a fixture, and shows the first line that differs.
  private func expect(_ text: String, is name: String) throws {
    let lines = text.split(separator: "\n")
    let expected = try Self.fixture(name).split(separator: "\n")
    let different = zip(lines, expected).first { $0 != $1 }
    #expect(different == nil && lines.count == expected.count, "\(name): \(different as Any)")
  }

  @Test func `each line is answered, and standings and results have all corrections`() throws {
    #expect(answer.exit == 0)
    #expect(answer.errors == "")
    try expect(answer.output, is: "mill-cross-transcript.txt")
    try expect(shell("standings").output, is: "mill-cross-standings.txt")
    #expect(shell("check").exit == 0)
    // The fixture has the laps of one rider and of those with notes; the transcript has all laps.
    let page = shell("results --format html").output
    #expect(page.matches(of: /<article>/).count == 60)
    let part = page.replacing(/(?s)<article>.*?<\/article>\n/) { article in
      ["notes", ">1 Ada"].contains { article.output.contains($0) } ? String(article.output) : ""
    }
    try expect(part, is: "mill-cross.html")
  }

  @Test func `the corrections of the race change its places`() {
    func row(_ bib: String, atEvent event: Int) -> String? {
      shell("standings --at-event \(event)").output.split(separator: "\n").map(String.init)
        .first { $0.split(separator: " ").dropFirst().first.map(String.init) == bib }
    }
    // Rider 7 has no second lap until the unknown bib is named.
    #expect(row("7", atEvent: 131)?.contains("   1  ") == true)
    #expect(row("7", atEvent: 132)?.contains("   2  ") == true)
    #expect(shell("standings --at-event 131").output.contains("1 crossing of unknown bib 71."))
    #expect(!shell("standings --at-event 132").output.contains("unknown"))
  }
}
