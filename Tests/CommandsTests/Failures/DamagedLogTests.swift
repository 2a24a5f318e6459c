import Foundation
import Testing

/// Logs that SQLite or a digest finds damaged: what is said of it helps.
struct DamagedLogTests {
  private let shell: Shell
  private let path: String
  private static let help = """
    'laptimer check' shows details; restore a backup, or save the readable events with \
    'laptimer export --salvage'
    """

  init() throws {
    shell = try Shell()
    path = shell.folder + "/damaged.db"
  }

  /// Makes a log of two events, and damages it in the bytes from a word on.
  private func damage(_ word: String, with bytes: String) throws {
    #expect(shell("record", input: "start Anna\nlap\n").exit == 0)
    #expect(try shell.run(["backup", path]).exit == 0)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(data.range(of: Data(word.utf8)))
    data.replaceSubrange(place.lowerBound..<place.lowerBound + bytes.utf8.count, with: bytes.utf8)
    try data.write(to: URL(fileURLWithPath: path))
  }

  @Test func `a damaged schema is reported`() throws {
    try damage("CREATE TABLE laps", with: "CRXATE")
    let words = #"malformed database schema (laps) - near "CRXATE": syntax error"#
    for command in [
      ["status"], ["show", "1"], ["list"], ["events"], ["export"], ["query", "SELECT 1 FROM laps"],
      ["start"], ["lap"], ["rebuild"], ["record"],
    ] {
      let answer = try shell.run(command + ["--db", path], input: "lap\n")
      #expect(answer.exit == 65 && answer.output == "", "\(command): \(answer)")
      #expect(
        answer.errors.hasPrefix(
          "Error: '\(path)' is damaged: \(Self.help) (\(words) [SQLITE_CORRUPT (11)] in: "),
        "\(command): \(answer)")
    }
    let json = try shell.run(["status", "--json", "--db", path])
    #expect(json.errors.hasPrefix(#"{"error":{"code":65,"kind":"damaged","message":"'"#))
  }

  @Test func `check reports a damaged schema, and salvage saves the events`() throws {
    try damage("CREATE TABLE laps", with: "CRXATE")
    let answer = try shell.run(["check", "--db", path])
    #expect(
      answer
        == Answer(
          exit: 65,
          output: """
            the file: malformed database schema (laps) - near "CRXATE": syntax error

            """,
          errors: """
            Error: The log is damaged: restore a backup, or save the readable events with \
            'laptimer export --salvage'.

            """))
    let salvage = try shell.run(["export", "--salvage", "--db", path])
    #expect(salvage == Answer(output: shell("export").output))
  }

  @Test func `a damaged event is reported`() throws {
    try damage(#"{"name":"Anna"}"#, with: #"{"name":"Otto"}"#)
    let answer = try shell.run(["show", "1", "--db", path])
    #expect(
      answer
        == Answer(
          exit: 65,
          errors: "Error: Event 1 of the log is damaged: its digest is another. \(Self.help).\n"))
  }
}
