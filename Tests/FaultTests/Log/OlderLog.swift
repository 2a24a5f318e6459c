import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite
import Text

/// Replaces a log with one of schema version 1, which has the same events and no tables.
func replaceWithOlderLog(_ path: String) throws {
  let log = try Logbook(LogFile(path), for: .reading)
  let events = try log.records(after: 0)
  let clock = try #require(try log.clock(events[0].clock))
  let draft = path + "-older"
  let older = Schema(
    applicationID: Schema.laptimer.applicationID,
    migrations: [Schema.laptimer.migrations[0]])
  try {
    let connection = try #require(try LogFile(draft).open(for: .creating, older))
    try connection.transaction {
      try connection.prepare(
        "INSERT INTO clocks (clock, boot_id, device, \"offset\") VALUES (1, ?, ?, ?)"
      ).bind(clock.bootID, clock.device, clock.offset).run()
      for event in events { try connection.insert(event) }
    }
  }()
  for suffix in ["", "-wal", "-shm"] {
    try Disk.live.remove(path + suffix)
    if contents(of: draft + suffix).count > 0 {
      try Disk.live.rename(draft + suffix, path + suffix)
    }
    try Disk.live.remove(draft + suffix)
  }
}
