import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Power cuts during a backup.
extension PowerCutTests {
  @Test(arguments: [false, true])
  mutating func `a backup survives a power cut completely or not at all`(replacing: Bool) throws {
    let simulation = try backUp(replacing: replacing, disk.log(path))
    print("power cuts, backup: \(simulation.summary), \(seed)")
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
    #expect(simulation.images >= 20)
  }

  @Test mutating func `without a sync of the file, a backup may be incomplete`() throws {
    var file = disk.log(path)
    let sync = file.disk.sync
    file.disk.sync = { path throws(SystemError) in
      if !path.contains("copy.db-new-") { try sync(path) }
    }
    #expect(try backUp(replacing: true, file).flaws.count > 0)
  }

  @Test mutating func `without a sync of the folder, the old backup may remain`() throws {
    var file = disk.log(path)
    let (root, sync) = (scratch.path, file.disk.sync)
    file.disk.sync = { path throws(SystemError) in if path != root { try sync(path) } }
    #expect(try backUp(replacing: true, file).flaws.count > 0)
  }

  @Test(arguments: [1, 2])
  mutating func `a backup with a failed sync is not reported as saved`(number: Int) throws {
    let fault = DiskFault(.broken, at: number, persists: false, only: .syncPath)
    let simulation = try backUp(replacing: true, disk.log(path), fault)
    #expect(disk.fault?.failedCall != nil)
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
  }

  /// Makes a backup, optionally over a shorter one, and cuts the power.
  private mutating func backUp(
    replacing: Bool, _ file: LogFile, _ fault: DiskFault? = nil
  ) throws -> PowerCutSimulation {
    let log = try open()
    try train(10, on: log)
    let old = runner.answered
    let target = scratch("copy.db")
    let connection = try #require(log.connection)
    if replacing {
      try disk.log(path).backUp(connection, to: target, replacing: false)
      try train(4, on: log)
    }
    try startJournal()
    let answered = runner.answered
    disk.journal?.acknowledge(answered)
    disk.fault = fault
    if fault == nil {
      try file.backUp(connection, to: target, replacing: replacing)
      // One acknowledgement more, for the copy.
      disk.journal?.acknowledge(answered + 1)
    } else {
      #expect(throws: BackupError.self) {
        try file.backUp(connection, to: target, replacing: replacing)
      }
    }
    let requested = runner.requested
    var simulation = PowerCutSimulation()
    try simulation.run(
      #require(disk.journal), of: scratch.path, seeds: Effort.times(1, long: 25), &seed
    ) { root, acknowledged in
      let isAcknowledged = acknowledged > answered
      guard FileStatus(root + "/copy.db") != nil else {
        return replacing || isAcknowledged ? .lost(1) : nil
      }
      // Before the acknowledgement, the old copy may remain.
      let least = replacing && !isAcknowledged ? old : answered
      var verifier = LogVerifier(requested: requested, acknowledged: least)
      if let flaw = verifier.flaw(root + "/copy.db") { return flaw }
      return [least, answered].contains(verifier.found)
        ? nil : .invalid("a copy of \(verifier.found) events")
    }
    return simulation
  }
}
