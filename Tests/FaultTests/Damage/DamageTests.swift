import Foundation
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

struct DamageTests {
  let specimen: Specimen
  var seed = Seed()

  init() throws { specimen = try Specimen(events: 20) }

  private func summary(_ verdicts: [Specimen.Verdict]) -> String {
    let count = { (verdict: Specimen.Verdict) in verdicts.count { $0 == verdict } }
    return """
      \(count(.refused)) refused, \(count(.found)) found by check, \(count(.sound)) harmless, \(seed)
      """
  }

  @Test mutating func `a flipped byte is found, refused, or harmless`() throws {
    var verdicts: [Specimen.Verdict] = []
    // Every byte of the header, and a sample of the others.
    for index in seed.sample(below: specimen.bytes.count, all: 100, apart: 300) {
      var damaged = specimen.bytes
      damaged[index] ^= UInt8.random(in: 1...255, using: &seed)
      verdicts.append(try specimen.verdict(damaged, "byte \(index): \(damaged[index]), \(seed)"))
    }
    print("damage: \(verdicts.count) bytes flipped, \(summary(verdicts))")
    #expect(verdicts.contains(.found) && verdicts.contains(.refused))
  }

  @Test mutating func `a file cut short is found or refused, and its events are saved`() throws {
    let placed = try specimen.events.map { try ($0, end: end(of: $0)) }
    var verdicts: [Specimen.Verdict] = []
    var mostSaved = 0
    for length in seed.sample(below: specimen.bytes.count, all: 200, apart: 900) {
      // Events can be read if the file has the schema and the root pages.
      let readable =
        length < specimen.pagesOfStructure * 4096
        ? [] : placed.filter { $0.end <= length }.map { $0.0 }
      let begun = Set(readable.filter { $0.event.version == 1 }.map(\.session))
      let saved = readable.filter { begun.contains($0.session) }
      verdicts.append(
        try specimen.verdict(
          Array(specimen.bytes[..<length]), "cut at \(length), \(seed)", saving: saved))
      if saved.count < specimen.events.count { mostSaved = max(mostSaved, saved.count) }
    }
    print(
      """
      damage: cut at \(verdicts.count) lengths, \(summary(verdicts)), at most \(mostSaved) of \
      \(specimen.events.count) events saved
      """)
    // Only the empty file is sound: it is a missing log.
    #expect(verdicts.count { $0 == .sound } == 1)
    #expect(mostSaved > 5)
  }

  private func end(of event: LoggedEvent) throws -> Int {
    (try offset(of: event) / 4096 + 1) * 4096
  }

  /// The offset of an event's digest, which occurs once in the file.
  private func offset(of event: LoggedEvent) throws -> Int {
    let bytes = Data(specimen.bytes)
    let place = try #require(bytes.range(of: Data(event.digest)))
    #expect(bytes.range(of: Data(event.digest), in: place.upperBound..<bytes.count) == nil)
    return place.lowerBound
  }

  @Test(arguments: [0x00, 0xAA, 0xFF] as [UInt8])
  func `an overwritten page hides no event of another page`(byte: UInt8) throws {
    let pages = specimen.bytes.count / 4096
    var verdicts: [Specimen.Verdict] = []
    for page in 0..<pages {
      var damaged = specimen.bytes
      for index in page * 4096..<(page + 1) * 4096 { damaged[index] = byte }
      verdicts.append(try specimen.verdict(damaged, "page \(page + 1): \(byte)"))
    }
    print("damage: \(pages) pages overwritten, \(summary(verdicts))")
    #expect(verdicts.contains(.found) && verdicts.contains(.refused))
    #expect(!verdicts.contains(.sound))
  }

  @Test func `check names a damaged event before an overwritten page`() throws {
    let first = try offset(of: specimen.events[1])
    let last = try offset(of: try #require(specimen.events.last))
    #expect(first / 4096 < last / 4096)
    var damaged = specimen.bytes
    damaged[first] ^= 1
    for index in last / 4096 * 4096..<(last / 4096 + 1) * 4096 { damaged[index] = 0xAA }
    let scratch = try ScratchFolder.inMemory()
    try writeFile(damaged, to: scratch("log.db"))
    let findings = try Logbook(LogFile(scratch("log.db")), for: .reading).check().findings
    let bad = findings.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(bad.map(\.position) == [2], "\(findings)")
    #expect(findings.contains { if case .file = $0 { true } else { false } })
  }
}

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
  /// foreign ones, and works; returns the number of its events.
  private func verify(_ writeAhead: [UInt8], damagedAt place: Int, _ what: Comment) throws -> Int {
    let scratch = try ScratchFolder.inMemory()
    var image = image
    image.files[base("log.db-wal")] = writeAhead
    try image.write(to: scratch.path, from: base.path)
    var verifier = LogVerifier(
      requested: runner.requested, acknowledged: checkpointed + ends.count { $0 <= place })
    #expect(verifier.flaw(scratch("log.db")) == nil, what)
    return verifier.found
  }

  private var writeAhead: [UInt8] { image.files[base("log.db-wal")] ?? [] }

  private func summary(_ found: [Int]) -> String {
    "\(found.count { $0 < runner.answered }) with a shorter prefix of the events"
  }

  @Test mutating func `a flipped byte of a write-ahead file loses only later events`() throws {
    var found: [Int] = []
    let bytes = writeAhead
    // Every byte of both headers, and a sample of the others.
    for index in seed.sample(below: bytes.count, all: 56, apart: 2_000) {
      var damaged = bytes
      damaged[index] ^= UInt8.random(in: 1...255, using: &seed)
      found.append(
        try verify(damaged, damagedAt: index, "byte \(index): \(damaged[index]), \(seed)"))
    }
    print("damage: \(found.count) bytes of a write-ahead file flipped, \(summary(found)), \(seed)")
    #expect(found.contains(checkpointed) && found.contains { $0 > checkpointed })
  }

  @Test mutating func `a write-ahead file cut short loses only the cut events`() throws {
    var found: [Int] = []
    let bytes = writeAhead
    for length in seed.sample(below: bytes.count, all: 56, apart: 4_000) + [bytes.count] {
      found.append(
        try verify(Array(bytes[..<length]), damagedAt: length, "cut at \(length), \(seed)"))
    }
    print("damage: a write-ahead file cut at \(found.count) lengths, \(summary(found)), \(seed)")
    #expect(found == found.sorted() && found.first == checkpointed && found.last == runner.answered)
  }
}

extension Seed {
  /// The positions below `first`, and a sample of the others below `end`.
  fileprivate mutating func sample(below end: Int, all first: Int, apart most: Int) -> [Int] {
    var positions: [Int] = []
    var position = 0
    while position < end {
      positions.append(position)
      position += position < first || Effort.isLong ? 1 : 1 + below(most)
    }
    return positions
  }
}
