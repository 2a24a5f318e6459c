import Foundation
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A small log with flipped bytes, overwritten pages or a cut end.
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
    var index = 0
    while index < specimen.bytes.count {
      var damaged = specimen.bytes
      damaged[index] ^= UInt8.random(in: 1...255, using: &seed)
      verdicts.append(try specimen.verdict(damaged, "byte \(index): \(damaged[index]), \(seed)"))
      // Every byte of the header, and a sample of the others.
      index += index < 100 || Effort.isLong ? 1 : Int.random(in: 1...300, using: &seed)
    }
    print("damage: \(verdicts.count) bytes flipped, \(summary(verdicts))")
    #expect(verdicts.contains(.found) && verdicts.contains(.refused))
  }

  @Test mutating func `a file cut short is found or refused, and its events are saved`() throws {
    let placed = try specimen.events.map { try ($0, end: end(of: $0)) }
    var verdicts: [Specimen.Verdict] = []
    var mostSaved = 0
    var length = 0
    while length < specimen.bytes.count {
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
      length += length < 200 || Effort.isLong ? 1 : Int.random(in: 1...900, using: &seed)
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

  /// The end of the page with an event.
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

  @Test mutating func `check names the event with a changed digest`() throws {
    var flipped = 0
    for event in specimen.events {
      let place = try offset(of: event)
      let indexes =
        Effort.isLong ? Array(0..<32) : [0, Int.random(in: 1...30, using: &seed), 31]
      for index in indexes {
        let scratch = try ScratchFolder.inMemory()
        var image = Image()
        image.folders = [scratch.path]
        image.files[scratch("log.db")] = specimen.bytes
        image.files[scratch("log.db")]?[place + index] ^= UInt8.random(in: 1...255, using: &seed)
        try image.write(to: scratch.path, from: scratch.path)
        let log = try Logbook(LogFile(scratch("log.db")), for: .reading)
        let report = try log.check()
        guard case .event(let bad)? = report.findings.first else {
          Issue.record("\(event.position), byte \(index), \(seed): \(report.findings)")
          continue
        }
        #expect(bad.position == event.position, "byte \(index), \(seed)")
        #expect(bad.digest != event.digest && bad.flaw == .digest)
        #expect(throws: LogError.self) { try log.export { _ in } }
        #expect(throws: LogError.self) { try log.session(event.session) }
        flipped += 1
      }
    }
    print("damage: \(flipped) bytes of digests flipped, each event named, \(seed)")
  }

  @Test func `check names changed events, and salvage saves the others`() throws {
    let scratch = try ScratchFolder.inMemory()
    try Image(of: specimen.base.path).write(to: scratch.path, from: specimen.base.path)
    let path = scratch("log.db")
    try {
      let connection = try Connection(path: path, flags: 2)
      try connection.execute(
        """
        DROP TRIGGER events_are_not_changed;
        UPDATE events SET data = '{"label":"forged"}' WHERE position IN (3, 4);
        CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
        BEGIN
          SELECT raise(ABORT, 'the log is append-only: events are never changed');
        END
        """)
    }()
    let log = try Logbook(LogFile(path), for: .reading)
    let first = try #require(log.check().findings.first)
    guard case .event(let bad) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(bad.position == 3)
    #expect(bad.digest == specimen.events[2].digest)
    #expect(throws: LogError.self) { try log.export { _ in } }
    var salvage: [UInt8] = []
    let report = try log.export(salvaging: true) { salvage += $0 }
    #expect(report.events == specimen.events.count - 2)
    #expect(throws: LogError.self) { try log.session(1) }
  }

  @Test func `check names a damaged event before an overwritten page`() throws {
    let first = try offset(of: specimen.events[1])
    let last = try offset(of: try #require(specimen.events.last))
    #expect(first / 4096 < last / 4096)
    var damaged = specimen.bytes
    damaged[first] ^= 1
    for index in last / 4096 * 4096..<(last / 4096 + 1) * 4096 { damaged[index] = 0xAA }
    let scratch = try ScratchFolder.inMemory()
    var image = Image()
    image.folders = [scratch.path]
    image.files[scratch("log.db")] = damaged
    try image.write(to: scratch.path, from: scratch.path)
    let findings = try Logbook(LogFile(scratch("log.db")), for: .reading).check().findings
    let bad = findings.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(bad.map(\.position) == [2], "\(findings)")
    #expect(findings.contains { if case .file = $0 { true } else { false } })
  }
}
