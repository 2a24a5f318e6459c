import CSQLite
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

struct AppendOnlyTests {
  private static let columns = """
    position, id, session, version, kind, kind_version, at, basis, recorded_at, ticks_ns, clock, \
    source, data, digest
    """

  /// Changes that another SQLite client may try.
  private static let attempts = [
    "UPDATE events SET at = 0",
    "UPDATE events SET position = position + 10 WHERE position = 2",
    "UPDATE OR REPLACE events SET position = 1 WHERE position = 2",
    "UPDATE OR IGNORE events SET source = 'me'",
    "DELETE FROM events",
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
    INSERT INTO events SELECT * FROM events WHERE position = 1 \
    ON CONFLICT (id) DO UPDATE SET at = 0
    """,
    "UPDATE clocks SET boot_id = 'another'",
    "DELETE FROM clocks",
    "INSERT OR REPLACE INTO clocks SELECT 1, 'another', 'device', 0",
    "INSERT OR REPLACE INTO clocks SELECT 2, boot_id, device, \"offset\" FROM clocks",
  ]

  private static let rest =
    "kind, kind_version, at, basis, recorded_at, ticks_ns, clock, source, data, digest"

  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start("a")
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
    let connection = try Connection(path: fixture.path, flags: SQLITE_OPEN_READWRITE)
    try connection.execute(
      "INSERT INTO events SELECT 4, zeroblob(16), 1, 4, \(Self.rest) FROM events LIMIT 1")
    #expect(throws: LogError.damaged(position: 4, .digest)) {
      try fixture.open(.reading).session(1)
    }
  }
}
