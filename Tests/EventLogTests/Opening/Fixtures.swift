import Glibc
import ProcessTestSupport
import SQLite
import Testing

@testable import EventLog
@testable import Logbook

/// A small schema, for tests of the file.
let notes = Schema(
  applicationID: 0x6c61_7001, version: 2,
  log: {
    Array("CREATE TABLE notes(position INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;".utf8)
  },
  tables: { Array("CREATE TABLE marks(at INTEGER); INSERT INTO marks VALUES (1);".utf8) })

/// The bytes of a file; empty if there is none.
func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}

/// Replaces the contents of a file.
func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
  let file = try #require(fopen(path, "w"))
  defer { fclose(file) }
  let bytes = Array(bytes)
  #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

/// The permission bits of a file.
func permissions(_ path: String) -> UInt32 {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

/// The contents of all files in a folder, except `-shm` files, which contain locks.
func snapshot(_ folder: ScratchFolder) -> [String: [UInt8]] {
  Dictionary(
    uniqueKeysWithValues: folder.names.filter { !$0.hasSuffix("-shm") }.map {
      ($0, contents(folder($0)))
    })
}

extension Connection {
  /// The number of notes.
  func countOfNotes() throws -> Int64? {
    try prepare("SELECT count(*) FROM notes").first { $0.int(0) }
  }
}
