import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Copies of a log that the power fails beside.
extension PowerCutTests {
  @Test(arguments: [false, true])
  mutating func `a backup survives a power cut completely or not at all`(replacing: Bool) throws {
    let blackout = try backUp(replacing: replacing, disk.log(path))
    print("power cuts, backup: \(blackout.summary), \(seed)")
    #expect(blackout.flaws.count == 0, "\(seed): \(blackout.words)")
    #expect(blackout.images >= 20)
  }

  @Test mutating func `a backup without a sync may be incomplete`() throws {
    var file = disk.log(path)
    let sync = file.disk.sync
    file.disk.sync = { path throws(SystemError) in
      if !path.contains("copy.db-new-") { try sync(path) }
    }
    #expect(try backUp(replacing: true, file).flaws.count > 0)
  }

  @Test mutating func `a backup without a synced name may be the old one`() throws {
    var file = disk.log(path)
    let (root, sync) = (scratch.path, file.disk.sync)
    file.disk.sync = { path throws(SystemError) in if path != root { try sync(path) } }
    #expect(try backUp(replacing: true, file).flaws.count > 0)
  }

  @Test(arguments: [1, 2])
  mutating func `a backup with a failed sync is not reported as saved`(number: Int) throws {
    let trouble = Trouble(.broken, at: number, lasts: false, only: .syncPath)
    let blackout = try backUp(replacing: true, disk.log(path), trouble)
    #expect(disk.trouble?.struck != nil)
    #expect(blackout.flaws.count == 0, "\(seed): \(blackout.words)")
  }

  /// Makes a copy, in place of a shorter one if it is to replace one, and cuts the power.
  private mutating func backUp(
    replacing: Bool, _ file: LogFile, _ trouble: Trouble? = nil
  ) throws -> Blackout {
    let log = try open()
    try train(10, on: log)
    let old = runner.answered
    let target = scratch("copy.db")
    let connection = try #require(log.connection)
    if replacing {
      try disk.log(path).backUp(connection, to: target, replacing: false)
      try train(4, on: log)
    }
    try record()
    let answered = runner.answered
    disk.journal?.promise(answered)
    disk.trouble = trouble
    if trouble == nil {
      try file.backUp(connection, to: target, replacing: replacing)
      // One promise more: that the copy is there.
      disk.journal?.promise(answered + 1)
    } else {
      #expect(throws: BackupError.self) {
        try file.backUp(connection, to: target, replacing: replacing)
      }
    }
    let asked = runner.asked
    var blackout = Blackout()
    try blackout.cut(
      #require(disk.journal), of: scratch.path, seeds: Effort.times(1, long: 25), &seed
    ) { root, promised in
      let isPromised = promised > answered
      guard FileStatus(root + "/copy.db") != nil else {
        return replacing || isPromised ? .lost(1) : nil
      }
      // Until it is promised, the copy of before is as good.
      let least = replacing && !isPromised ? old : answered
      var proof = Proof(asked: asked, promised: least)
      if let flaw = proof.flaw(root + "/copy.db") { return flaw }
      return [least, answered].contains(proof.found)
        ? nil : .invalid("a copy of \(proof.found) events")
    }
    return blackout
  }
}
