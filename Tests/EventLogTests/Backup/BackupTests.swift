import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct BackupTests {
  let folder: ScratchFolder
  let path: String
  let writer: Logbook
  let target: String

  init() throws {
    var fixture = try LogFixture.started()
    folder = fixture.folder
    path = fixture.path
    mkdir(folder("copies"), 0o755)
    target = folder("copies/copy.db")
    writer = try fixture.open()
    _ = try writer.perform((1..<2000).map { _ in fixture.request(.lap(label: nil)) })
  }

  func append(_ count: Int = 1) throws {
    let newest = try writer.newestPosition
    let requests = (1...count).map { number in
      Request(
        id: EventID(high: 0x0193, low: UInt64(newest + number)), .lap(label: nil), of: .implied,
        instant: Machine().instant, source: "test")
    }
    _ = try writer.perform(requests)
  }

  func backUp(replacing: Bool = false, disk: Disk = .live, to target: String? = nil) throws {
    try Logbook(LogFile(path, disk: disk), for: .reading)
      .backUp(to: target ?? self.target, replacing: replacing)
  }

  var copies: [String] { ScratchFolder.names(in: folder("copies")) }

  func count(_ path: String) throws -> Int { try Logbook(path: path).newestPosition }

  @Test func `the copy is one complete log, private to its owner`() throws {
    try backUp()
    #expect(copies == ["copy.db"])
    #expect(permissions(target) == 0o600)
    let alone = try Connection(path: target, flags: SQLITE_OPEN_READONLY)
    #expect(try alone.word(ofPragma: "journal_mode") == "delete")
    #expect(try alone.word(ofPragma: "integrity_check") == "ok")
    #expect(try count(target) == 2000)
    #expect(copies == ["copy.db"])
    let log = try Logbook(path: target, for: .appending)
    #expect(try log.connection?.word(ofPragma: "journal_mode") == "wal")
  }

  @Test func `the copy is as of one moment while others write`() throws {
    let reader = try Logbook(path: path)
    var steps = 0
    try append(20_000)
    try reader.backUp(to: target) {
      steps += 1
      #expect(throws: Never.self) { try append() }
      return false
    }
    #expect(steps > 5)
    #expect(try count(target) == 22_000)
    #expect(try count(path) == 22_000 + steps)
  }

  @Test func `an existing file is replaced only if requested`() throws {
    try writeFile("precious".utf8, to: target)
    #expect(throws: BackupError.exists(path: target)) { try backUp() }
    #expect(contents(of: target) == Array("precious".utf8))
    try backUp(replacing: true)
    #expect(try count(target) == 2000)
    #expect(copies == ["copy.db"])
  }

  @Test func `a file created meanwhile is not replaced either`() throws {
    var disk = Disk.live
    let target = target
    disk.sync = { path throws(SystemError) in
      if path.contains("-new-") { close(open(target, O_CREAT | O_WRONLY, 0o600)) }
    }
    #expect(throws: BackupError.exists(path: target)) { try backUp(disk: disk) }
    #expect(contents(of: target) == [])
    #expect(copies == ["copy.db"])
  }

  @Test func `the log itself is refused as a target, by any name`() throws {
    symlink(path, folder("copies/link.db"))
    link(path, folder("copies/hard.db"))
    let before = contents(of: path)
    for name in [
      "log.db", "log.db-wal", "log.db-shm", "log.db-bell", "copies/link.db", "copies/hard.db",
      "copies/../log.db",
    ] {
      #expect(throws: BackupError.isTheLog(path: folder(name)), "\(name)") {
        try backUp(replacing: true, to: folder(name))
      }
    }
    #expect(contents(of: path) == before)
  }

  @Test func `a link is followed, so that its target is replaced`() throws {
    try writeFile("old".utf8, to: folder("target"))
    let link = folder("copies/link.db")
    symlink(folder("target"), link)
    try backUp(replacing: true, to: link)
    #expect(try count(folder("target")) == 2000)
  }

  @Test func `a database in use is not replaced`() throws {
    let other = try Connection(path: target, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try other.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
    let place = try #require(realPath(target))
    #expect(throws: BackupError.inUse(path: target, by: place + "-wal")) {
      try backUp(replacing: true)
    }
    #expect(try other.word(ofPragma: "integrity_check") == "ok")
  }

  @Test func `a folder is refused, and a missing one is not created`() {
    for path in [folder("copies"), folder("copies/")] {
      #expect(throws: BackupError.notAFile(path: path)) { try backUp(replacing: true, to: path) }
    }
    #expect(throws: BackupError.self) { try backUp(to: folder("none/copy.db")) }
    #expect(!folder.names.contains("none"))
  }

  @Test func `a damaged log is not copied`() throws {
    if case .postponed(let reason) = try #require(writer.checkpointer).run() { throw reason }
    var bytes = contents(of: path)
    for offset in 4096 * 30..<4096 * 33 { bytes[offset] = 0xa5 }
    try writeFile(bytes, to: folder("damaged.db"))
    let damaged = try Logbook(path: folder("damaged.db"))
    let error = #expect(throws: BackupError.self) { try damaged.backUp(to: target) }
    #expect(error?.damage != nil)
    #expect(copies == [])
  }

  @Test(arguments: ["makeFile", "sync", "rename"])
  func `a failed copy leaves nothing, or the old file`(call: String) throws {
    try writeFile("precious".utf8, to: target)
    let disk = Disk.refusing(call, ENOSPC)
    let error = #expect(throws: BackupError.self) { try backUp(replacing: true, disk: disk) }
    let reason: SystemError? = if case .system(let reason) = error { reason } else { nil }
    #expect(reason?.number == ENOSPC, "\(String(describing: error))")
    #expect(contents(of: target) == Array("precious".utf8))
    #expect(copies == ["copy.db"])
  }

  @Test func `a copy without a synced folder is saved and reported`() throws {
    var disk = Disk.live
    disk.sync = { path throws(SystemError) in
      guard !path.hasSuffix("/copies") else {
        throw SystemError(call: "fsync", path: path, number: EIO)
      }
      try Disk.live.sync(path)
    }
    let reason = SystemError(call: "fsync", path: folder("copies"), number: EIO)
    #expect(throws: BackupError.unsynced(reason)) { try backUp(disk: disk) }
    #expect(try count(target) == 2000)
  }
}

extension BackupError {
  var damage: (path: String, finding: String)? {
    if case .damaged(let path, let finding) = self { (path, finding) } else { nil }
  }
}

/// A replaced file keeps its owner and permissions.
struct OwnerTests {
  private var fixture: LogFixture
  private let copy: String

  init() throws { (fixture, copy) = try LogFixture.withCopy(laps: 1, afterwards: 1) }

  private func owner(_ path: String) -> [UInt32] {
    var status = stat()
    return lstat(path, &status) == 0 ? [status.st_uid, status.st_gid] : []
  }

  private func restore(to path: String) throws -> [String] {
    try Logbook(path: copy).restore(to: LogFile(path), keepingAs: "then").kept
  }

  @Test func `a restored log and a replaced copy keep their permissions`() throws {
    chmod(fixture.path, 0o640)
    chmod(copy, 0o444)
    let kept = try restore(to: fixture.path)
    #expect(permissions(fixture.path) == 0o640 && permissions(kept[0]) == 0o640)
    chmod(fixture.path, 0o444)
    _ = try restore(to: fixture.path)
    #expect(permissions(fixture.path) == 0o644)
    try fixture.open(.reading).backUp(to: copy, replacing: true)
    #expect(permissions(copy) == 0o444)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  mutating func `root leaves a restored log, and the files beside it, to their owner`() throws {
    for file in fixture.folder.names where file.hasPrefix("log.db") {
      chown(fixture.folder(file), 4711, 4712)
    }
    unlink(fixture.path + "-bell")
    chmod(fixture.path, 0o640)
    chown(copy, 4711, 4712)
    for file in try restore(to: fixture.path) { #expect(owner(file) == [4711, 4712], "\(file)") }
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append(fixture.request(.lap(label: nil)))
    for suffix in ["", "-wal", "-shm", "-bell"] {
      #expect(owner(fixture.path + suffix) == [4711, 4712], "\(suffix)")
      #expect(permissions(fixture.path + suffix) == 0o640, "\(suffix)")
    }
    try log.backUp(to: copy, replacing: true)
    #expect(owner(copy) == [4711, 4712] && permissions(copy) == 0o600)
    // Nothing is replaced.
    _ = try restore(to: fixture.folder("new.db"))
    try log.backUp(to: fixture.folder("other.db"))
    for file in ["new.db", "other.db"] {
      #expect(owner(fixture.folder(file)) == [0, 0] && permissions(fixture.folder(file)) == 0o600)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `a log that root creates in an empty file keeps its owner`() throws {
    let path = fixture.folder("empty.db")
    try writeFile([], to: path)
    chmod(path, 0o644)
    chown(path, 4711, 4712)
    _ = try LogFile(path).open(for: .appending, notes, creating: true)
    #expect(owner(path) == [4711, 4712] && permissions(path) == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `a replaced file of another user becomes one's own, and closed to others`() throws {
    let path = fixture.folder("theirs.db")
    try writeFile("x".utf8, to: path)
    chmod(path, 0o664)
    for file in fixture.folder.names where file.hasPrefix("log.db") {
      giveToNobody(fixture.folder(file))
    }
    chmod(fixture.folder.path, 0o777)
    let source = fixture.path
    _ = try asNobody { try Logbook(path: source).backUp(to: path, replacing: true) }
    #expect(owner(path) == [65_534, 65_534] && permissions(path) == 0o600)
  }
}
