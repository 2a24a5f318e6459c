import Testing

@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// What would be lost without the care that is taken: so the power cuts can find it.
extension PowerCutTests {
  @Test mutating func `less than full synchronization loses acknowledged events`() throws {
    try train(3, on: open())
    try record()
    let log = try open()
    try log.connection?.execute("PRAGMA synchronous = NORMAL")
    try train(4, on: log)
    let blackout = try blackout()
    print("power cuts, control: \(blackout.losses) of \(blackout.images) images lose events")
    #expect(blackout.losses > 20)
  }

  @Test mutating func `a disk that does not sync loses acknowledged events`() throws {
    try train(3, on: open())
    try record()
    disk.journal?.believesSyncs = false
    try train(4, on: open())
    #expect(try blackout().losses > 20)
  }

  @Test mutating func `folders that are not synced lose a new log`() throws {
    try record()
    var log = disk.log(path)
    log.disk.sync = { _ in }
    try train(2, on: Logbook(log, for: .appending))
    #expect(try blackout().losses > 1)
  }
}
