import Foundation
import Testing

/// Runs the console blocks of the README and of all documentation pages, and follows their links.
struct PageTests {
  static let pages: [String] = {
    let sources = FileManager.default.enumerator(
      atPath: packageFolder.appending(path: "Sources").path)
    let catalogs = (sources?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".md") }.map { "Sources/" + $0 }
    return ["README.md", ".github/CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"]
      + catalogs.sorted()
  }()

  @Test(arguments: pages) func `a page shows what its commands print`(page: String) throws {
    let console = Console()
    for step in Console.Step.all(of: try packageText(page)) {
      let output = try console.output(of: step)
      #expect(step.matches(output), "\(step.command)\n\(output)")
    }
  }

  @Test(arguments: pages) func `the links of a page lead to files`(page: String) throws {
    let folder = packageFolder.appending(path: page).deletingLastPathComponent()
    let text = try packageText(page)
    let links =
      text.matches(of: /\]\(([^):#]+)\)/).map { String($0.1) }
      + text.matches(of: /<doc:(\w+)>/).map { $0.1 + ".md" }
    for link in links {
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: link).path), "\(link)")
    }
  }

  @Test func `the README has at most 9,000 bytes`() throws {
    #expect(try packageText("README.md").utf8.count <= 9000)
  }
}
