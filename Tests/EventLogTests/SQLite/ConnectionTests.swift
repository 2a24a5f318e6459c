import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import SQLite

/// Properties of all connections.
struct ConnectionTests {
  let folder: ScratchFolder
  let log: LogFile

  init() throws {
    folder = try ScratchFolder()
    log = LogFile(folder("log.db"))
  }

  @Test func `a shorter busy timeout is limited to its scope`() throws {
    let busyHandler = BusyHandler(timeout: .seconds(60))
    let answer = try busyHandler.limited(to: .zero) { () throws(DatabaseError) in
      busyHandler.nap(after: 0)
    }
    #expect(answer == 0)
    #expect(busyHandler.nap(after: 0) == 1)
  }

  @Test func `SQL cannot change the structure of the file`() throws {
    let connection = try #require(try log.open(for: .creating, notes))
    try connection.execute("PRAGMA writable_schema = ON")
    #expect(throws: DatabaseError.self) {
      try connection.execute("UPDATE sqlite_schema SET sql = sql || ' '")
    }
  }

  @Test func `a file is created only if there is none`() throws {
    try Disk.live.makeFile(folder("a"))
    try write([1], to: folder("a"))
    let error = #expect(throws: SystemError.self) { try Disk.live.makeFile(folder("a")) }
    #expect(error?.number == EEXIST && contents(folder("a")) == [1])
  }

  @Test func `a checkpoint does not write into a replaced log`() throws {
    let connection = try #require(try log.open(for: .creating, notes))
    let before = contents(log.path)
    let checkpointer = Checkpointer(of: connection, every: 1)
    try connection.transaction { try connection.execute("INSERT INTO notes(text) VALUES ('a')") }
    try #require(rename(log.path, folder("moved.db")) == 0)
    try write(before, to: log.path)
    guard case .postponed = checkpointer.run() else {
      Issue.record("the checkpoint ran")
      return
    }
    #expect(contents(log.path) == before)
  }
}
