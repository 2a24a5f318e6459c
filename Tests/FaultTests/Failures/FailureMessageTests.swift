import Foundation
import Testing

/// The message of each command for each failure of the disk.
struct FailureMessageTests {
  /// Each message, then its exit code and kind, the failures that cause it, and the operations, with
  /// the result codes of SQLite or the system calls.
  ///
  /// `REASON` is the text of the failure's `errno`.
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/failure-messages.txt")

  @Test func `each failure of the disk has its message`() throws {
    let table = try FailureMessages().table.joined(separator: "\n") + "\n"
    guard try table != String(contentsOf: Self.file, encoding: .utf8) else { return }
    Issue.record("Some messages have changed.")
    print("The messages now:\n\(table)End of the messages.")
  }
}
