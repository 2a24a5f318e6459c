import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Power cuts during a restore.
extension PowerCutTests {
  private static let stamp = "20261121T100000Z"

  @Test(arguments: [true, false])
  mutating func `after a power cut in a restore, the old log or the copy is intact`(
    isOpen: Bool
  ) throws {
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
    _ = try Logbook(disk.log(copy), for: .reading).restore(
      to: disk.log(path), keepingAs: Self.stamp)
    // One acknowledgement more, for the restored copy.
    disk.journal?.acknowledge(all + 1)
    let (requested, place) = (runner.requested, path.dropFirst(scratch.path.count))
    var found: Set<Int> = []
    var simulation = PowerCutSimulation()
    try simulation.run(
      #require(disk.journal), of: scratch.path, seeds: Effort.times(1, long: 25), &seed
    ) { root, acknowledged in
      let path = root + place
      let isAcknowledged = acknowledged > all
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
      }
      return try Self.flawOfNextRestore(root, path, isFirst: verifier.found == all)
    }
    withExtendedLifetime(log) {}
    print("power cuts, restore: \(simulation.summary), \(seed)")
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
    #expect(simulation.images >= 20 && found == [copied, all])
  }

  /// Verifies that the next restore removes only the leftovers of the interrupted one.
  private static func flawOfNextRestore(_ root: String, _ path: String, isFirst: Bool) throws
    -> Flaw?
  {
    _ = try Logbook(path: root + "/copy.db").restore(
      to: LogFile(path), keepingAs: "20261121T110000Z")
    let parent = folder(of: path)
    let kept = ScratchFolder.names(in: parent).filter { name in
      // A draft with unsynced contents is not recognized, and stays.
      let start = contents(of: "\(parent)/\(name)").prefix(16)
      let isProven =
        start.allSatisfy { $0 == 0 } || start.elementsEqual("SQLite format 3\0".utf8)
      return name.contains("-2026") || name.contains("-new-") && isProven
    }
    let logs = kept.filter { name in
      !["-wal", "-shm", "-bell"].contains(where: name.hasSuffix)
    }
    let name = fileName(of: path)
    let expected = ["\(name)-20261121T110000Z"]
    guard logs == (isFirst ? expected : ["\(name)-\(stamp)"] + expected) else {
      return .invalid("left: \(kept)")
    }
    let twins = kept.filter { FileStatus("\(parent)/\($0)").map { $0.links > 1 } ?? true }
    return twins.isEmpty ? nil : .invalid("hard links left: \(twins)")
  }
}
