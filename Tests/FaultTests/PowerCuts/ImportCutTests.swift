import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// What is written in one transaction, however large, that the power fails beside.
extension PowerCutTests {
  @Test mutating func `an import survives a power cut completely or not at all`() throws {
    var donor = Runner(9)
    let export = try donor.export(6, to: scratch("donor.db"))
    try record()
    disk.journal?.promise(0)
    try expectWholeImport(export, donor, into: open())
  }

  @Test mutating func `an import into a log with half of it survives completely or not at all`()
    throws
  {
    var donor = Runner(9)
    try train(3, on: open())
    try take(donor.export(10, to: scratch("donor.db")), into: open())
    let half = donor
    let export = try donor.export(40, to: scratch("donor.db"))
    runner.adopt(half)
    try record()
    disk.journal?.promise(runner.answered)
    let log = try open()
    // So few pages fit in memory that the others are written before the end of the transaction.
    try log.connection?.execute("PRAGMA cache_size = 10")
    try expectWholeImport(export, donor, into: log)
    #expect(try spills(of: log) > 0)
  }

  @Test mutating func `an interrupted rebuild leaves the log intact`() throws {
    try train(12, on: open())
    try record()
    disk.journal?.promise(runner.answered)
    let log = try open()
    try log.connection?.execute("PRAGMA cache_size = 10")
    try log.rebuild()
    #expect(try spills(of: log) > 0)
    try train(2, on: log)
    try expectNoLoss("rebuild", atLeast: 50)
  }

  /// Imports, and cuts the power: what was there before is there, with all that is new, or none.
  private mutating func expectWholeImport(
    _ export: [UInt8], _ donor: Runner, into log: Logbook
  ) throws {
    let before = runner.answered
    let report = try take(export, into: log)
    #expect(report.newEvents + report.knownEvents == donor.answered)
    runner.adopt(donor)
    let whole = runner.answered
    #expect(whole == before + report.newEvents)
    disk.journal?.promise(whole)
    let place = path.dropFirst(scratch.path.count)
    try expectNoLoss("import", atLeast: 30) { root, _ in
      // The proof has appended one event more.
      let found = try Logbook(LogFile(root + place), for: .reading).newestPosition - 1
      return found == before || found == whole ? nil : .invalid("\(found) of \(whole) events")
    }
  }

  @discardableResult
  private func take(_ export: [UInt8], into log: Logbook) throws -> ImportReport {
    var pieces = [export]
    return try log.importEvents { pieces.popLast() }
  }

  /// How often pages did not fit in memory any more.
  private func spills(of log: Logbook) throws -> Int32 {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(
      try #require(log.connection).handle.pointer, SQLITE_DBSTATUS_CACHE_SPILL, &count, &highest, 0)
    return count
  }
}

extension Runner {
  /// Trains on a log of its own, and hands out all that is in it then.
  fileprivate mutating func export(_ count: Int, to path: String) throws -> [UInt8] {
    let log = try Logbook(LogFile(path), for: .appending)
    try train(count - answered, on: log)
    var export: [UInt8] = []
    try log.export { export += $0 }
    return export
  }
}
