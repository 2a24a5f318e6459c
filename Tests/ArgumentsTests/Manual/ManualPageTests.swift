import Foundation
import ProcessTestSupport
import Testing

@testable import Arguments

struct ManualPageTests {
  private static let program = Program(
    "laptimer", version: "1.2.3", abstract: "Times laps.",
    discussion: ".dots and 'quotes' at the start\n'of lines, \\back\\slashes, -- dashes.\n\nMore…",
    shared: [Sample.db, Sample.json], [Sample.lap, Sample.mark, Sample.amend, Sample.tag])

  private static let page = ManualPage(
    of: program, date: "2026-11-21",
    sections: [
      .init("EXIT STATUS", [.terms([("0", "Done."), ("64", "Wrong usage.\n\nSay \"help\".")])]),
      .init(
        "EXAMPLES", [.text("A first lap:"), .example("laptimer start\n\n.hidden 'x' \\n ~/.x")]),
    ])

  @Test func `groff renders the page without a warning`() throws {
    let folder = try ScratchFolder()
    try writeFile(Self.page.source.utf8, to: folder("laptimer.1"))
    // groff is in the package groff-base.
    let page = try Child.output(
      of: ["groff", "-man", "-Tutf8", "-ww", "-P-cbou", "-rLL=78n", "laptimer.1"],
      folder: folder.path)
    let lines = page.split(separator: "\n").joined(separator: "\n") + "\n"
    let expected = URL(filePath: #filePath).appending(path: "../../Fixtures/manual-page.txt")
    #expect(try lines == String(contentsOf: expected.standardized, encoding: .utf8))
  }

  @Test func `the source is ASCII and its head names program, date and version`() {
    let source = Self.page.source
    #expect(source.utf8.allSatisfy { $0 < 0x80 })
    #expect(
      source.hasPrefix(
        ".TH \"LAPTIMER\" \"1\" \"2026\\-11\\-21\" \"laptimer 1.2.3\" \"User Commands\"\n"))
  }
}
