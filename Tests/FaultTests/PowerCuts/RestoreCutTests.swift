import Glibc
import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The power fails, or the process is killed, while a copy is put in the place of the log.
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
    // A log that nobody has open is restored as well.
    if !isOpen { log = nil }
    try record()
    _ = try Logbook(disk.log(copy), for: .reading).restore(
      to: disk.log(path), keepingAs: Self.stamp)
    // One promise more: that the copy is there.
    disk.journal?.promise(all + 1)
    let (asked, place) = (runner.asked, path.dropFirst(scratch.path.count))
    var found: Set<Int> = []
    var blackout = Blackout()
    try blackout.cut(
      #require(disk.journal), of: scratch.path, seeds: Effort.times(1, long: 25), &seed
    ) { root, promised in
      let path = root + place
      let isPromised = promised > all
      var proof = Proof(asked: asked, promised: copied, readsFirst: true)
      if let flaw = proof.flaw(path) { return flaw }
      found.insert(proof.found)
      guard (isPromised ? [copied] : [copied, all]).contains(proof.found) else {
        return .invalid("\(proof.found) events")
      }
      if proof.found == copied {
        var kept = Proof(asked: asked, promised: all)
        if let flaw = kept.flaw("\(path)-\(Self.stamp)") {
          return .invalid("kept: \(flaw), of \(kept.found)")
        }
      }
      return try Self.flawOfNextRestore(root, path, isFirst: proof.found == all)
    }
    withExtendedLifetime(log) {}
    print("power cuts, restore: \(blackout.summary), \(seed)")
    #expect(blackout.flaws.count == 0, "\(seed): \(blackout.words)")
    #expect(blackout.images >= 20 && found == [copied, all])
  }

  /// The next restore removes what the one before has left, and nothing else.
  private static func flawOfNextRestore(_ root: String, _ path: String, isFirst: Bool) throws
    -> Flaw?
  {
    _ = try Logbook(path: root + "/copy.db").restore(
      to: LogFile(path), keepingAs: "20261121T110000Z")
    let parent = folder(of: path)
    let kept = ScratchFolder.names(in: parent).filter { name in
      // Nothing proves whose a draft is that holds what was on the disk before.
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
    return twins.isEmpty ? nil : .invalid("of two names: \(twins)")
  }
}
