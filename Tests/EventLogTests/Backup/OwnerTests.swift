import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
import SQLite
import Text

/// A replaced file keeps its owner and permissions.
struct OwnerTests {
  private var fixture: LogFixture
  private let copy: String

  init() throws {
    (fixture, copy) = try LogFixture.withCopy(laps: 1, afterwards: 1)
  }

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
    chown(path, 4711, 4712)
    _ = try LogFile(path).open(for: .creating, notes)
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
