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

/// The folder of the logs and exports of earlier versions.
let fixtures = folder(of: folder(of: #filePath)) + "/Fixtures"

/// The permission bits of a file.
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
  /// The number of notes.
  func countOfNotes() throws -> Int64? {
    try prepare("SELECT count(*) FROM notes").first { $0.int(0) }
  }
}
