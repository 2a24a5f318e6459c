import Foundation
import Testing

/// Undo of the entries of a file.
struct BatchUndoCommandTests {
  private let shell: Shell
  private let file: String

  /// A race of two laps with the entries of a file.
  init() throws {
    shell = try Shell()
    file = shell.folder + "/runners.csv"
    let rows = "bib,name\n17,Ada\n4,Grace\n23,Joan\n"
    try #require(FileManager.default.createFile(atPath: file, contents: Data(rows.utf8)))
    #expect(shell("start --race '2 laps'").exit == 0)
    shell.pass(.seconds(1))
    #expect(shell("entries \(file)").output == "Entered 3 runners.\n")
  }

  private func places() throws -> String {
    let json = Data(shell("standings --json").output.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let rows = try #require(object["standings"] as? [[String: Any]])
    return rows.compactMap { $0["bib"] as? String }.joined(separator: " ")
  }

  @Test func `undo takes back all entries of the file, and redo restores them`() throws {
    #expect(try places() == "4 17 23")
    #expect(shell("undo").output == "Session 1: took back 3 entries; it is running at 00:01.0.\n")
    #expect(try places() == "")
    #expect(shell("redo").output == "Session 1: restored 3 entries; it is running at 00:01.0.\n")
    #expect(try places() == "4 17 23")
    let json = shell("undo --json").output
    #expect(json.contains(#""kind":"entered","version":2,"events":3}"#))
    #expect(shell("events").output.contains("reverted     @2 and its batch\n"))
    #expect(shell("check").exit == 0)
  }

  @Test func `undo takes back later events before the entries`() throws {
    shell("cross 17 4")
    #expect(shell("undo").output.contains("took back the crossing of 4"))
    #expect(shell("undo").output.contains("took back the crossing of 17"))
    #expect(shell("undo").output.contains("took back 3 entries"))
    #expect(shell("undo").output.contains("took back the start"))
  }

  @Test func `--at-event shows the entries before the undo`() throws {
    shell("undo")
    #expect(shell("standings --at-event 4").output.contains("Joan"))
    #expect(!shell("standings").output.contains("Joan"))
  }

  @Test func `a repeated undo has the first answer`() throws {
    let id = "--id 01920000-0000-7000-8000-0000000000ff"
    let first = shell("undo \(id)").output
    #expect(shell("undo \(id)").output == first)
    #expect(shell("redo").output.contains("restored 3 entries"))
    #expect(shell("undo \(id)").output == first)
  }

  @Test func `an export contains the batch`() throws {
    shell("undo")
    let export = shell("export").output
    let other = try Shell()
    #expect(other("import -", input: export).exit == 0)
    // Both shells make the same ids, so this one is stated.
    let id = "--id 01920000-0000-7000-8000-0000000000ff"
    #expect(other("redo --session 1 \(id)").output.contains("restored 3 entries"))
    #expect(other("standings").output.contains("Joan"))
  }
}
