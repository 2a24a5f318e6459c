import CSQLite
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog

/// Logs that somebody left in the middle of a transaction, with a journal to be played back first.
struct PrivateCopyTests {
  private let whole: [UInt8]
  private let folder: ScratchFolder
  private let temporary: ScratchFolder
  private var path: String { folder("log.db") }

  init() throws {
    folder = try ScratchFolder()
    temporary = try ScratchFolder()
    let bench = try Bench.tampered("")
    whole = try bench.open(.reading).exported()
    let copy = bench.folder("copy.db")
    try bench.open(.reading).backUp(to: copy)
    let connection = try Connection(path: copy, flags: SQLITE_OPEN_READWRITE)
    // Pages are written to the file before the end, and what was there is in the journal.
    try connection.execute(
      """
      PRAGMA cache_size = 1; BEGIN IMMEDIATE;
      UPDATE events SET source = hex(randomblob(4000)); UPDATE sessions SET name = 'another'
      """)
    for suffix in ["", "-journal"] { try write(contents(copy + suffix), to: path + suffix) }
    connection.rollBack()
  }

  private func file(_ temporaryFolder: String) -> LogFile {
    LogFile(path, temporaryFolder: temporaryFolder)
  }

  @Test(arguments: [nil, "CREATE TABLE laps", "CREATE INDEX sessions_open"])
  func `what is saved is what was committed, and the file and its journal stay as they are`(
    _ damaged: String?
  ) throws {
    var bytes = contents(path)
    if let damaged {
      let wanted = Array(damaged.utf8)
      let place = try #require(bytes.firstRange(of: wanted))
      bytes[place.lowerBound + 2] = UInt8(ascii: "X")
      try write(bytes, to: path)
    }
    let journal = contents(path + "-journal")
    #expect(journal.count > 1024)
    let log = try EventLog(file(temporary.path), for: .salvaging)
    #expect(temporary.names == [])
    #expect(try log.exported(salvaging: true) == whole)
    #expect(contents(path) == bytes)
    #expect(contents(path + "-journal") == journal)
    #expect(folder.names == ["log.db", "log.db-journal"])
    if damaged != nil { return }
    // Who reads it otherwise puts it in order.
    #expect(try EventLog(file(temporary.path), for: .reading).exported() == whole)
    #expect(!folder.names.contains("log.db-journal"))
  }

  @Test func `that there is no place for the copy is told`() throws {
    let before = contents(path)
    let error = #expect(throws: OpeningError.self) {
      try EventLog(file(temporary("none")), for: .salvaging)
    }
    #expect(
      error
        == .notCopied(
          path: path, SystemError(call: "mkdtemp", path: temporary("none"), number: 2)))
    #expect(contents(path) == before)
  }
}
