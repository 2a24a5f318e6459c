import Testing

struct BatchUndoCommandTests {
  /// A race of two laps with the entries of a file.
  private let shell = Shell("start --race '2 laps'", .seconds(1))

  init() throws {
    let file = try shell.file("runners.csv", "bib,name\n17,Ada\n4,Grace\n23,Joan\n")
    #expect(shell("entries \(file)").text == "Entered 3 runners.")
  }

  private func places() -> String {
    shell("standings --json").output.matches(of: /"bib":"(\d+)"/).map { String($0.output.1) }
      .joined(separator: " ")
  }

  @Test func `undo takes back all entries of the file, and redo restores them`() {
    #expect(places() == "4 17 23")
    #expect(shell("undo").text == "Session 1: took back 3 entries; it is running at 00:01.0.")
    #expect(places() == "")
    #expect(shell("redo").text == "Session 1: restored 3 entries; it is running at 00:01.0.")
    #expect(places() == "4 17 23")
    #expect(shell("undo --json").output.contains(#""kind":"entered","version":2,"events":3}"#))
    #expect(shell("events").output.contains("reverted     @2 and its batch\n"))
    #expect(shell("check").exit == 0)
  }

  @Test func `undo takes back later events before the entries`() {
    shell("cross 17 4")
    #expect(shell("undo").output.contains("took back the crossing of 4"))
    #expect(shell("undo").output.contains("took back the crossing of 17"))
    #expect(shell("undo").output.contains("took back 3 entries"))
    #expect(shell("undo").output.contains("took back the start"))
  }

  @Test func `--at-event shows the entries before the undo`() {
    shell("undo")
    #expect(shell("standings --at-event 4").output.contains("Joan"))
    #expect(!shell("standings").output.contains("Joan"))
  }

  @Test func `a repeated undo has the first answer`() {
    let id = "--id 01920000-0000-7000-8000-0000000000ff"
    let first = shell("undo \(id)").output
    #expect(shell("undo \(id)").output == first)
    #expect(shell("redo").output.contains("restored 3 entries"))
    #expect(shell("undo \(id)").output == first)
  }

  @Test func `an export contains the batch`() {
    shell("undo")
    let other = Shell()
    #expect(other("import -", input: shell("export").output).exit == 0)
    // Both shells make the same ids, so this one is stated.
    let id = "--id 01920000-0000-7000-8000-0000000000ff"
    #expect(other("redo --session 1 \(id)").output.contains("restored 3 entries"))
    #expect(other("standings").output.contains("Joan"))
  }
}
