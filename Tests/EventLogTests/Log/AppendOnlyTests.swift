import CSQLite
import Dispatch
import Glibc
import ProcessTestSupport
import Synchronization
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

struct AppendOnlyTests {
  private static let attempts = [
    "UPDATE events SET at = 0", "UPDATE events SET position = position + 10 WHERE position = 2",
    "UPDATE OR REPLACE events SET position = 1 WHERE position = 2",
    "UPDATE OR IGNORE events SET source = 'me'", "DELETE FROM events",
    "DELETE FROM events WHERE position = 3",
    "INSERT OR REPLACE INTO events SELECT * FROM events WHERE position = 1",
    "REPLACE INTO events SELECT * FROM events",
    // The position is free, but the id or the version is not.
    "INSERT OR REPLACE INTO events SELECT 4, id, 1, 4, \(rest) FROM events WHERE position = 1",
    "INSERT OR REPLACE INTO events SELECT 4, zeroblob(16), 1, 2, \(rest) FROM events LIMIT 1",
    "INSERT OR IGNORE INTO events SELECT 9, zeroblob(16), 1, 4, \(rest) FROM events LIMIT 1",
    "INSERT INTO events SELECT 4, zeroblob(16), 1, 9, \(rest) FROM events LIMIT 1",
    """
    INSERT INTO events SELECT * FROM events WHERE position = 1 \
    ON CONFLICT (position) DO UPDATE SET at = 0
    """,
    """
    INSERT INTO events SELECT * FROM events WHERE position = 1 ON CONFLICT (id) DO UPDATE SET at = 0
    """, "UPDATE clocks SET boot_id = 'another'", "DELETE FROM clocks",
    "INSERT OR REPLACE INTO clocks SELECT 1, 'another', 'device', 0",
    "INSERT OR REPLACE INTO clocks SELECT 2, boot_id, device, \"offset\" FROM clocks",
  ]

  private static let rest =
    "kind, kind_version, at, basis, recorded_at, ticks_ns, clock, source, data, digest"

  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture.started("a")
    try fixture.perform(.lap(label: nil))
    try fixture.perform(.stop)
    return fixture
  }

  @Test(arguments: attempts)
  func `neither a client nor the sqlite3 shell can change or remove events`(_ sql: String) throws {
    let fixture = try fixture()
    let before = try Dump(fixture.path, Dump.log)
    let connection = try Connection(path: fixture.path, flags: SQLITE_OPEN_READWRITE)
    try connection.execute("PRAGMA recursive_triggers = OFF; PRAGMA foreign_keys = OFF")
    let error = #expect(throws: DatabaseError.self) { try connection.execute(sql) }
    #expect(error?.message.contains("append-only") == true)
    let shell = try OtherProgram("sqlite3", fixture.path, sql)
    #expect(shell.status != 0)
    #expect(shell.output.contains("append-only"))
    #expect(try Dump(fixture.path, Dump.log) == before)
  }

  @Test func `the digest reveals an event of another client`() throws {
    let fixture = try fixture()
    try Connection(path: fixture.path, flags: SQLITE_OPEN_READWRITE).execute(
      "INSERT INTO events SELECT 4, zeroblob(16), 1, 4, \(Self.rest) FROM events LIMIT 1")
    #expect(throws: LogError.damaged(position: 4, .digest)) {
      try fixture.open(.reading).session(1)
    }
  }
}

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
    fixture = try LogFixture.started()
    log = try fixture.open()
    handle = try #require(log.connection).handle.pointer
  }

  @Test func `the probe after a failed commit writes, but keeps a newer schema version`() throws {
    let connection = try #require(try LogFile(fixture.path).open(for: .appending, .laptimer))
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
    let error = #expect(throws: LogError.self) { try log.append(fixture.request(.lap(label: nil))) }
    guard case .commitFailed(let outcome, _) = error else { return nil }
    return outcome
  }
}

/// Writers in threads of one process, which the thread sanitizer examines.
struct ConcurrencyTests {
  @Test func `the log has all events of eight concurrent writers`() throws {
    let fixture = try LogFixture.started()
    let (path, instant) = (fixture.path, fixture.machine.instant)
    let answers = Mutex<[Result<[EventID: Int], any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      // Writers share nothing until they are done, so that no lock of the test orders their calls.
      let answer = Result<[EventID: Int], any Error> {
        // Every other writer reopens the log for each event, like a command.
        let access = Logbook.Access.appending(longLived: writer % 2 == 0)
        var log = try Logbook(LogFile(path), for: access)
        var positions: [EventID: Int] = [:]
        for number in 0..<25 {
          if writer % 2 == 1 { log = try Logbook(LogFile(path), for: access) }
          let id = EventID(high: UInt64(writer + 1), low: UInt64(number))
          let request = Request(
            id: id, .lap(label: nil), of: .implied, instant: instant, source: "test")
          positions[id] = try log.append(request).position
        }
        return positions
      }
      answers.withLock { $0.append(answer) }
    }
    let acknowledged = try answers.withLock { try $0.flatMap { try $0.get() } }
    let events = try fixture.open(.reading).events(after: 1)
    #expect(events.map(\.position) == Array(2...201))
    #expect(events.map(\.event.version) == Array(2...201))
    let positions = Dictionary(uniqueKeysWithValues: events.map { ($0.event.id, $0.position) })
    #expect(positions == Dictionary(acknowledged) { first, _ in first })
    try fixture.expectSound()
  }
}
