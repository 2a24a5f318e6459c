import Glibc
import ProcessTestSupport
import Synchronization
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Logs that several processes create at the same time.
@Suite struct ConcurrentCreationTests {
  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  @Test func `concurrent processes create one log`() async throws {
    let path = folder("a/log.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let connection = try #require(try LogFile(path).open(for: .creating, notes))
          try connection.transaction {
            try connection.prepare("INSERT INTO notes(text) VALUES (?1)").bind(number).run()
          }
        }
      }
      try await group.waitForAll()
    }
    let connection = try LogFile(path).open(for: .reading, notes)
    #expect(try connection?.countOfNotes() == 8)
    #expect(ScratchFolder.names(in: folder("a")).filter { $0.contains("-new") } == [])
  }

  @Test func `another log can be created in a folder while one is being filled`() throws {
    let log = LogFile(folder("a/log.db"))
    let other = LogFile(folder("a/other.db"), busyTimeout: .zero)
    let isCreated = try log.create(at: folder("a/log.db"), notes) { connection in
      #expect(try other.open(for: .creating, notes) != nil)
      try connection.execute("INSERT INTO notes VALUES (1, 'one')")
    }
    #expect(isCreated)
    let connection = try log.open(for: .reading, notes)
    #expect(try connection?.countOfNotes() == 1)
    #expect(try other.open(for: .reading, notes) != nil)
  }

  @Test(arguments: [false, true])
  func `a log that another process creates while one is being filled stays`(
    isEmptyFile: Bool
  ) throws {
    let path = folder("log.db")
    if isEmptyFile { try writeFile([], to: path) }
    let isCreated = try LogFile(path).create(at: path, notes) { connection in
      try connection.execute("INSERT INTO notes VALUES (1, 'mine')")
      let other = try LogFile(path, busyTimeout: .zero).open(for: .creating, notes)
      try other?.execute("INSERT INTO notes VALUES (1, 'theirs'), (2, 'theirs')")
      // The other process does not touch this draft.
      #expect(folder.names.contains { $0.contains("-new-") })
    }
    #expect(!isCreated)
    let connection = try LogFile(path).open(for: .reading, notes)
    #expect(try connection?.countOfNotes() == 2)
    #expect(!folder.names.contains { $0.contains("-new-") })
  }

  @Test func `a failed creation keeps folders that contain another log`() throws {
    struct Full: Error {}
    let path = folder("a/b/log.db")
    #expect(throws: Full.self) {
      try LogFile(path).create(at: path, notes) { _ in throw Full() }
    }
    #expect(folder.names == [])
    #expect(throws: Full.self) {
      try LogFile(path).create(at: path, notes) { _ in
        #expect(try LogFile(folder("a/other.db")).open(for: .creating, notes) != nil)
        throw Full()
      }
    }
    #expect(ScratchFolder.names(in: folder("a")).contains("other.db"))
    #expect(!ScratchFolder.names(in: folder("a")).contains("b"))
  }

  @Test func `a file that another program creates meanwhile stays`() throws {
    var disk = Disk.live
    let path = folder("log.db")
    disk.renameAsNew = { from, to throws(SystemError) in
      #expect(throws: Never.self) { try writeFile("theirs".utf8, to: path) }
      try Disk.live.renameAsNew(from, to)
    }
    #expect(throws: OpeningError.notADatabase(path: path)) {
      try LogFile(path, disk: disk).open(for: .creating, notes)
    }
    #expect(snapshot(folder) == ["log.db": Array("theirs".utf8)])
  }

  @Test func `waiting for a hanging builder ends after the timeout`() throws {
    let lock = open(folder.path, O_RDONLY)
    flock(lock, LOCK_EX)
    defer { close(lock) }
    #expect(throws: OpeningError.locked(path: folder("log.db"))) {
      try LogFile(folder("log.db"), busyTimeout: .zero).open(for: .creating, notes)
    }
  }

  @Test(arguments: [false, true])
  func `a finished builder does not block others`(
    fails: Bool
  ) throws {
    let copies = Descriptors()
    var disk = Disk.live
    disk.renameAsNew = { from, to throws(SystemError) in
      copies.add(duplicates(of: realPath(folder.path)))
      if fails { throw SystemError(call: "rename", path: to, number: ENOSPC) }
      try Disk.live.renameAsNew(from, to)
    }
    let made = try? LogFile(folder("log.db"), disk: disk).open(for: .creating, notes)
    #expect(copies.count > 0 && (made == nil) == fails)
    #expect(
      try LogFile(folder("other.db"), busyTimeout: .zero).open(for: .creating, notes) != nil)
  }
}

/// Duplicates of all descriptors of a folder, like those of a child right after `fork`.
private func duplicates(of folder: String?) -> [Int32] {
  ScratchFolder.names(in: "/proc/self/fd").compactMap { name in
    guard realPath("/proc/self/fd/\(name)") == folder, let file = Int32(name) else { return nil }
    return fcntl(file, F_DUPFD_CLOEXEC, 0)
  }
}

/// Descriptors that `deinit` closes.
private final class Descriptors: Sendable {
  private let files = Mutex<[Int32]>([])

  var count: Int { files.withLock(\.count) }

  func add(_ more: [Int32]) { files.withLock { $0 += more } }

  deinit { for file in files.withLock({ $0 }) { close(file) } }
}
