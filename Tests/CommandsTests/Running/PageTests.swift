import Foundation
import Testing

/// Runs the console blocks of the README and of all documentation pages, and follows their links.
struct PageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  /// The paths of all pages.
  static let pages: [String] = {
    let sources = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let catalogs = (sources?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".md") }.map { "Sources/" + $0 }
    return ["README.md", ".github/CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"]
      + catalogs.sorted()
  }()

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
  }

  @Test(arguments: pages) func `a page shows what its commands print`(page: String) throws {
    let console = Console(fixtures: Self.root.appending(path: "Tests/CommandsTests/Fixtures"))
    for step in Console.Step.all(of: try Self.text(page)) {
      let output = try console.output(of: step)
      #expect(step.matches(output), "\(step.command)\n\(output)")
    }
  }

  @Test(arguments: pages) func `the links of a page lead to files`(page: String) throws {
    let folder = Self.root.appending(path: page).deletingLastPathComponent()
    let text = try Self.text(page)
    let links =
      text.matches(of: /\]\(([^):#]+)\)/).map { String($0.1) }
      + text.matches(of: /<doc:(\w+)>/).map { $0.1 + ".md" }
    for link in links {
      let path = folder.appending(path: link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  @Test func `the README has at most 9,000 bytes`() throws {
    #expect(try Self.text("README.md").utf8.count <= 9000)
  }
}
