import ProcessTestSupport
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct BrokenExportTests {
  private static func small() throws -> [UInt8] {
    var bench = try Bench()
    try bench.start("Tempo \"run\"\n")
    bench.machine.pass(.seconds(28))
    try bench.perform(.lap(label: "Hole 7"))
    try bench.perform(.undo)
    return try bench.open(.reading).exported()
  }

  @Test func `an export broken at any byte is refused with its line, and nothing is imported`()
    throws
  {
    let bytes = try Self.small()
    let bench = try Bench()
    let log = try bench.open()
    var tried = 0
    for index in bytes.indices {
      let line = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
      for change: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var broken = bytes
        broken[index] ^= change
        let error = #expect(throws: ImportError.self) { try log.importing(broken) }
        // A line of which the end is gone runs into the next one.
        #expect(error?.line == line, "byte \(index) ^ \(change)")
        tried += 1
      }
    }
    #expect(tried == bytes.count * 9)
    #expect(try !bench.open(.reading).exists)
  }

  @Test func `an export cut short anywhere is refused, and nothing is imported`() throws {
    let bytes = try Self.small()
    let bench = try Bench()
    for count in 0..<bytes.count {
      let error = #expect(throws: ImportError.self) {
        try bench.open().importing([UInt8](bytes[..<count]))
      }
      let lines = bytes[..<count].count { $0 == UInt8(ascii: "\n") } + 1
      #expect(error == ImportError(line: lines, fault: .cutShort))
    }
    #expect(try !bench.open(.reading).exists)
  }

  @Test func `lines after the closing line are refused`() throws {
    let bytes = try Self.small()
    let bench = try Bench()
    for more in ["\n", "x", "{}\n"] {
      let error = #expect(throws: ImportError.self) {
        try bench.open().importing(bytes + Array(more.utf8))
      }
      #expect(error == ImportError(line: 5, fault: .behindTheEnd))
    }
    #expect(throws: ImportError.self) { try bench.open().importing(bytes + bytes) }
  }

  @Test func `lines in another order are refused`() throws {
    let lines = try Self.small().split(separator: UInt8(ascii: "\n"))
    let bench = try Bench()
    let swapped = [lines[0], lines[2], lines[1], lines[3]].flatMap { $0 + [UInt8(ascii: "\n")] }
    let error = #expect(throws: ImportError.self) { try bench.open().importing(swapped) }
    #expect(error == ImportError(line: 4, fault: .wrongChecksum))
  }

  /// An export of more events than are read ahead.
  private static func large() throws -> [UInt8] {
    var bench = try Bench()
    try bench.start("a")
    let log = try bench.open()
    _ = try log.append((0..<2_500).map { _ in bench.request(.lap(label: nil)) })
    return try log.exported()
  }

  @Test func `a fault at the end of a long export leaves nothing where there was no log`() throws {
    let lines = try Self.large().split(separator: UInt8(ascii: "\n")).map {
      Array($0) + [UInt8(ascii: "\n")]
    }
    var bad = lines
    bad[2_400][bad[2_400].count / 2] ^= 1
    var wrong = lines
    let place = try #require(wrong[2_501].firstRange(of: Array(#"checksum":""#.utf8)))
    wrong[2_501][place.upperBound] ^= 1
    // Sealed as any export, with an event of the session twice.
    var twice = Array(lines.dropLast()) + [lines[2_000]]
    let checksum = Checksum()
    Array(twice.joined()).withUnsafeBufferPointer { checksum.add($0) }
    var closing: [UInt8] = []
    ClosingLine(events: twice.count, checksum: checksum.finish()).write(to: &closing)
    twice.append(closing)
    for (name, lines) in [
      "event": bad, "checksum": wrong, "end": Array(lines.dropLast()), "twice": twice,
    ] {
      let bench = try Bench()
      for place in ["log.db", "a/b/log.db"] {
        let log = try Logbook(path: bench.folder(place), for: .appending)
        let error = #expect(throws: ImportError.self) { try log.importing(Array(lines.joined())) }
        #expect(error.map { $0.line > 2_400 } == true, "\(name): \(String(describing: error))")
        #expect(bench.folder.names == [], "\(name)")
        #expect(!log.exists)
      }
    }
  }

  @Test func `an import that is interrupted leaves nothing where there was no log`() throws {
    struct Interrupted: Error {}
    var rest = try Self.large()[...]
    let bench = try Bench()
    let log = try Logbook(path: bench.folder("a/b/log.db"), for: .appending)
    #expect(throws: Interrupted.self) {
      try log.importEvents {
        guard rest.count > 1_000 else { throw Interrupted() }
        defer { rest = rest.dropFirst(1_000) }
        return Array(rest.prefix(1_000))
      }
    }
    #expect(bench.folder.names == [])
  }

  @Test func `a long export makes a log that is whole, and can be appended to`() throws {
    let bytes = try Self.large()
    var bench = try Bench()
    let log = try bench.open()
    #expect(try log.importing(bytes).newEvents == 2_501)
    #expect(try log.check().isSound && log.exported() == bytes)
    _ = try log.append(
      bench.request(.lap(label: nil), of: .named("a"), id: EventID(high: 9, low: 9)))
    #expect(try log.newestPosition == 2_502)
    #expect(!bench.folder.names.contains { $0.contains("-new-") })
  }
}
