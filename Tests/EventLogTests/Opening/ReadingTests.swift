import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Logs without write permission, or without read permission.
@Suite struct ReadingTests {
  let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder("log.db")
    giveToNobody(folder.path)
  }

  /// Creates a log with one note, with or without a write-ahead file.
  static func makeLog(_ path: String, merged: Bool) throws {
    let connection = try #require(
      try LogFile(path).open(for: .creating, notes, checkpointingAtClose: merged))
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

  @Test(arguments: [true, false])
  func `a log in a folder that nobody can write to is read`(merged: Bool) throws {
    let path = path
    try asNobody { try Self.makeLog(path, merged: merged) }
    chmod(path, 0o400)
    chmod(folder.path, 0o500)
    #expect(try asNobody { try Self.readNote(path) } == "kept")
    let error = #expect(throws: OpeningError.self) {
      try asNobody { _ = try LogFile(path).open(for: .writing, notes) }
    }
    #expect(error == .noPermission(path: path))
  }

  @Test func `a write-ahead file without an index is read in a read-only folder`() throws {
    let path = path
    try asNobody { try Self.makeLog(path, merged: false) }
    unlink(path + "-shm")
    chmod(folder.path, 0o500)
    let names = folder.names
    #expect(try asNobody { try Self.readNote(path) } == "kept")
    #expect(folder.names == names)
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
  func `a file without read permission or in a closed folder is reported`(
    mode: UInt32, modeOfFolder: UInt32
  ) throws {
    let path = path
    try asNobody { try Self.makeLog(path, merged: true) }
    chmod(path, mode)
    chmod(folder.path, modeOfFolder)
    for purpose in modeOfFolder == 0 ? [LogFile.Purpose.reading] : [.reading, .writing] {
      #expect(throws: OpeningError.noPermission(path: path)) {
        try asNobody { _ = try LogFile(path).open(for: purpose, notes) }
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
        try LogFile(path).open(for: .writing, notes)
      }
      #expect(throws: OpeningError.readOnlyFileSystem(path: folder + "/a/new.db")) {
        try LogFile(folder + "/a/new.db").open(for: .creating, notes)
      }
    }
  }
}
