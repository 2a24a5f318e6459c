import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Logs without write permission, or without read permission.
@Suite struct ReadingTests {
  let folder: ScratchFolder
  var path: String { folder("log.db") }

  init() throws {
    folder = try ScratchFolder()
    giveToNobody(folder.path)
  }

  /// Creates a log with one note, with or without a write-ahead file.
  static func makeLog(_ path: String, merged: Bool) throws {
    let connection = try #require(
      try LogFile(path).open(for: .appending(longLived: merged), notes, creating: true))
    try connection.execute("INSERT INTO notes VALUES (1, 'kept')")
  }

  static func readNote(_ path: String) throws -> String? {
    let connection = try LogFile(path).open(for: .reading, notes)
    return try connection?.prepare("SELECT text FROM notes").first { $0.text(0) }
  }

  @Test func `a reader cannot write`() throws {
    try Self.makeLog(path, merged: false)
    let connection = try #require(try LogFile(path).open(for: .reading, notes))
    let error = #expect(throws: DatabaseError.self) { try connection.execute("DELETE FROM notes") }
    #expect(error?.code.primary == .readOnly)
  }

  @Test(arguments: [(true, true), (false, true), (false, false)])
  func `a log in a folder that nobody can write to is read`(merged: Bool, hasIndex: Bool) throws {
    let path = path
    try asNobody { try Self.makeLog(path, merged: merged) }
    if hasIndex { chmod(path, 0o400) } else { unlink(path + "-shm") }
    chmod(folder.path, 0o500)
    let names = folder.names
    #expect(try asNobody { try Self.readNote(path) } == "kept")
    #expect(folder.names == names)
    guard hasIndex else { return }
    #expect(throws: OpeningError.noPermission(path: path)) {
      try asNobody { _ = try LogFile(path).open(for: .appending, notes) }
    }
  }

  @Test(
    .enabled(if: geteuid() == 0, "needs root, to read as another user"), arguments: [true, false])
  func `a log in a folder of another user is read`(merged: Bool) throws {
    let path = path
    chown(folder.path, 0, 0)
    try Self.makeLog(path, merged: merged)
    unlink(path + "-shm")
    chmod(folder.path, 0o755)
    for name in folder.names { chmod(folder(name), 0o644) }
    let names = folder.names
    #expect(try asNobody { try Self.readNote(path) } == "kept")
    #expect(folder.names == names)
  }

  @Test(arguments: [(0o000, 0o700), (0o200, 0o700), (0o600, 0o000)] as [(UInt32, UInt32)])
  func `an unreadable file or folder is reported`(mode: UInt32, modeOfFolder: UInt32) throws {
    let path = path
    try asNobody { try Self.makeLog(path, merged: true) }
    chmod(path, mode)
    chmod(folder.path, modeOfFolder)
    for access in modeOfFolder == 0 ? [EventLog.Access.reading] : [.reading, .appending] {
      #expect(throws: OpeningError.noPermission(path: path)) {
        try asNobody { _ = try LogFile(path).open(for: access, notes) }
      }
    }
  }

  @Test(arguments: [true, false])
  func `a log on a read-only medium is read, not written`(merged: Bool) throws {
    let (path, folder) = (path, folder.path)
    try withOwnMounts {
      #expect(mount("none", folder, "tmpfs", 0, nil) == 0)
      defer { umount(folder) }
      try Self.makeLog(path, merged: merged)
      #expect(mount("none", folder, nil, 0x20 | 0x1, nil) == 0)  // MS_REMOUNT | MS_RDONLY
      #expect(try Self.readNote(path) == "kept")
      #expect(throws: OpeningError.readOnlyFileSystem(path: path)) {
        try LogFile(path).open(for: .appending, notes)
      }
      #expect(throws: OpeningError.readOnlyFileSystem(path: folder + "/a/new.db")) {
        try LogFile(folder + "/a/new.db").open(for: .appending, notes, creating: true)
      }
    }
  }
}

/// Logs that are read from a copy in memory.
struct CopyInMemoryTests {
  private var fixture: LogFixture

  init() throws { fixture = try LogFixture.started() }

  private static func copy(of path: String) throws -> Connection {
    try LogFile(path).openPrivateCopy(of: path, .laptimer, salvaging: false)
  }

  private static func ids(_ connection: Connection) throws -> Int? {
    try connection.prepare("SELECT count(id) FROM events").first { Int($0.int(0)) }
  }

  @Test mutating func `a copy has the events of the write-ahead file, and never changes`() throws {
    for _ in 0..<200 { try fixture.perform(.lap(label: "a label that fills pages")) }
    let copy = try Self.copy(of: fixture.path)
    #expect(try Self.ids(copy) == 201)
    #expect(try copy.structuralFlaws("integrity_check(1)") == [])
    try fixture.perform(.stop)
    #expect(try Self.ids(copy) == 201)
    #expect(try Self.ids(Self.copy(of: fixture.path)) == 202)
  }

  @Test func `a copy creates no files and leaves no lock`() throws {
    unlink(fixture.path + "-shm")
    let names = fixture.folder.names
    let copy = try Self.copy(of: fixture.path)
    #expect(fixture.folder.names == names)
    // Only a connection without others can leave write-ahead mode.
    let other = try Connection(path: fixture.path, flags: SQLITE_OPEN_READWRITE)
    #expect(try other.word(ofPragma: "journal_mode = DELETE") == "delete")
    #expect(try Self.ids(copy) == 1)
  }

  @Test func `damage of a copy is reported without a name of SQLite`() throws {
    try fixture.open(.reading).backUp(to: fixture.folder("copy.db"))
    var bytes = contents(of: fixture.folder("copy.db"))
    bytes[100...107] = [9, 9, 9, 9, 9, 9, 9, 9]
    try writeFile(bytes, to: fixture.folder("copy.db"))
    let copy = try Self.copy(of: fixture.folder("copy.db"))
    let error = #expect(throws: DatabaseError.self) { try Self.ids(copy) }
    #expect(error?.isDamage == true && error?.file == nil)
  }

  @Test func `a log of a newer version is refused`() throws {
    let known = Schema.laptimer.version
    let connection = try Connection(path: fixture.path, flags: SQLITE_OPEN_READWRITE)
    // The new version is in the write-ahead file.
    try connection.checkpointAtClose(false)
    let path = fixture.path
    try connection.execute("PRAGMA user_version = \(known + 1)")
    #expect(throws: OpeningError.newer(path: path, version: known + 1, known: known)) {
      try Self.copy(of: path)
    }
  }

  @Test func `a program that excludes all others is waited for, then reported`() throws {
    let path = fixture.path
    let other = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
    #expect(throws: OpeningError.locked(path: path)) {
      try LogFile(path, busyTimeout: .zero).openPrivateCopy(of: path, .laptimer, salvaging: false)
    }
  }

  /// Lets every user read a log, which has no index then.
  private func letOthersRead(_ fixture: LogFixture, withIndex: Bool = false) {
    if !withIndex { unlink(fixture.path + "-shm") }
    chmod(fixture.folder.path, 0o755)
    for name in fixture.folder.names { chmod(fixture.folder(name), 0o644) }
  }

  private func openedByNobody(_ fixture: LogFixture) throws -> Logbook {
    let path = fixture.path
    nonisolated(unsafe) var opened: Logbook?
    try asNobody { opened = try Logbook(LogFile(path), for: .reading) }
    return try #require(opened)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to read as another user"))
  mutating func `a follower of a copy reads the events that the owner appends`() throws {
    func next(_ follower: Follower) throws -> [Int] {
      nonisolated(unsafe) let follower = follower
      return try asNobody { try follower.next(timeout: .zero).positions ?? [] }
    }
    letOthersRead(fixture)
    let log = try openedByNobody(fixture)
    #expect(log.connection?.copied != nil)
    let follower = log.follow(after: 0)
    #expect(try next(follower) == [1])
    #expect(try next(follower) == [])
    try fixture.perform(.lap(label: nil))
    letOthersRead(fixture)
    #expect(try next(follower) == [2])
    #expect(log.connection?.copied != nil)
    // With an index, the reader needs no copy.
    try fixture.perform(.lap(label: nil))
    letOthersRead(fixture, withIndex: true)
    #expect(try next(follower) == [3])
    #expect(try next(follower) == [])
    #expect(log.connection?.copied == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to read as another user"))
  func `a follower of a copy reports that the log was moved`() throws {
    letOthersRead(fixture)
    let follower = try openedByNobody(fixture).follow(after: 1)
    #expect(try follower.next(timeout: .zero) == .timedOut)
    rename(fixture.path, fixture.folder("moved.db"))
    #expect(throws: LogError.moved(path: fixture.path)) { try follower.next(timeout: .zero) }
  }
}
