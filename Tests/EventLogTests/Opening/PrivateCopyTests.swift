import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Logs with a hot journal, left by an interrupted transaction.
struct PrivateCopyTests {
  private let whole: [UInt8]
  private let folder: ScratchFolder
  private let temporary: ScratchFolder
  private var path: String { folder("log.db") }

  init() throws {
    folder = try ScratchFolder()
    temporary = try ScratchFolder()
    let fixture = try LogFixture.tampered("")
    whole = try fixture.open(.reading).exported()
    try Self.copy(
      fixture, to: folder("log.db"),
      during:
        "UPDATE events SET source = hex(randomblob(4000)); UPDATE sessions SET name = 'another'")
  }

  /// Copies a log with the hot journal of an interrupted transaction.
  private static func copy(
    _ fixture: LogFixture, to path: String, before sql: String = "", during transaction: String
  ) throws {
    let copy = fixture.folder("copy.db")
    try fixture.open(.reading).backUp(to: copy)
    let connection = try Connection(path: copy, flags: SQLITE_OPEN_READWRITE)
    // The small cache spills changed pages to the file, and the original pages to the journal.
    try connection.execute("\(sql); PRAGMA cache_size = 1; BEGIN IMMEDIATE; \(transaction)")
    for suffix in ["", "-journal"] { try writeFile(contents(of: copy + suffix), to: path + suffix) }
    connection.rollBack()
  }

  private func file(_ temporaryFolder: String) -> LogFile {
    LogFile(path, temporaryFolder: temporaryFolder)
  }

  @Test(arguments: [nil, "CREATE TABLE laps", "CREATE INDEX sessions_open"])
  func `salvage saves committed events, and does not change the files`(_ damaged: String?) throws {
    var bytes = contents(of: path)
    if let damaged {
      let place = try #require(bytes.firstRange(of: Array(damaged.utf8)))
      bytes[place.lowerBound + 2] = UInt8(ascii: "X")
      try writeFile(bytes, to: path)
    }
    let journal = contents(of: path + "-journal")
    #expect(journal.count > 1024)
    let log = try Logbook(file(temporary.path), for: .salvaging)
    #expect(temporary.names == [])
    #expect(try log.exported(salvaging: true) == whole)
    #expect(contents(of: path) == bytes)
    #expect(contents(of: path + "-journal") == journal)
    #expect(folder.names == ["log.db", "log.db-journal"])
    if damaged != nil { return }
    // A normal reader reads a copy as well.
    #expect(try Logbook(file(temporary.path), for: .reading).exported() == whole)
    #expect(folder.names == ["log.db", "log.db-journal"])
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to read as another user"))
  func `a reader that cannot play the journal back reads a copy`() throws {
    let path = path
    chmod(folder.path, 0o755)
    for name in folder.names { chmod(folder(name), 0o644) }
    #expect(try asNobody { try Logbook(LogFile(path), for: .reading).exported() } == whole)
    #expect(folder.names == ["log.db", "log.db-journal"])
  }

  @Test func `a copy can only be read`() throws {
    let log = try Logbook(file(temporary.path), for: .salvaging)
    let error = #expect(throws: DatabaseError.self) {
      try log.connection?.execute("CREATE TABLE mine (x)")
    }
    #expect(error?.code.primary == .readOnly)
  }

  @Test func `a log that is newer after its recovery is refused`() throws {
    let known = Schema.laptimer.version
    try Self.copy(
      LogFixture.tampered(""), to: path, before: "PRAGMA user_version = \(known + 1)",
      during: "PRAGMA user_version = \(known); UPDATE events SET source = hex(randomblob(4000))")
    // During the transaction, the file has the older version number.
    var bytes = contents(of: path)
    bytes[63] = UInt8(known)
    try writeFile(bytes, to: path)
    #expect(throws: OpeningError.newer(path: path, version: known + 1, known: known)) {
      try Logbook(file(temporary.path), for: .salvaging)
    }
    #expect(temporary.names == [])
  }

  @Test func `a write-ahead file without an index is saved in a read-only folder`() throws {
    let place = try ScratchFolder()
    let path = place("log.db")
    let fixture = try LogFixture.tampered("")
    let whole = try fixture.open(.reading).exported()
    for suffix in ["", "-wal"] {
      try writeFile(contents(of: fixture.path + suffix), to: path + suffix)
    }
    try #require(contents(of: path + "-wal").count > 4096)
    chmod(place.path, 0o555)
    for suffix in ["", "-wal"] { chmod(path + suffix, 0o444) }
    chmod(temporary.path, 0o777)
    defer { chmod(place.path, 0o755) }
    let file = LogFile(path, temporaryFolder: temporary.path)
    #expect(try asNobody { try Logbook(file, for: .salvaging).exported(salvaging: true) } == whole)
    #expect(place.names == ["log.db", "log.db-wal"])
  }

  @Test func `a file that changes during the copy is refused`() throws {
    var file = file(temporary.path)
    file.busyTimeout = .zero
    let (path, makeFile) = (path, file.disk.makeFile)
    for suffix in ["", "-journal"] {
      let bytes = contents(of: path + suffix)
      file.disk.makeFile = { name throws(SystemError) in
        try makeFile(name)
        if !name.hasSuffix("-journal") { _ = truncate(path + suffix, bytes.count + 1) }
      }
      #expect(throws: OpeningError.locked(path: path)) { try Logbook(file, for: .salvaging) }
      #expect(temporary.names == [])
      try writeFile(bytes, to: path + suffix)
    }
  }

  @Test(arguments: [nil, "log.db", "log.db-journal"])
  func `a missing folder or a full disk is reported, and nothing is left`(name: String?) throws {
    let before = contents(of: path)
    var file = file(name == nil ? temporary("none") : temporary.path)
    let makeFile = file.disk.makeFile
    file.disk.makeFile = { path throws(SystemError) in
      if let name, path.hasSuffix(name) {
        throw SystemError(call: "open", path: path, number: ENOSPC)
      }
      try makeFile(path)
    }
    let error = #expect(throws: OpeningError.self) { try Logbook(file, for: .salvaging) }
    let reason: SystemError? = if case .notCopied(path, let reason) = error { reason } else { nil }
    #expect(reason?.number == (name == nil ? ENOENT : ENOSPC), "\(String(describing: error))")
    if name == nil { #expect(reason?.call == "mkdir" && reason?.path == temporary("none")) }
    #expect(temporary.names == [])
    #expect(contents(of: path) == before)
  }
}
