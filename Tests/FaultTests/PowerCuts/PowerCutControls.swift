import Testing

@testable import EventLog
@testable import Logbook
import SQLite

/// Controls: the simulation finds losses without the precautions.
extension PowerCutTests {
  @Test mutating func `less than full synchronization loses acknowledged events`() throws {
    try train(3, on: open())
    try startJournal()
    let log = try open()
    try log.connection?.execute("PRAGMA synchronous = NORMAL")
    try train(4, on: log)
    let simulation = try cutPower()
    print("power cuts, control: \(simulation.losses) of \(simulation.images) images lose events")
    #expect(simulation.losses > 20)
  }

  @Test mutating func `a disk that does not sync loses acknowledged events`() throws {
    try train(3, on: open())
    try startJournal()
    disk.journal?.honorsSyncs = false
    try train(4, on: open())
    #expect(try cutPower().losses > 20)
  }

  @Test mutating func `folders that are not synced lose a new log`() throws {
    try startJournal()
    var log = disk.log(path)
    log.disk.sync = { _ in }
    try train(2, on: Logbook(log, for: .appending))
    #expect(try cutPower().losses > 1)
  }
}
