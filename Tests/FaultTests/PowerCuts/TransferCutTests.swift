import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

extension PowerCutTests {
  @Test(arguments: [false, true])
  mutating func `a backup survives a power cut completely or not at all`(replacing: Bool) throws {
    let simulation = try backUp(replacing: replacing, disk.log(path))
    print("power cuts, backup: \(simulation.summary), \(seed)")
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
    #expect(simulation.images >= 20)
  }

  @Test(arguments: [true, false])
  mutating func `without a sync of file or folder, a backup may be lost`(isOfFile: Bool) throws {
    var file = disk.log(path)
    let (root, sync) = (scratch.path, file.disk.sync)
    file.disk.sync = { path throws(SystemError) in
      if isOfFile ? !path.contains("copy.db-new-") : path != root { try sync(path) }
    }
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
    if replacing {
      try log.backUp(to: target)
      try train(4, on: log)
    }
    let source = try Logbook(file, for: .reading)
    try startJournal()
    let answered = runner.answered
    disk.fault = fault
    if fault == nil {
      try source.backUp(to: target, replacing: replacing)
      // One acknowledgement more, for the copy.
      disk.journal?.acknowledge(answered + 1)
    } else {
      #expect(throws: BackupError.self) { try source.backUp(to: target, replacing: replacing) }
    }
    let requested = runner.requested
    var simulation = PowerCutSimulation()
    try simulation.run(#require(disk.journal), of: scratch.path, &seed) { root, acknowledged in
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

  private static let stamp = "20261121T100000Z"

  @Test(arguments: [true, false])
  mutating func `a power cut or kill in a restore leaves log or copy intact`(isOpen: Bool) throws {
    var log: Logbook? = try open()
    if let log { try train(6, on: log) }
    let copied = runner.answered
    let copy = scratch("copy.db")
    try Logbook(disk.log(path), for: .reading).backUp(to: copy)
    if let log { try train(5, on: log) }
    let all = runner.answered
    // The log is restored both while open and while closed.
    if !isOpen { log = nil }
    try startJournal()
    let kills = try filesBeforeCalls {
      _ = try Logbook(disk.log(copy), for: .reading).restore(
        to: disk.log(path), keepingAs: Self.stamp)
    }
    // One acknowledgement more, for the restored copy.
    disk.journal?.acknowledge(all + 1)
    let (requested, place) = (runner.requested, path.dropFirst(scratch.path.count))
    var found: Set<Int> = []
    func flaw(_ root: String, isAcknowledged: Bool, isKill: Bool) throws -> Flaw? {
      let path = root + place
      var verifier = LogVerifier(requested: requested, acknowledged: copied, readsFirst: true)
      if let flaw = verifier.flaw(path) { return flaw }
      found.insert(verifier.found)
      guard (isAcknowledged ? [copied] : [copied, all]).contains(verifier.found) else {
        return .invalid("\(verifier.found) events")
      }
      if verifier.found == copied {
        var kept = LogVerifier(requested: requested, acknowledged: all)
        if let flaw = kept.flaw("\(path)-\(Self.stamp)") {
          return .invalid("kept: \(flaw), of \(kept.found)")
        }
        let twins = Self.hardLinks(in: folder(of: path))
        if isKill, !twins.isEmpty { return .invalid("the restore is not finished: \(twins)") }
      }
      return try Self.flawOfRestore(root, path, isFirst: verifier.found == all)
    }
    var simulation = PowerCutSimulation()
    try simulation.run(#require(disk.journal), of: scratch.path, &seed) { root, acknowledged in
      try flaw(root, isAcknowledged: acknowledged > all, isKill: false)
    }
    print("power cuts, restore: \(simulation.summary), \(kills.count) kills, \(seed)")
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
    #expect(simulation.images >= 20 && found == [copied, all])
    found = []
    for image in kills {
      let killed = try ScratchFolder.inMemory()
      try image.write(to: killed.path, from: scratch.path)
      #expect(try flaw(killed.path, isAcknowledged: false, isKill: true) == nil)
    }
    #expect(kills.count >= 7 && found == [copied, all])
    withExtendedLifetime(log) {}
  }

  /// Returns the files that a kill leaves before each call of an operation that changes the disk.
  private func filesBeforeCalls(_ operation: () throws -> Void) throws -> Set<Image> {
    var images: Set<Image> = []
    let root = scratch.path
    disk.beforeCall = { call in
      guard call.operation.changes else { return }
      // SQLite reads the reason of a failed call after other calls.
      let number = errno
      defer { errno = number }
      if let image = try? Image(of: root) { images.insert(image) }
    }
    defer { disk.beforeCall = nil }
    try operation()
    return images
  }

  /// Verifies that the next restore removes only the second names of the interrupted one.
  private static func flawOfRestore(_ root: String, _ path: String, isFirst: Bool) throws -> Flaw? {
    _ = try Logbook(path: root + "/copy.db").restore(
      to: LogFile(path), keepingAs: "20261121T110000Z")
    let parent = folder(of: path)
    let kept = ScratchFolder.names(in: parent).filter { $0.contains("-2026") }
    let logs = kept.filter { name in !["-wal", "-shm", "-bell"].contains(where: name.hasSuffix) }
    let name = fileName(of: path)
    let expected = ["\(name)-20261121T110000Z"]
    guard logs == (isFirst ? expected : ["\(name)-\(stamp)"] + expected) else {
      return .invalid("left: \(kept)")
    }
    let twins = hardLinks(in: parent).filter(kept.contains)
    return twins.isEmpty ? nil : .invalid("hard links left: \(twins)")
  }

  /// The files of a folder with two names.
  private static func hardLinks(in folder: String) -> [String] {
    ScratchFolder.names(in: folder).filter {
      FileStatus("\(folder)/\($0)").map { $0.links > 1 } ?? true
    }
  }

  @Test(arguments: [false, true])
  mutating func `an import survives a power cut completely or not at all`(hasHalf: Bool) throws {
    var donor = Runner(9)
    if hasHalf {
      try train(3, on: open())
      try open().importing(donor.export(10, to: scratch("donor.db")))
      runner.add(donor)
    }
    let export = try donor.export(hasHalf ? 40 : 6, to: scratch("donor.db"))
    try startJournal()
    let before = runner.answered
    let log = try open()
    // The small cache spills changed pages to the disk before the commit.
    if hasHalf { try log.connection?.execute("PRAGMA cache_size = 10") }
    let report = try log.importing(export)
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
    if hasHalf { #expect(try spills(of: log) > 0) }
  }

  @Test mutating func `an interrupted rebuild leaves the log intact`() throws {
    try train(12, on: open())
    try startJournal()
    let log = try open()
    try log.connection?.execute("PRAGMA cache_size = 10")
    try log.rebuild()
    #expect(try spills(of: log) > 0)
    try train(2, on: log)
    try expectNoLoss("rebuild", atLeast: 50)
  }

  private func spills(of log: Logbook) throws -> Int32 {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(
      try #require(log.connection).handle.pointer, SQLITE_DBSTATUS_CACHE_SPILL, &count, &highest, 0)
    return count
  }
}

extension Runner {
  fileprivate mutating func export(_ count: Int, to path: String) throws -> [UInt8] {
    let log = try Logbook(LogFile(path), for: .appending)
    try train(count - answered, on: log)
    return try log.exported()
  }
}
