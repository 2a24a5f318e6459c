import Foundation
import ProcessTestSupport
import SQLite

@testable import EventLog

/// A small schema, for tests of the file.
let notes = Schema(
  applicationID: 0x6c61_7001, version: 2,
  log: {
    Array("CREATE TABLE notes(position INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;".utf8)
  },
  tables: { Array("CREATE TABLE marks(at INTEGER); INSERT INTO marks VALUES (1);".utf8) })

let fixtures = folder(of: folder(of: #filePath)) + "/Fixtures"

func permissions(_ path: String) -> UInt32 {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

/// The contents of all files in a folder, except `-shm` files, which contain locks.
func snapshot(_ folder: ScratchFolder) -> [String: [UInt8]] {
  Dictionary(
    uniqueKeysWithValues: folder.names.filter { !$0.hasSuffix("-shm") }.map {
      ($0, contents(of: folder($0)))
    })
}

extension Connection {
  func countOfNotes() throws -> Int64? {
    try prepare("SELECT count(*) FROM notes").first { $0.int(0) }
  }
}

/// Runs a body several times at once.
func concurrently(
  _ count: Int, _ body: @escaping @Sendable (_ number: Int) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<count { group.addTask { try body(number) } }
    try await group.waitForAll()
  }
}

struct OtherProgram {
  let status: Int32
  /// The interleaved standard output and error.
  let output: String

  /// Runs a program of the search path, and waits for its end.
  init(_ command: String..., input: [UInt8] = []) throws {
    let folder = try ScratchFolder()
    try writeFile(input, to: folder("input"))
    let child = try Child(command, input: .file(folder("input")))
    output = String(decoding: child.outputToEnd(), as: UTF8.self)
    status = try child.end().code
  }
}

/// A value behind an `NSLock`: the thread sanitizer does not see the futex of a `Mutex`.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is only used while the lock is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
