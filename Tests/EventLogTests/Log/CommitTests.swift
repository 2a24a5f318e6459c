import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// The reported outcome of a failed COMMIT.
///
/// SQLite's hooks cause the failure: "If the callback on a commit hook function returns non-zero,
/// then the COMMIT is converted into a ROLLBACK" (commit_hook.html); and if a callback of
/// sqlite3_wal_hook "returns an error code, that error will propagate … though the commit will have
/// still occurred" (wal_hook.html).
struct CommitTests {
  private var fixture: LogFixture
  private let log: Logbook
  private let handle: OpaquePointer

  init() throws {
    fixture = try LogFixture()
    try fixture.start()
    log = try fixture.open()
    handle = try #require(log.connection).handle.pointer
  }

  @Test mutating func `a commit that was rolled back is reported as not saved`() throws {
    let before = try Dump(fixture.path)
    sqlite3_commit_hook(handle, { _ in 1 }, nil)
    #expect(try outcomeOfLap() == .notSaved)
    #expect(try Dump(fixture.path) == before)
    // The log reopens the file, and the next append succeeds.
    #expect(try log.append(fixture.request(.lap(label: nil))).version == 2)
  }

  @Test func `the probe after a failed commit writes, but keeps a newer schema version`()
    throws
  {
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute("PRAGMA user_version = 4711")
    let size = contents(of: fixture.path + "-wal").count
    try connection.transaction { try connection.rewriteVersion() }
    #expect(try connection.number(ofPragma: "user_version") == 4711)
    #expect(contents(of: fixture.path + "-wal").count > size)
  }

  @Test mutating func `a commit that fails after the write is reported as saved`() throws {
    sqlite3_wal_hook(handle, { _, _, _, _ in SQLITE_FULL }, nil)
    #expect(try outcomeOfLap() == .saved)
    #expect(try log.newestPosition == 2)
  }

  @Test mutating func `a failed commit is not reported as saved unless it is in the file`() throws {
    // An older snapshot prevents a checkpoint of newer pages into the file.
    let reader = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    try reader.transaction(.deferred) {
      _ = try reader.prepare("SELECT count(*) FROM events").first { $0.int(0) }
      sqlite3_wal_hook(handle, { _, _, _, _ in SQLITE_FULL }, nil)
      #expect(try outcomeOfLap() == .unknown)
    }
    #expect(try log.newestPosition == 2)
  }

  @Test mutating func `a commit is reported as unknown if the log cannot be reopened`() throws {
    let path = try #require(strdup(fixture.path))
    defer { free(path) }
    sqlite3_commit_hook(
      handle,
      { path in
        guard let path else { return 0 }
        unlink(path.assumingMemoryBound(to: CChar.self))
        return 1
      }, path)
    #expect(try outcomeOfLap() == .unknown)
  }

  private mutating func outcomeOfLap() throws -> CommitOutcome? {
    let error = #expect(throws: LogError.self) {
      try log.append(fixture.request(.lap(label: nil)))
    }
    guard case .commitFailed(let outcome, _) = error else { return nil }
    return outcome
  }
}
