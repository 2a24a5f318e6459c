import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

struct FollowerTests {
  private static let periods = Follower.Periods(
    withBell: .seconds(3600), withoutBell: .milliseconds(1))

  @Test func `existing events are read first, then new ones`() throws {
    var fixture = try LogFixture.started()
    for _ in 0..<4 { try fixture.perform(.lap(label: nil)) }
    let follower = try Follower(fixture.open(.reading), after: 2, of: nil, periods: Self.periods)
    #expect(try follower.next(timeout: .seconds(20), limit: 2).positions == [3, 4])
    #expect(try follower.next(timeout: .seconds(20), limit: 2).positions == [5])
    #expect(try follower.next(timeout: .zero) == .timedOut)
    try fixture.perform(.lap(label: "new"))
    try fixture.perform(.stop)
    // Only the bell can wake the follower here: the polling period is an hour.
    #expect(try follower.next(timeout: .seconds(20)).positions == [6, 7])
    #expect(follower.position == 7)
  }

  @Test(arguments: [false, true])
  func `following waits for a missing log, without creating it`(isOwn: Bool) throws {
    var fixture = try LogFixture()
    let log = try fixture.open(isOwn ? .appending(longLived: true) : .reading)
    let follower = Follower(log, after: 0, of: nil, periods: Self.periods)
    if !isOwn { #expect(try follower.next(timeout: .milliseconds(3)) == .timedOut) }
    #expect(fixture.folder.names == [])
    let start = fixture.request(.start(.init()), of: .new(also: false))
    for (position, request) in [(1, start), (2, fixture.request(.stop))] {
      _ = try (isOwn ? log : fixture.open()).append(request)
      #expect(try follower.next(timeout: .seconds(20)).positions == [position])
    }
  }

  @Test func `following a session skips events of others`() throws {
    var fixture = try LogFixture.started("a")
    try fixture.start("b", also: true)
    let follower = try Follower(fixture.open(.reading), after: 0, of: 1, periods: Self.periods)
    #expect(try follower.next(timeout: .seconds(20)).positions == [1])
    try fixture.perform(.lap(label: nil), of: .named("2"))
    #expect(try follower.next(timeout: .milliseconds(2)) == .timedOut)
    try fixture.perform(.lap(label: nil), of: .named("1"))
    #expect(try follower.next(timeout: .seconds(20)).positions == [4])
  }

  @Test func `a ring ends a wait`() async throws {
    var fixture = try LogFixture.started()
    let path = fixture.path
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    async let positions = Task.detached {
      let follower = try Follower(Logbook(path: path), after: 1, of: nil, periods: Self.periods)
      #expect(try follower.next(timeout: .zero) == .timedOut)
      start.finish()
      return try follower.next(timeout: .seconds(60)).positions
    }.value
    for await _ in started {}
    try fixture.perform(.lap(label: nil))
    #expect(try await positions == [2])
  }

  @Test func `an earlier interrupt ends a wait at once`() throws {
    let fixture = try LogFixture.started()
    let follower = try fixture.open(.reading).follow(after: 1)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    try #require(write(ends[1], "!", 1) == 1)
    #expect(try follower.next(timeout: .seconds(60), interrupt: ends[0]) == .interrupted)
  }

  @Test func `a closed pipe ends the wait`() throws {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { close(pipes[1]) }
    var fixture = try LogFixture()
    let early = try fixture.open(.reading).follow(after: 0)
    try fixture.start()
    let late = try fixture.open(.reading).follow(after: 1)
    #expect(try late.next(timeout: .zero, outlet: pipes[1]) == .timedOut)
    close(pipes[0])
    #expect(try late.next(timeout: .seconds(20), outlet: pipes[1]) == .hangup)
    let folder = try LogFixture()
    #expect(
      try folder.open(.reading).follow(after: 0).next(timeout: .seconds(20), outlet: pipes[1])
        == .hangup)
    #expect(try early.next(timeout: .seconds(20), outlet: pipes[1]).positions == [1])
  }
}

extension Follower.Next {
  /// The positions of the events; nil if there are none.
  var positions: [Int]? {
    if case .events(let events) = self { events.map(\.position) } else { nil }
  }
}

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
    let silent = Doorbell(ofLog: log.path, disk: .refusing("makeFile", EACCES))
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
    #expect(try #require(DoorbellListener(to: bell)).isListening)
    #expect(!one.drain())
  }

  @Test func `a removed doorbell is created again and counts as a ring`() throws {
    let listener = try #require(DoorbellListener(to: bell))
    for isMoved in [false, true] {
      if isMoved { rename(bell.path, folder("elsewhere")) } else { unlink(bell.path) }
      #expect(listener.drain())
      #expect(listener.isListening)
      while listener.drain() {}
      bell.ring()
      #expect(listener.drain())
    }
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
