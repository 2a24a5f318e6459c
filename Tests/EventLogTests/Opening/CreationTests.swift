import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct CreationTests {
  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  @Test func `the first write creates folders and file, private to their owner`() throws {
    try withMask(0) {
      let log = LogFile(folder("a/b/log.db"))
      let connection = try #require(try log.open(for: .creating, notes))
      try connection.execute("INSERT INTO notes VALUES (1, 'one')")
      #expect(permissions(folder("a")) == 0o700)
      #expect(permissions(folder("a/b")) == 0o700)
      for suffix in ["", "-wal", "-shm"] {
        #expect(permissions(folder("a/b/log.db" + suffix)) == 0o600)
      }
    }
  }

  @Test func `the umask does not affect the log`() throws {
    try withMask(0o777) {
      let connection = try LogFile(folder("a/log.db")).open(for: .creating, notes)
      #expect(connection != nil)
      #expect(permissions(folder("a")) == 0o700)
      #expect(permissions(folder("a/log.db")) == 0o600)
    }
  }

  @Test func `links among the folders are followed`() throws {
    #expect(mkdir(folder("real"), 0o700) == 0)
    #expect(symlink("real", folder("link")) == 0)
    let log = LogFile(folder("link/deep/log.db"))
    #expect(try log.open(for: .creating, notes) != nil)
    #expect(permissions(folder("real/deep/log.db")) == 0o600)
    #expect(try log.open(for: .writing, notes) != nil)
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
        try LogFile(path).open(for: .creating, notes)
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
    let connection = try #require(try log.open(for: .creating, notes))
    #expect(try connection.number(ofPragma: "application_id") == Int(notes.applicationID))
    #expect(try connection.number(ofPragma: "user_version") == 2)
    #expect(try connection.word(ofPragma: "journal_mode") == "wal")
    for (pragma, value) in [
      ("synchronous", 2), ("wal_autocheckpoint", 0), ("recursive_triggers", 1), ("foreign_keys", 1),
      ("trusted_schema", 0), ("cell_size_check", 1), ("mmap_size", 0),
    ] {
      #expect(try connection.number(ofPragma: pragma) == value, "\(pragma)")
    }
    let header = try Header(of: connection)
    #expect(header.isWriteAhead && header.applicationID == notes.applicationID)
    #expect(header.userVersion == 2 && header.pageSize == 4096)
    #expect(folder.names == ["log.db", "log.db-shm", "log.db-wal"])
  }

  @Test func `a reader of a missing or empty file creates no log, a writer does`() throws {
    #expect(try LogFile(folder("a/log.db")).open(for: .reading, notes) == nil)
    #expect(try LogFile(folder("a/log.db")).open(for: .writing, notes) == nil)
    #expect(folder.names == [])
    try writeFile([], to: folder("empty.db"))
    #expect(try LogFile(folder("empty.db")).open(for: .reading, notes) == nil)
    #expect(snapshot(folder) == ["empty.db": []])
    let connection = try LogFile(folder("empty.db")).open(for: .creating, notes)
    #expect(try connection?.number(ofPragma: "user_version") == 2)
  }

  @Test func `a dangling link creates the log at its target`() throws {
    mkdir(folder("sync"), 0o700)
    symlink("sync/log.db", folder("log.db"))
    #expect(try LogFile(folder("log.db")).open(for: .creating, notes) != nil)
    #expect(contents(of: folder("sync/log.db")).count > 0)
    #expect(try LogFile(folder("log.db")).open(for: .reading, notes) != nil)
  }

  @Test func `each folder with a new entry is synced, the deepest last`() throws {
    let calls = DiskCalls()
    let root = folder.path
    let log = LogFile(folder("a/b/log.db"), disk: calls.recording(under: root))
    #expect(try log.open(for: .creating, notes) != nil)
    let list = calls.list.map { $0.contains("-new-") ? String($0.dropLast(16)) : $0 }
    #expect(
      list == [
        "makeFolder /a/b", "makeFolder /a", "sync ", "makeFolder /a/b", "sync /a",
        "makeFile /a/b/log.db-new-", "renameAsNew /a/b/log.db", "sync /a/b",
      ])
    calls.clear()
    #expect(try log.open(for: .creating, notes) != nil)
    #expect(calls.list == [])
  }

  @Test(arguments: [EROFS, ENOSPC, EACCES, EIO, EDQUOT])
  func `a log that cannot be created leaves nothing and reports why`(number: Int32) throws {
    for call in ["makeFolder", "makeFile", "rename", "sync"] {
      let place = folder("\(call)/log.db")
      let disk = DiskCalls().refusing(call, number)
      let error = #expect(throws: OpeningError.self) {
        try LogFile(place, disk: disk).open(for: .creating, notes)
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
      try asNobody { _ = try LogFile(closed + "/log.db").open(for: .creating, notes) }
    }
  }

  @Test func `a parent that is a file is reported`() throws {
    try writeFile("x".utf8, to: folder("a"))
    #expect(throws: OpeningError.self) {
      try LogFile(folder("a/b/log.db")).open(for: .creating, notes)
    }
    #expect(snapshot(folder) == ["a": Array("x".utf8)])
  }

  @Test func `no log and no folder is created on a network file system`() {
    var disk = Disk.live
    disk.kind = { _ in 0x6969 }
    for path in [folder("log.db"), folder("a/b/log.db")] {
      #expect(throws: OpeningError.networkFileSystem(path: path, name: "NFS")) {
        try LogFile(path, disk: disk).open(for: .creating, notes)
      }
    }
    #expect(folder.names == [])
  }

  @Test func `a new log without events is sound`() throws {
    let path = folder("laps.db")
    _ = try LogFile(path).open(for: .creating, .laptimer)
    #expect(folder.names.contains("laps.db"))
    let report = try Logbook(path: path).check()
    #expect(report.isSound, "\(report.findings)")
    // A kill right after the creation leaves the file without its companions.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    #expect(try Logbook(path: path).check().isSound)
  }
}
