import Testing
import Timing
import TimingTestSupport

@testable import EventLog
import Text

struct ImportTests {
  @Test(arguments: 0..<8)
  func `export, then import into an empty log gives an equal log`(_ number: UInt64) throws {
    let bench = try Bench()
    let done = try bench.happen(150, seed: number)
    let bytes = try bench.open(.reading).exported()

    let copy = try Bench()
    let report = try copy.open().importing(bytes, inPiecesOf: 700)
    #expect(report.newEvents == done)
    #expect(try Dump(copy.path) == Dump(bench.path), "seed \(number)")
    #expect(try copy.open(.reading).exported() == bytes)
    let again = try copy.open().importing(bytes)
    #expect(again.knownEvents == done)
    #expect(again.newEvents == 0)
    #expect(try Dump(copy.path) == Dump(bench.path))
  }

  @Test func `sessions go on where one of the logs has less of them`() throws {
    var bench = try Bench()
    try bench.start("a")
    let early = try bench.open(.reading).exported()
    bench.machine.pass(.seconds(5))
    try bench.perform(.lap(label: nil))
    try bench.perform(.undo)
    let late = try bench.open(.reading).exported()

    let copy = try Bench()
    try copy.open().importing(early)
    let report = try copy.open().importing(late)
    #expect(report.newEvents == 2)
    #expect(report.extendedSessions == 1)
    #expect(try Dump(copy.path) == Dump(bench.path))
    #expect(try copy.open().importing(early).knownEvents == 1)
  }

  @Test func `the longest names that may be appended are imported`() throws {
    var bench = try Bench()
    let part = String(repeating: "x", count: 600)
    try bench.start()
    #expect(throws: Rejection.self) {
      try bench.perform(
        .identify([Person(first: part, last: part, full: part + " " + part)]))
    }
    let name = String(repeating: "é", count: 512)
    try bench.perform(.identify([Person(first: name, last: name, full: name)]))
    let copy = try Bench()
    try copy.open().importing(try bench.open(.reading).exported())
    #expect(try Dump(copy.path) == Dump(bench.path))
  }

  @Test(arguments: [
    [#"\n"#, "\n"], [#"a""#, "a"], [#"a","source":"b"#, "a"], ["a", "a", #"a\"#, "a"], ["é", "é"],
  ])
  func `texts that look like those of the line before are read as they are`(
    _ sources: [String]
  ) throws {
    var bench = try Bench()
    try bench.start()
    for _ in sources.dropFirst() { try bench.perform(.lap(label: nil)) }
    let lines = try bench.open(.reading).exported().split(separator: UInt8(ascii: "\n"))
    var bytes: [UInt8] = []
    for (line, source) in zip(lines, sources) {
      var event = try (Array(line) + [UInt8(ascii: "\n")]).withUnsafeBufferPointer { text in
        var reader = JSONReader(text)
        return try reader.exportedEvent()
      }
      event.source = source
      event.digest = event.seal
      event.write(to: &bytes)
    }
    let checksum = Checksum()
    bytes.withUnsafeBufferPointer { checksum.add($0) }
    ClosingLine(events: sources.count, checksum: checksum.finish()).write(to: &bytes)
    let copy = try Bench()
    #expect(try copy.open().importing(bytes).newEvents == sources.count)
    #expect(try copy.open(.reading).events(after: 0).map(\.source) == sources)
  }

  @Test func `a session that went on differently is refused whole`() throws {
    var bench = try Bench()
    try bench.start("a")
    let copy = try Bench()
    try copy.open().importing(try bench.open(.reading).exported())
    var other = copy
    other.machine.pass(.seconds(9))
    try other.perform(.lap(label: "there"), id: EventID(high: 9, low: 9))
    try bench.perform(.lap(label: "here"))
    try bench.start("b", also: true)
    let before = try Dump(copy.path)
    let bytes = try bench.open(.reading).exported()
    let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
    #expect(error?.line == 2)
    #expect(error?.kind == "diverged")
    #expect(try Dump(copy.path) == before)
  }

  @Test func `some sessions are exported one after the other`() throws {
    var bench = try Bench()
    try bench.start("a")
    try bench.start("b", also: true)
    try bench.perform(.stop, of: .named("1"))
    let copy = try Bench()
    let bytes = try bench.open(.reading).exported(sessions: [2, 1, 2])
    let report = try copy.open().importing(bytes)
    #expect(report.newEvents == 3)
    #expect(report.newSessions == 2)
    #expect(throws: Rejection.unknownSession("3")) {
      try bench.open(.reading).exported(sessions: [3])
    }
  }
}
