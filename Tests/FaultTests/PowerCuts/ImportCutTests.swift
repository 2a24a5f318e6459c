import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
import SQLite

/// Power cuts during large transactions.
extension PowerCutTests {
  @Test mutating func `an import survives a power cut completely or not at all`() throws {
    var donor = Runner(9)
    let export = try donor.export(6, to: scratch("donor.db"))
    try startJournal()
    disk.journal?.acknowledge(0)
    try expectAtomicImport(export, donor, into: open())
  }

  @Test mutating func `an import of the missing half survives completely or not at all`()
    throws
  {
    var donor = Runner(9)
    try train(3, on: open())
    try importEvents(donor.export(10, to: scratch("donor.db")), into: open())
    let half = donor
    let export = try donor.export(40, to: scratch("donor.db"))
    runner.add(half)
    try startJournal()
    disk.journal?.acknowledge(runner.answered)
    let log = try open()
    // The small cache spills changed pages to the disk before the commit.
    try log.connection?.execute("PRAGMA cache_size = 10")
    try expectAtomicImport(export, donor, into: log)
    #expect(try spills(of: log) > 0)
  }

  @Test mutating func `an interrupted rebuild leaves the log intact`() throws {
    try train(12, on: open())
    try startJournal()
    disk.journal?.acknowledge(runner.answered)
    let log = try open()
    try log.connection?.execute("PRAGMA cache_size = 10")
    try log.rebuild()
    #expect(try spills(of: log) > 0)
    try train(2, on: log)
    try expectNoLoss("rebuild", atLeast: 50)
  }

  /// Expects that after a power cut all or none of the imported events are in the log.
  private mutating func expectAtomicImport(
    _ export: [UInt8], _ donor: Runner, into log: Logbook
  ) throws {
    let before = runner.answered
    let report = try importEvents(export, into: log)
    #expect(report.newEvents + report.knownEvents == donor.answered)
    runner.add(donor)
    let complete = runner.answered
    #expect(complete == before + report.newEvents)
    disk.journal?.acknowledge(complete)
    let place = path.dropFirst(scratch.path.count)
    try expectNoLoss("import", atLeast: 30) { root, _ in
      // The verifier has appended an event.
      let found = try Logbook(LogFile(root + place), for: .reading).newestPosition - 1
      return found == before || found == complete ? nil : .invalid("\(found) of \(complete) events")
    }
  }

  @discardableResult
  private func importEvents(_ export: [UInt8], into log: Logbook) throws -> ImportReport {
    var pieces = [export]
    return try log.importEvents { pieces.popLast() }
  }

  /// The number of cache spills.
  private func spills(of log: Logbook) throws -> Int32 {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(
      try #require(log.connection).handle.pointer, SQLITE_DBSTATUS_CACHE_SPILL, &count, &highest, 0)
    return count
  }
}

extension Runner {
  /// Continues a training on a separate log, and exports that log.
  fileprivate mutating func export(_ count: Int, to path: String) throws -> [UInt8] {
    let log = try Logbook(LogFile(path), for: .appending)
    try train(count - answered, on: log)
    var export: [UInt8] = []
    try log.export { export += $0 }
    return export
  }
}
