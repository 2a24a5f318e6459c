import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct CreationTests {
  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  @Test(arguments: [0, 0o777])
  func `the first write creates folders and file, private to their owner`(mask: UInt32) throws {
    try withMask(mask) {
      let log = LogFile(folder("a/b/log.db"))
      let connection = try #require(try log.open(for: .appending, notes, creating: true))
      try connection.execute("INSERT INTO notes VALUES (1, 'one')")
      #expect(permissions(folder("a")) == 0o700)
      #expect(permissions(folder("a/b")) == 0o700)
      for suffix in ["", "-wal", "-shm"] {
        #expect(permissions(folder("a/b/log.db" + suffix)) == 0o600)
      }
    }
  }

  @Test func `links to a folder and to a missing log are followed`() throws {
    #expect(mkdir(folder("real"), 0o700) == 0)
    #expect(symlink("real", folder("link")) == 0)
    let log = LogFile(folder("link/deep/log.db"))
    #expect(try log.open(for: .appending, notes, creating: true) != nil)
    #expect(permissions(folder("real/deep/log.db")) == 0o600)
    #expect(try log.open(for: .appending, notes) != nil)
    symlink("real/log.db", folder("log.db"))
    #expect(try LogFile(folder("log.db")).open(for: .appending, notes, creating: true) != nil)
    #expect(contents(of: folder("real/log.db")).count > 0)
    #expect(try LogFile(folder("log.db")).open(for: .reading, notes) != nil)
  }

  @Test func `a folder that cannot be created is reported`() throws {
    #expect(symlink("/nowhere/at/all", folder("dangling")) == 0)
    #expect(symlink(folder("none/whatever"), folder("link")) == 0)
    for path in [
      folder("dangling/log.db"), folder("dangling/deep/log.db"),
      folder("dangling/deep/deeper/log.db"), "/proc/deep/log.db", "/proc/deep/deeper/log.db",
      folder("link/log.db"), folder("link/a/log.db"), folder("link/a/b/log.db"),
    ] {
      let error = #expect(throws: OpeningError.self) {
        try LogFile(path).open(for: .appending, notes, creating: true)
      }
      guard case .cannotMake(let named, let reason) = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
      #expect(reason.number == ENOENT, "\(path)")
      if !path.hasPrefix(folder("link")) { #expect(named == path) }
    }
    #expect(folder.names == ["dangling", "link"])
  }

  @Test func `a new log is complete: marked, of the newest version, in write-ahead mode`() throws {
    let log = LogFile(folder("log.db"))
    let connection = try #require(try log.open(for: .appending, notes, creating: true))
    #expect(try connection.number(ofPragma: "application_id") == Int(notes.applicationID))
    #expect(try connection.number(ofPragma: "user_version") == 2)
    #expect(try connection.word(ofPragma: "journal_mode") == "wal")
    for (pragma, value) in [
      ("synchronous", 2), ("wal_autocheckpoint", 0), ("recursive_triggers", 1), ("foreign_keys", 1),
      ("trusted_schema", 0), ("cell_size_check", 1), ("mmap_size", 0),
    ] { #expect(try connection.number(ofPragma: pragma) == value, "\(pragma)") }
    let header = try Header(of: connection)
    // "The file format write version … 2 for WAL", and the read version (fileformat2.html).
    #expect(try connection.databaseFile().bytes(2, at: 18) == [2, 2])
    #expect(header.applicationID == notes.applicationID)
    #expect(header.userVersion == 2 && header.pageSize == 4096)
    #expect(folder.names == ["log.db", "log.db-shm", "log.db-wal"])
  }

  @Test func `a reader of a missing or empty file creates no log, a writer does`() throws {
    #expect(try LogFile(folder("a/log.db")).open(for: .reading, notes) == nil)
    #expect(try LogFile(folder("a/log.db")).open(for: .appending, notes) == nil)
    #expect(folder.names == [])
    try writeFile([], to: folder("empty.db"))
    #expect(try LogFile(folder("empty.db")).open(for: .reading, notes) == nil)
    #expect(snapshot(folder) == ["empty.db": []])
    let connection = try LogFile(folder("empty.db")).open(for: .appending, notes, creating: true)
    #expect(try connection?.number(ofPragma: "user_version") == 2)
  }

  @Test(arguments: [EROFS, ENOSPC, EACCES, EIO, EDQUOT])
  func `a log that cannot be created leaves nothing and reports why`(number: Int32) throws {
    for call in ["makeFolder", "makeFile", "rename", "sync"] {
      let place = folder("\(call)/log.db")
      let disk = Disk.refusing(call, number)
      let error = #expect(throws: OpeningError.self) {
        try LogFile(place, disk: disk).open(for: .appending, notes, creating: true)
      }
      switch (number, error) {
      case (EROFS, .readOnlyFileSystem), (EACCES, .noPermission): break
      case (_, .cannotMake(place, let reason)): #expect(reason.number == number)
      default: Issue.record("\(String(describing: error))")
      }
      if call != "sync" { #expect(contents(of: place) == []) }
      #expect(!ScratchFolder.names(in: folder(call)).contains { $0.contains("-new") })
    }
  }

  @Test func `a folder without write permission is named`() throws {
    let closed = folder("closed")
    mkdir(closed, 0o555)
    chmod(folder.path, 0o755)
    #expect(throws: OpeningError.noPermission(path: closed)) {
      try asNobody {
        _ = try LogFile(closed + "/log.db").open(for: .appending, notes, creating: true)
      }
    }
  }

  @Test func `no log and no folder is created on a network file system`() {
    var disk = Disk.live
    disk.kind = { _ in 0x6969 }
    for path in [folder("log.db"), folder("a/b/log.db")] {
      #expect(throws: OpeningError.networkFileSystem(path: path, name: "NFS")) {
        try LogFile(path, disk: disk).open(for: .appending, notes, creating: true)
      }
    }
    #expect(folder.names == [])
  }

  @Test func `a new log without events is sound`() throws {
    let path = folder("laps.db")
    _ = try LogFile(path).open(for: .appending, .laptimer, creating: true)
    #expect(folder.names.contains("laps.db"))
    let report = try Logbook(path: path).check()
    #expect(report.isSound, "\(report.findings)")
    // A kill right after the creation leaves the file without its companions.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    #expect(try Logbook(path: path).check().isSound)
  }
}

@Suite struct ConcurrentCreationTests {
  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  @Test func `concurrent processes create one log`() async throws {
    let path = folder("a/log.db")
    try await concurrently(8) { number in
      let connection = try #require(
        try LogFile(path).open(for: .appending, notes, creating: true))
      try connection.transaction {
        try connection.prepare("INSERT INTO notes(text) VALUES (?1)").bind(number).run()
      }
    }
    #expect(try LogFile(path).open(for: .reading, notes)?.countOfNotes() == 8)
    #expect(ScratchFolder.names(in: folder("a")).filter { $0.contains("-new") } == [])
  }

  @Test func `another log can be created in a folder while one is being filled`() throws {
    let log = LogFile(folder("a/log.db"))
    let other = LogFile(folder("a/other.db"), busyTimeout: .zero)
    let isCreated = try log.create(at: folder("a/log.db"), notes) { connection in
      #expect(try other.open(for: .appending, notes, creating: true) != nil)
      try connection.execute("INSERT INTO notes VALUES (1, 'one')")
    }
    #expect(isCreated)
    #expect(try log.open(for: .reading, notes)?.countOfNotes() == 1)
    #expect(try other.open(for: .reading, notes) != nil)
  }

  @Test(arguments: [false, true])
  func `a log that another process creates while one is being filled stays`(isEmpty: Bool) throws {
    let path = folder("log.db")
    if isEmpty { try writeFile([], to: path) }
    let isCreated = try LogFile(path).create(at: path, notes) { connection in
      try connection.execute("INSERT INTO notes VALUES (1, 'mine')")
      let other = try LogFile(path, busyTimeout: .zero).open(for: .appending, notes, creating: true)
      try other?.execute("INSERT INTO notes VALUES (1, 'theirs'), (2, 'theirs')")
      // The other process does not remove the draft in use.
      #expect(folder.names.contains { $0.contains("-new-") })
    }
    #expect(!isCreated)
    #expect(try LogFile(path).open(for: .reading, notes)?.countOfNotes() == 2)
    #expect(!folder.names.contains { $0.contains("-new-") })
  }

  @Test func `a failed creation keeps folders that contain another log`() throws {
    struct Full: Error {}
    let path = folder("a/b/log.db")
    #expect(throws: Full.self) { try LogFile(path).create(at: path, notes) { _ in throw Full() } }
    #expect(folder.names == [])
    #expect(throws: Full.self) {
      try LogFile(path).create(at: path, notes) { _ in
        #expect(
          try LogFile(folder("a/other.db")).open(for: .appending, notes, creating: true) != nil)
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
      try LogFile(path, disk: disk).open(for: .appending, notes, creating: true)
    }
    #expect(snapshot(folder) == ["log.db": Array("theirs".utf8)])
  }

  @Test func `waiting for a hanging builder ends after the timeout`() throws {
    let lock = open(folder.path, O_RDONLY)
    flock(lock, LOCK_EX)
    defer { close(lock) }
    #expect(throws: OpeningError.locked(path: folder("log.db"))) {
      try LogFile(folder("log.db"), busyTimeout: .zero).open(for: .appending, notes, creating: true)
    }
  }

  @Test(arguments: [false, true])
  func `a finished builder does not block others`(fails: Bool) throws {
    let copies = Guarded<[Int32]>([])
    defer { for file in copies.withLock({ $0 }) { close(file) } }
    var disk = Disk.live
    disk.renameAsNew = { from, to throws(SystemError) in
      copies.withLock { $0 += duplicates(of: realPath(folder.path)) }
      if fails { throw SystemError(call: "rename", path: to, number: ENOSPC) }
      try Disk.live.renameAsNew(from, to)
    }
    let made = try? LogFile(folder("log.db"), disk: disk).open(
      for: .appending, notes, creating: true)
    #expect(copies.withLock { $0.count } > 0 && (made == nil) == fails)
    #expect(
      try LogFile(folder("other.db"), busyTimeout: .zero).open(
        for: .appending, notes, creating: true) != nil)
  }
}

/// Duplicates of all descriptors of a folder, like those of a child right after `fork`.
private func duplicates(of folder: String?) -> [Int32] {
  ScratchFolder.names(in: "/proc/self/fd").compactMap { name in
    guard realPath("/proc/self/fd/\(name)") == folder, let file = Int32(name) else { return nil }
    return fcntl(file, F_DUPFD_CLOEXEC, 0)
  }
}
