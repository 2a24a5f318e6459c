import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite
import Text

extension LogFixture {
  /// A log with a copy, and with laps that the copy lacks.
  static func withCopy(laps: Int, afterwards: Int) throws -> (LogFixture, copy: String) {
    var fixture = try LogFixture()
    let copy = fixture.folder("copy.db")
    try fixture.start("before")
    for _ in 0..<laps { try fixture.perform(.lap(label: nil)) }
    try fixture.open(.reading).backUp(to: copy)
    for _ in 0..<afterwards { try fixture.perform(.lap(label: nil)) }
    return (fixture, copy)
  }
}

struct RestoreTests {
  var fixture: LogFixture
  let copy: String

  init() throws { (fixture, copy) = try LogFixture.withCopy(laps: 1, afterwards: 5) }

  @discardableResult func restore(
    to path: String? = nil, disk: Disk = .live, timeout: Duration = .seconds(5)
  ) throws -> (events: Int, kept: [String]) {
    try Logbook(path: copy).restore(
      to: LogFile(path ?? fixture.path, busyTimeout: timeout, disk: disk), keepingAs: "then")
  }

  func positions(_ path: String) throws -> Int {
    let log = try Logbook(path: path)
    #expect(try log.check().isSound)
    return try log.newestPosition
  }

  @Test mutating func `the copy becomes the log, and the old log is kept`() throws {
    let report = try restore()
    #expect(report.events == 2)
    #expect(report.kept.map(fileName) == ["log.db-then", "log.db-then-wal", "log.db-then-shm"])
    #expect(report.kept.allSatisfy { FileStatus($0) != nil })
    #expect(try positions(fixture.path) == 2 && positions(report.kept[0]) == 7)
    try fixture.perform(.lap(label: nil))
    #expect(try positions(fixture.path) == 3 && positions(report.kept[0]) == 7)
    #expect(
      try restore().kept.map(fileName) == [
        "log.db-then-2", "log.db-then-2-wal", "log.db-then-2-shm",
      ])
    #expect(try positions(fixture.path) == 2 && positions(copy) == 2)
  }

  @Test mutating func `a process with the old log open cannot append`() throws {
    let old = try fixture.open(.appending(longLived: true))
    _ = try old.append(fixture.request(.lap(label: nil)))
    let kept = try restore().kept
    #expect(throws: LogError.moved(path: fixture.path)) {
      try old.append(fixture.request(.lap(label: nil)))
    }
    old.checkpointer?.run()
    #expect(try positions(fixture.path) == 2 && positions(kept[0]) == 8)
    // The index moves with the old log, and the copy gets a new one.
    #expect(fixture.folder.names.contains("log.db-then-shm"))
  }

  @Test mutating func `a follower of the old log gets its events, then an error`() throws {
    let follower = try fixture.open(.reading).follow(after: 0)
    #expect(try follower.next(timeout: .zero).positions?.count == 7)
    #expect(try follower.next(timeout: .zero) == .timedOut)
    try fixture.perform(.lap(label: nil))
    try restore()
    #expect(try follower.next().positions?.count == 1)
    #expect(throws: LogError.moved(path: fixture.path)) { try follower.next() }
  }

  @Test func `the doorbell rings after the restore`() throws {
    let listener = try #require(DoorbellListener(to: Doorbell(ofLog: fixture.path, disk: .live)))
    try restore()
    #expect(listener.drain())
  }

  @Test func `the copy is not opened beside the index of the old log`() throws {
    let old = try fixture.open()
    let tries = Guarded<[OpeningError]>([])
    var disk = Disk.live
    let path = fixture.path
    disk.rename = { from, to throws(SystemError) in
      if from.hasSuffix("-shm") {
        let error = #expect(throws: OpeningError.self) {
          try Logbook(LogFile(path, busyTimeout: .zero), for: .appending)
        }
        tries.withLock { $0 += error.map { [$0] } ?? [] }
      }
      try Disk.live.rename(from, to)
    }
    try restore(disk: disk)
    withExtendedLifetime(old) {}
    // A longer timeout waits for the end of the restore.
    #expect(tries.withLock { $0 } == [.locked(path: path)])
    #expect(try positions(path) == 2)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a copy named like a companion file of the log is not restored`(suffix: String) throws {
    let path = fixture.folder("new.db")
    try #require(rename(copy, path + suffix) == 0)
    let before = snapshot(fixture.folder)
    #expect(throws: BackupError.isTheLog(path: try #require(realPath(path + suffix)))) {
      try Logbook(path: path + suffix).restore(to: LogFile(path), keepingAs: "then")
    }
    #expect(snapshot(fixture.folder) == before)
  }

  @Test func `without a log, the copy becomes the log`() throws {
    for path in [fixture.folder("new.db"), fixture.folder("a/b/new.db")] {
      let report = try restore(to: path)
      #expect(report.events == 2 && report.kept == [])
      #expect(try positions(path) == 2 && permissions(path) == 0o600)
    }
  }

  @Test(arguments: ["not a log", "SQLite format 3\u{0} and no more"])
  func `a replaced file that is not a log is kept too`(text: String) throws {
    try writeFile(text.utf8, to: fixture.path)
    #expect(try contents(of: restore().kept[0]) == Array(text.utf8))
    #expect(try positions(fixture.path) == 2)
  }

  @Test func `files of a removed log are moved away and kept`() throws {
    let left = contents(of: fixture.path + "-wal")
    unlink(fixture.path)
    #expect(throws: OpeningError.self) { try fixture.open(.reading) }
    let kept = try restore().kept
    #expect(
      kept.map(fileName) == ["log.db-then-wal", "log.db-then-shm"] && contents(of: kept[0]) == left)
    #expect(try positions(fixture.path) == 2)
  }

  @Test func `an older copy over the log does not prevent a restore`() throws {
    try writeFile(contents(of: copy), to: fixture.path)
    try restore()
    #expect(try positions(fixture.path) == 2)
  }

  @Test func `a copy is not restored to a network file system`() throws {
    var disk = Disk.live
    disk.kind = { _ in 0x6969 }
    let before = snapshot(fixture.folder)
    for path in [fixture.folder("new.db"), fixture.folder("a/b/new.db")] {
      #expect(throws: OpeningError.networkFileSystem(path: path, name: "NFS")) {
        try restore(to: path, disk: disk)
      }
    }
    #expect(snapshot(fixture.folder) == before)
  }

  @Test func `a log cannot be restored from itself`() throws {
    symlink(copy, fixture.folder("link.db"))
    for path in [copy, fixture.folder("link.db")] {
      #expect(throws: BackupError.isTheLog(path: copy)) { try restore(to: path) }
    }
    #expect(try positions(copy) == 2)
  }

  @Test mutating func `a damaged copy is not restored`() throws {
    var bytes = contents(of: copy)
    let place = try #require(bytes.firstRange(of: Array("before".utf8)))
    bytes[place.lowerBound] ^= 1
    try writeFile(bytes, to: copy)
    let before = snapshot(fixture.folder)
    let error = #expect(throws: BackupError.self) { try restore() }
    #expect(error?.damage?.path == copy)
    #expect(throws: BackupError.noLog(path: fixture.folder("none"))) {
      try Logbook(path: fixture.folder("none"))
        .restore(to: LogFile(fixture.path), keepingAs: "then")
    }
    #expect(throws: BackupError.self) { try restore(to: fixture.folder("a/b/new.db")) }
    #expect(snapshot(fixture.folder) == before)
  }

  @Test mutating func `a restore waits for a writer up to the timeout`() throws {
    let writer = try #require(try fixture.open().connection)
    let before = snapshot(fixture.folder)
    try writer.transaction {
      #expect(throws: OpeningError.locked(path: fixture.path)) { try restore(timeout: .zero) }
    }
    #expect(snapshot(fixture.folder) == before)
  }

  @Test(arguments: ["makeFile", "rename", "sync", "keep"])
  func `a failed restore changes nothing`(call: String) throws {
    var disk = Disk.refusing(call, EIO)
    if call == "keep" {
      disk.keep = { from, to throws(SystemError) in
        if from.hasSuffix("-wal") { throw SystemError(call: call, path: to, number: EIO) }
        try Disk.live.keep(from, to)
      }
    }
    let before = snapshot(fixture.folder)
    #expect(throws: BackupError.self) { try restore(disk: disk) }
    #expect(snapshot(fixture.folder) == before)
    #expect(try positions(fixture.path) == 7)
  }

  @Test func `without hard links the old log is renamed`() throws {
    var disk = Disk.live
    disk.keep = Disk.live.renameAsNew
    let kept = try restore(disk: disk).kept
    #expect(try positions(fixture.path) == 2 && positions(kept[0]) == 7)
  }

  @Test func `events appended during restores are in one of the logs`() async throws {
    let (path, copy) = (fixture.path, copy)
    let answered = Guarded<[EventID]>([])
    let isDone = Guarded(false)
    let instant = fixture.machine.instant
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var count = 0
          while !isDone.withLock({ $0 }), count < 20_000 {
            count += 1
            let id = EventID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
            do {
              _ = try Logbook(LogFile(path, busyTimeout: .seconds(60)), for: .appending).append(
                Request(
                  id: id, .lap(label: nil), of: .named("before"), instant: instant, source: "test"))
              answered.withLock { $0.append(id) }
            } catch LogError.moved {
              // A restore replaced the log before the append.
            }
            // The tasks share a few threads with all other tests.
            await Task.yield()
          }
        }
      }
      group.addTask {
        for _ in 0..<12 {
          let least = answered.withLock { $0.count } + 6
          // The writers append between two restores.
          for _ in 0..<100_000 where answered.withLock({ $0.count }) < least { await Task.yield() }
          _ = try Logbook(path: copy).restore(
            to: LogFile(path, busyTimeout: .seconds(60)), keepingAs: "then")
        }
        isDone.withLock { $0 = true }
      }
      try await group.waitForAll()
    }
    var found: Set<EventID> = []
    for name in fixture.folder.names
    where name.hasPrefix("log.db") && ["-wal", "-shm", "-bell"].allSatisfy({ !name.hasSuffix($0) })
    {
      let log = try Logbook(path: fixture.folder(name))
      let report = try log.check()
      #expect(report.isSound, "\(name): \(report.findings)")
      found.formUnion(try log.events(after: 0, limit: .max).map(\.event.id))
    }
    let lost = answered.withLock { $0 }.filter { !found.contains($0) }
    #expect(lost.isEmpty, "\(lost.count) of \(answered.withLock(\.count)) events are lost")
  }
}
