import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import SQLite

@Suite struct ChangeWatcherTests {
  let folder: ScratchFolder
  let log: LogFile
  let writer: Connection
  let reader: Connection
  let bell: Doorbell

  init() throws {
    folder = try ScratchFolder()
    log = LogFile(folder("log.db"))
    writer = try #require(try log.open(for: .appending, notes, creating: true))
    reader = try #require(try log.open(for: .reading, notes))
    bell = Doorbell(ofLog: log.path, disk: .live)
  }

  func append() throws {
    try writer.transaction { try writer.execute("INSERT INTO notes(text) VALUES ('a')") }
  }

  @Test func `an append is reported once, with a ring and without`() throws {
    let watcher = ChangeWatcher(of: reader, bell: bell)
    for _ in 0..<3 { #expect(!watcher.changed()) }
    for rings in [true, false] {
      try append()
      if rings { bell.ring() }
      #expect(watcher.changed())
      #expect(!watcher.changed())
    }
    bell.ring()
    #expect(watcher.changed())
    #expect(!watcher.changed())
  }

  @Test func `without a doorbell changes are found by polling`() throws {
    var disk = Disk.live
    disk.makeFile = { path throws(SystemError) in
      throw SystemError(call: "open", path: path, number: EACCES)
    }
    let silent = Doorbell(ofLog: log.path, disk: disk)
    let watcher = ChangeWatcher(of: reader, bell: silent)
    #expect(!watcher.isListening)
    try append()
    #expect(watcher.changed())
    bell.ring()
    #expect(!watcher.changed())
    #expect(watcher.isListening)
  }

  @Test func `a moved log counts as changed`() {
    let watcher = ChangeWatcher(of: reader, bell: bell)
    #expect(!watcher.changed())
    #expect(rename(log.path, folder("moved.db")) == 0)
    #expect(watcher.changed())
  }

  @Test func `an unreadable log counts as changed at every poll`() {
    let watcher = ChangeWatcher(of: reader, bell: bell)
    #expect(!watcher.changed())
    sqlite3_set_authorizer(reader.handle.pointer, { _, _, _, _, _, _ in SQLITE_DENY }, nil)
    #expect(watcher.changed())
    #expect(watcher.changed())
  }

  @Test func `own appends are not changes`() throws {
    let watcher = ChangeWatcher(of: writer, bell: bell)
    try append()
    #expect(!watcher.changed())
  }
}

@Suite struct DoorbellTests {
  let folder: ScratchFolder
  let bell: Doorbell

  init() throws {
    folder = try ScratchFolder()
    bell = Doorbell(ofLog: folder("log.db"), disk: .live)
  }

  @Test func `the first ring creates the doorbell, private to its owner`() {
    bell.ring()
    #expect(folder.names == ["log.db-bell"])
    #expect(permissions(bell.path) == 0o600)
    bell.ring()
    #expect(contents(of: bell.path) == [])
  }

  @Test(arguments: [2, 20_000])
  func `rings before a wait are noticed once, also if their queue overflows`(rings: Int) throws {
    let listener = try #require(DoorbellListener(to: bell))
    #expect(!listener.drain())
    for _ in 0..<rings { bell.ring() }
    #expect(listener.drain())
    #expect(!listener.drain())
    bell.ring()
    #expect(listener.drain())
  }

  @Test func `starting to listen does not ring`() throws {
    bell.ring()
    let one = try #require(DoorbellListener(to: bell))
    let other = try #require(DoorbellListener(to: bell))
    #expect(other.isListening)
    #expect(!one.drain())
  }

  @Test func `a removed doorbell is created again and counts as a ring`() throws {
    let listener = try #require(DoorbellListener(to: bell))
    unlink(bell.path)
    #expect(listener.drain())
    #expect(listener.isListening)
    while listener.drain() {}
    bell.ring()
    #expect(listener.drain())
    rename(bell.path, folder("elsewhere"))
    #expect(listener.drain())
    while listener.drain() {}
    bell.ring()
    #expect(listener.drain())
  }

  @Test func `a pipe in place of the doorbell does not block`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let bell = Doorbell(ofLog: folder("log.db"), disk: .live)
      try #require(mkfifo(bell.path, 0o600) == 0)
      // If the ring blocks, this signal ends the process.
      alarm(60)
      bell.ring()
    }
  }

  @Test func `a folder or link in place of the doorbell is not changed`() throws {
    mkdir(bell.path, 0o700)
    bell.ring()
    rmdir(bell.path)
    try writeFile("other's".utf8, to: folder("other"))
    symlink("other", bell.path)
    bell.ring()
    #expect(contents(of: folder("other")) == Array("other's".utf8))
  }

  @Test func `without a doorbell ringing has no effect`() {
    Doorbell(ofLog: folder("no/such/log.db"), disk: .live).ring()
    #expect(folder.names == [])
  }
}
