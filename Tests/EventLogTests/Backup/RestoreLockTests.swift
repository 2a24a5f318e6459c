import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A restore replaces no file while SQLite is opening the files of the log by their names.
///
/// SQLite opens the database first, and the files beside it at the first read. In between it would
/// take the journal or the index of the new log for those of the old one.
struct RestoreLockTests {
  var fixture: LogFixture
  let copy: String

  init() throws { (fixture, copy) = try LogFixture.withCopy(laps: 0, afterwards: 3) }

  @Test(arguments: [EventLog.Access.reading, .salvaging, .appending])
  func `a log is not opened while a restore replaces it`(access: EventLog.Access) throws {
    let file = LogFile(fixture.path, busyTimeout: .zero)
    let lock = try FolderLock(fixture.folder.path, timeout: .zero)
    #expect(throws: OpeningError.locked(path: fixture.path)) {
      _ = try file.open(for: access, .laptimer)
    }
    lock.hold()
  }

  @Test func `a log is not replaced while it is being opened`() throws {
    let before = snapshot(fixture.folder)
    let lock = try FolderLock(fixture.folder.path, sharing: true, timeout: .zero)
    #expect(throws: OpeningError.locked(path: fixture.path)) {
      try Logbook(path: copy).restore(
        to: LogFile(fixture.path, busyTimeout: .zero), keepingAs: "then")
    }
    lock.hold()
    #expect(snapshot(fixture.folder) == before)
  }

  @Test func `a log in a folder that may not be read is opened without the lock`() throws {
    let (folder, path) = (fixture.folder.path, fixture.path)
    for name in fixture.folder.names { giveToNobody(fixture.folder(name)) }
    giveToNobody(folder)
    // The user may enter the folder and create files in it, but not list it.
    chmod(folder, 0o300)
    defer { chmod(folder, 0o700) }
    let (isLocked, isOpened) = try asNobody { () throws -> (Bool, Bool) in
      var isLocked = true
      do { try FolderLock(folder, timeout: .zero).hold() } catch { isLocked = false }
      return (isLocked, try LogFile(path).open(for: .appending, .laptimer) != nil)
    }
    #expect(!isLocked && isOpened)
  }

  @Test mutating func `the last connection leaves the files to a running restore`() throws {
    let wal = fixture.path + "-wal"
    var log: Logbook? = try fixture.open(.appending(longLived: true))
    _ = try log?.append(fixture.request(.lap(label: nil)))
    do {
      let lock = try FolderLock(fixture.folder.path, timeout: .zero)
      log = nil
      lock.hold()
    }
    #expect(FileStatus(wal) != nil)
    do {
      _ = try fixture.open(.appending(longLived: true)).append(fixture.request(.lap(label: nil)))
    }
    #expect(FileStatus(wal) == nil)
  }

  @Test func `one of several processes finishes an interrupted restore, and all append`()
    async throws
  {
    let instant = fixture.machine.instant
    for round in 0..<24 {
      let folder = try ScratchFolder()
      let (log, kept) = (folder("log.db"), folder("log.db-20261123T210000Z"))
      // The copy has replaced the log, and the write-ahead file has both names.
      try writeFile(contents(of: fixture.path), to: kept)
      try writeFile(contents(of: fixture.path + "-wal"), to: log + "-wal")
      try #require(link(log + "-wal", kept + "-wal") == 0)
      try writeFile(contents(of: copy), to: log)
      try await concurrently(4) { task in
        let id = EventID(high: UInt64(round), low: UInt64(task))
        _ = try Logbook(LogFile(log, busyTimeout: .seconds(60)), for: .appending).append(
          Request(
            id: id, .lap(label: nil), of: .named("before"), instant: instant, source: "test"))
      }
      #expect(try Logbook(path: log).newestPosition == 5)
      #expect(try Logbook(path: kept).newestPosition == 4)
    }
  }

  @Test func `two processes that open a restored log at once wait for each other`() throws {
    // A copy is not in write-ahead mode, so both processes switch the mode.
    let (first, second) = (try connect(), try connect())
    try first.execute("BEGIN IMMEDIATE")
    var tries = 0
    let mode = try second.switchToWriteAheadMode {
      tries += 1
      first.rollBack()
      return true
    }
    #expect(mode == "wal" && tries == 1)
    #expect(try first.switchToWriteAheadMode { false } == "wal")
  }

  @Test func `the wait for another process that switches the mode ends`() throws {
    let (first, second) = (try connect(), try connect())
    try first.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: DatabaseError.self) { try second.switchToWriteAheadMode() }
    #expect(error?.isBusy == true)
    #expect(first.isInTransaction)
  }

  private func connect() throws -> Connection {
    try Connection(path: copy, flags: SQLITE_OPEN_READWRITE, busyTimeout: .zero)
  }
}
