import Testing

/// The message of each command for each failure of the disk.
struct FailureMessageTests {
  /// For each exit code and kind: the message, then the failures and commands that cause it, with
  /// the result codes of SQLite or the system calls.
  private static let table = [diskFull, inputOutput, notSynced, others].joined(separator: "\n")

  @Test func `each failure of the disk has its message`() throws {
    let table = try FailureMessages().table.joined(separator: "\n")
    guard table != Self.table else { return }
    Issue.record("Some messages have changed.")
    print("The messages now:\n\(table)\nEnd of the messages.")
  }
}
