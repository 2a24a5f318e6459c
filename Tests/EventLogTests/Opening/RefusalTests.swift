import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Foreign and incomplete files are refused and left unchanged.
@Suite struct RefusalTests {
  let folder: ScratchFolder
  var path: String { folder("log.db") }

  init() throws { folder = try ScratchFolder() }

  /// Expects that opening for each purpose throws `error` and changes nothing.
  func expectRefusal(
    _ error: OpeningError, disk: Disk = .live, location: SourceLocation = #_sourceLocation
  ) {
    let (before, names) = (snapshot(folder), folder.names)
    for (access, creating) in [
      (EventLog.Access.reading, false), (.appending, false), (.appending, true),
    ] {
      #expect(throws: error, sourceLocation: location) {
        try LogFile(path, disk: disk).open(for: access, notes, creating: creating)
      }
    }
    #expect(snapshot(folder) == before, sourceLocation: location)
    #expect(folder.names == names, sourceLocation: location)
  }

  func makeLog() throws {
    let connection = try #require(
      try LogFile(path).open(for: .appending(longLived: true), notes, creating: true))
    try connection.transaction {
      for number in 0..<1000 {
        try connection.cached("INSERT INTO notes(text) VALUES (?1)").bind("note \(number)").run()
      }
    }
  }

  @Test func `a folder is refused`() {
    mkdir(path, 0o700)
    expectRefusal(.notAFile(path: path))
  }

  @Test func `a pipe is refused`() {
    mkfifo(path, 0o600)
    #expect(throws: OpeningError.notAFile(path: path)) {
      try LogFile(path).open(for: .appending, notes, creating: true)
    }
  }

  @Test(arguments: ["hello", String(repeating: "a text of some length\n", count: 1000), "\u{0}"])
  func `a text is refused`(text: String) throws {
    try writeFile(text.utf8, to: path)
    expectRefusal(.notADatabase(path: path))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `the database of another program is refused`(mode: String) throws {
    try execute("PRAGMA journal_mode = \(mode); CREATE TABLE t(a)", creating: true)
    expectRefusal(.anotherProgram(path: path, applicationID: 0))
    #expect(folder.names == ["log.db"])
    try execute("PRAGMA application_id = 1196444487")
    expectRefusal(.anotherProgram(path: path, applicationID: 1_196_444_487))
    #expect(folder.names == ["log.db"])
  }

  @Test func `another program's database with a hot journal is not changed`() throws {
    try execute("PRAGMA journal_mode = PERSIST; CREATE TABLE t(a)", creating: true)
    #expect(folder.names == ["log.db", "log.db-journal"])
    expectRefusal(.anotherProgram(path: path, applicationID: 0))
  }

  private func execute(_ sql: String, creating: Bool = false) throws {
    let flags = creating ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE
    try Connection(path: path, flags: flags).execute(sql)
  }

  @Test(arguments: [false, true]) func `a newer log is refused`(isInWriteAheadFile: Bool) throws {
    try makeLog()
    var newer: Connection? = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
    try newer?.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 3")
    // The last connection moves the version into the file.
    if !isInWriteAheadFile { newer = nil }
    #expect(folder.names == ["log.db"] + (isInWriteAheadFile ? ["log.db-shm", "log.db-wal"] : []))
    expectRefusal(.newer(path: path, version: 3, known: 2))
    withExtendedLifetime(newer) {}
  }

  @Test func `a log cut short is refused`() throws {
    try makeLog()
    let whole = contents(of: path)
    for length in [
      1, 15, 16, 18, 60, 99, 100, 511, 4095, 4096, 8192, whole.count - 4096, whole.count - 1,
    ] {
      try writeFile(whole[..<length], to: path)
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      for (access, creating) in [
        (EventLog.Access.reading, false), (.appending, false), (.appending, true),
      ] {
        let error = #expect(throws: OpeningError.self, "\(length)") {
          try LogFile(path).open(for: access, notes, creating: creating)
        }
        switch error {
        case .notADatabase where length < 16: break
        case .damaged(path, _): break
        default: Issue.record("\(length): \(String(describing: error))")
        }
      }
      #expect(contents(of: path) == Array(whole[..<length]))
    }
  }

  @Test func `a log on a network file system is refused`() throws {
    try makeLog()
    var disk = Disk.live
    disk.kind = { _ in 0x6969 }
    expectRefusal(.networkFileSystem(path: path, name: "NFS"), disk: disk)
  }

  @Test func `a locked log is refused`() throws {
    try makeLog()
    let other = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    for access in [EventLog.Access.reading, .appending] {
      #expect(throws: OpeningError.locked(path: path)) {
        try LogFile(path, busyTimeout: .zero).open(for: access, notes)
      }
    }
  }

  @Test(arguments: ["-wal", "-shm", "-bell", "-journal"])
  func `a link beside the log to another user's file is not followed`(suffix: String) throws {
    try makeLog()
    let theirs = folder("theirs")
    let bytes = [UInt8](repeating: 7, count: 65_536)
    try writeFile(bytes, to: theirs)
    if geteuid() == 0 { chown(theirs, 4711, 4711) }
    unlink(path + suffix)
    symlink(theirs, path + suffix)
    var outcomes: [String] = []
    for access in [EventLog.Access.reading, .appending] {
      do {
        let connection = try LogFile(path).open(for: access, notes)
        try connection?.transaction(access == .reading ? .deferred : .immediate) {
          _ = try connection?.countOfNotes()
          if access == .appending { try connection?.execute("INSERT INTO notes VALUES (7, 'x')") }
        }
        if access == .appending, let path = connection?.path {
          Doorbell(ofLog: path, disk: .live).ring()
        }
        outcomes.append("done")
      } catch { outcomes.append("\(error)") }
      #expect(contents(of: theirs) == bytes, "\(outcomes)")
    }
    // A write-ahead file or index that is a link is refused.
    if suffix == "-wal" || suffix == "-shm" { #expect(!outcomes.contains("done"), "\(outcomes)") }
  }

  @Test func `a path that looks like a URI is a path`() throws {
    let log = LogFile(folder("file:a?mode=memory&x=%41#.db"))
    #expect(try log.open(for: .appending, notes, creating: true) != nil)
    #expect(folder.names.contains("file:a?mode=memory&x=%41#.db"))
  }
}

/// Files of a log that was removed or emptied are not used by another log.
struct LeftoverTests {
  private var fixture: LogFixture
  private var path: String { fixture.path }

  init() throws { fixture = try LogFixture() }

  private func expectRefusal(_ suffixes: [String]) throws {
    let before = snapshot(fixture.folder)
    let files = try suffixes.map { try #require(realPath(path + $0)) }
    let error = OpeningError.leftover(path: path, files: files)
    for access in [Logbook.Access.reading, .appending, .appending(longLived: true)] {
      #expect(throws: error, "\(access)") { try Logbook(LogFile(path), for: access) }
    }
    #expect(throws: error) { try LogFile(path).open(for: .appending, .laptimer, creating: true) }
    #expect(snapshot(fixture.folder) == before)
  }

  @Test(arguments: [false, true])
  mutating func `the files of a removed or emptied log are refused`(isEmptied: Bool) throws {
    try fixture.start("a")
    try fixture.perform(.lap(label: nil))
    try fixture.perform(.lap(label: nil))
    try #require(contents(of: path + "-wal").count > 0)
    if isEmptied { try writeFile([], to: path) } else { unlink(path) }
    try expectRefusal(["-wal", "-shm"])
    unlink(path + "-wal")
    // A process with the old log open would share the index.
    try expectRefusal(["-shm"])
    unlink(path + "-shm")
    #expect(try !fixture.open().exists)
    try fixture.start("b")
    #expect(try fixture.open(.reading).check().isSound)
  }

  @Test(arguments: Draft.companions)
  func `any file named like one of a log is refused, unless it is empty`(suffix: String) throws {
    try writeFile("my notes".utf8, to: path + suffix)
    try expectRefusal([suffix])
    try writeFile([], to: path + suffix)
    #expect(try LogFile(path).open(for: .reading, .laptimer) == nil)
    #expect(try LogFile(path).open(for: .appending, .laptimer, creating: true) != nil)
  }

  @Test mutating func `an invalid write-ahead file is ignored`() throws {
    try fixture.start("a")
    for _ in 0..<5 { try fixture.perform(.lap(label: nil)) }
    let whole = contents(of: path + "-wal")
    let copy = fixture.folder("copy.db")
    try fixture.open(.reading).backUp(to: copy)
    for bytes in [Array(whole.prefix(32)), Array(whole.prefix(4000)), Array("not one".utf8)] {
      try writeFile(bytes, to: copy + "-wal")
      #expect(try Logbook(path: copy).newestPosition == 6, "\(bytes.count) bytes")
      for suffix in Draft.companions { unlink(copy + suffix) }
    }
  }
}
