import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import SQLite

/// A log with its newest events in a damaged write-ahead file, like after a crash or a copy.
struct WriteAheadDamageTests {
  let base: ScratchFolder
  let runner: Runner
  let image: Image
  /// The number of events in the database file.
  let checkpointed = 10
  /// The end of each later event in the write-ahead file.
  let ends: [Int]
  var seed = Seed()

  init() throws {
    base = try ScratchFolder.inMemory()
    var runner = Runner()
    let log = try Logbook(LogFile(base("log.db")), for: .appending(longLived: true))
    try runner.train(checkpointed, on: log)
    log.checkpointer?.run()
    var ends: [Int] = []
    for (command, target) in Runner.training(6) {
      try runner.perform(command, of: target, on: log)
      ends.append(Self.lastCommit(contents(of: base("log.db-wal"))))
    }
    var image = try Image(of: base.path)
    image.files[base("log.db-shm")] = nil
    self.image = image
    self.runner = runner
    self.ends = ends
    #expect(ends == Array(Set(ends)).sorted() && ends[0] > 32)
  }

  /// The end of the newest commit since the last reset of the file.
  ///
  /// "Each frame consists of a 24-byte frame-header followed by a page-size bytes of page data …
  /// For commit records, the size of the database file in pages after the commit" in its second
  /// word, and the salts of the file in the third and fourth (fileformat2.html, "The Write-Ahead
  /// Log").
  private static func lastCommit(_ bytes: [UInt8]) -> Int {
    let length = 24 + 4096
    var end = 0
    for frame in stride(from: 32, to: bytes.count, by: length) {
      let isCurrent = bytes[frame + 8..<frame + 16].elementsEqual(bytes[16..<24])
      let isCommit = bytes[frame + 4..<frame + 8].contains { $0 != 0 }
      if isCurrent, isCommit { end = frame + length }
    }
    return end
  }

  /// Expects that a log with a damaged write-ahead file has all events before the damage, has no
  /// foreign ones, and works.
  ///
  /// - Returns: the number of events found.
  private func verify(_ writeAhead: [UInt8], damagedAt place: Int, _ what: Comment) throws -> Int {
    let scratch = try ScratchFolder.inMemory()
    var image = image
    image.files[base("log.db-wal")] = writeAhead
    try image.write(to: scratch.path, from: base.path)
    var verifier = LogVerifier(
      requested: runner.requested, acknowledged: checkpointed + ends.count { $0 <= place })
    let flaw = verifier.flaw(scratch("log.db"))
    #expect(flaw == nil, what)
    return verifier.found
  }

  private var writeAhead: [UInt8] { image.files[base("log.db-wal")] ?? [] }

  private func summary(_ found: [Int]) -> String {
    "\(found.count { $0 < runner.answered }) with a shorter prefix of the events"
  }

  @Test mutating func `a flipped byte of a write-ahead file loses only later events`()
    throws
  {
    var found: [Int] = []
    var index = 0
    let bytes = writeAhead
    while index < bytes.count {
      var damaged = bytes
      damaged[index] ^= UInt8.random(in: 1...255, using: &seed)
      found.append(
        try verify(damaged, damagedAt: index, "byte \(index): \(damaged[index]), \(seed)"))
      // Every byte of both headers, and a sample of the others.
      index += index < 56 || Effort.isLong ? 1 : Int.random(in: 1...2_000, using: &seed)
    }
    print(
      "damage: \(found.count) bytes of a write-ahead file flipped, \(summary(found)), \(seed)")
    #expect(found.contains(checkpointed) && found.contains { $0 > checkpointed })
  }

  @Test mutating func `a write-ahead file cut short loses only the cut events`() throws {
    var found: [Int] = []
    var length = 0
    let bytes = writeAhead
    while length <= bytes.count {
      found.append(
        try verify(Array(bytes[..<length]), damagedAt: length, "cut at \(length), \(seed)"))
      if length == bytes.count { break }
      let step = length < 56 || Effort.isLong ? 1 : Int.random(in: 1...4_000, using: &seed)
      length = min(bytes.count, length + step)
    }
    print("damage: a write-ahead file cut at \(found.count) lengths, \(summary(found)), \(seed)")
    #expect(found == found.sorted() && found.first == checkpointed && found.last == runner.answered)
  }
}
