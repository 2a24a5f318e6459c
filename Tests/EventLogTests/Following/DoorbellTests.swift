import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
import Text
import SQLite

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
    #expect(contents(bell.path) == [])
  }

  @Test func `a ring is noticed, also one before the wait`() throws {
    let listener = try #require(DoorbellListener(to: bell))
    #expect(!listener.drain())
    bell.ring()
    bell.ring()
    #expect(listener.drain())
    #expect(!listener.drain())
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
    try write("other's".utf8, to: folder("other"))
    symlink("other", bell.path)
    bell.ring()
    #expect(contents(folder("other")) == Array("other's".utf8))
  }

  @Test func `without a doorbell ringing has no effect`() {
    Doorbell(ofLog: folder("no/such/log.db"), disk: .live).ring()
    #expect(folder.names == [])
  }

  @Test func `a queue overflow counts as a ring`() throws {
    let listener = try #require(DoorbellListener(to: bell))
    for _ in 0..<20_000 { bell.ring() }
    #expect(listener.drain())
    #expect(!listener.drain())
    bell.ring()
    #expect(listener.drain())
  }
}
