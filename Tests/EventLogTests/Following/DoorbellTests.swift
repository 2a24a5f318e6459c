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

  @Test func `the first ring hangs the bell, for its owner alone`() {
    bell.ring()
    #expect(folder.names == ["log.db-bell"])
    #expect(permissions(bell.path) == 0o600)
    bell.ring()
    #expect(contents(bell.path) == [])
  }

  @Test func `a ring is heard, also one from before the wait`() throws {
    let ear = try #require(DoorbellListener(to: bell))
    #expect(!ear.drain())
    bell.ring()
    bell.ring()
    #expect(ear.drain())
    #expect(!ear.drain())
  }

  @Test func `to begin to listen rings for nobody`() throws {
    bell.ring()
    let one = try #require(DoorbellListener(to: bell))
    let other = try #require(DoorbellListener(to: bell))
    #expect(other.isListening)
    #expect(!one.drain())
  }

  @Test func `a bell that was taken away is hung anew and counts as rung`() throws {
    let ear = try #require(DoorbellListener(to: bell))
    unlink(bell.path)
    #expect(ear.drain())
    #expect(ear.isListening)
    while ear.drain() {}
    bell.ring()
    #expect(ear.drain())
    rename(bell.path, folder("elsewhere"))
    #expect(ear.drain())
    while ear.drain() {}
    bell.ring()
    #expect(ear.drain())
  }

  @Test func `a pipe in the bell's place makes nobody wait`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let bell = Doorbell(ofLog: folder("log.db"), disk: .live)
      try #require(mkfifo(bell.path, 0o600) == 0)
      // Whoever waits ends by this signal.
      alarm(60)
      bell.ring()
    }
  }

  @Test func `a folder or a link in the bell's place is left alone`() throws {
    mkdir(bell.path, 0o700)
    bell.ring()
    rmdir(bell.path)
    try write("other's".utf8, to: folder("other"))
    symlink("other", bell.path)
    bell.ring()
    #expect(contents(folder("other")) == Array("other's".utf8))
  }

  @Test func `where no bell can be hung, ringing does nothing`() {
    Doorbell(ofLog: folder("no/such/log.db"), disk: .live).ring()
    #expect(folder.names == [])
  }

  @Test func `more rings than the queue holds are still a ring`() throws {
    let ear = try #require(DoorbellListener(to: bell))
    for _ in 0..<20_000 { bell.ring() }
    #expect(ear.drain())
    #expect(!ear.drain())
    bell.ring()
    #expect(ear.drain())
  }
}
