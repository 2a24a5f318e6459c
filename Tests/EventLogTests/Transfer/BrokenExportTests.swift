import ProcessTestSupport
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook

struct BrokenExportTests {
  private let fixture: LogFixture

  init() throws { fixture = try LogFixture() }

  private static func small() throws -> [UInt8] {
    var fixture = try LogFixture()
    try fixture.start("Tempo \"run\"\n")
    try fixture.perform(.lap(label: "Hole 7"), after: .seconds(28))
    try fixture.perform(.undo)
    return try fixture.open(.reading).exported()
  }

  @Test func `an export broken at any byte is refused with its line; nothing is imported`() throws {
    let bytes = try Self.small()
    let log = try fixture.open()
    var tried = 0
    for index in bytes.indices {
      let line = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
      for change: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var broken = bytes
        broken[index] ^= change
        let error = #expect(throws: ImportError.self) { try log.importing(broken) }
        // A changed line break joins two lines: the error names the first one.
        #expect(error?.line == line, "byte \(index) ^ \(change)")
        tried += 1
      }
    }
    #expect(tried == bytes.count * 9)
    #expect(try !fixture.open(.reading).exists)
  }

  @Test func `an export cut short anywhere is refused, and nothing is imported`() throws {
    let bytes = try Self.small()
    for count in 0..<bytes.count {
      let error = #expect(throws: ImportError.self) {
        try fixture.open().importing([UInt8](bytes[..<count]))
      }
      let lines = bytes[..<count].count { $0 == UInt8(ascii: "\n") } + 1
      #expect(error == ImportError(line: lines, fault: .invalid("the export is cut short")))
    }
    #expect(try !fixture.open(.reading).exists)
  }

  @Test func `lines after the closing line are refused`() throws {
    let bytes = try Self.small()
    for more in ["\n", "x", "{}\n"] {
      let error = #expect(throws: ImportError.self) {
        try fixture.open().importing(bytes + Array(more.utf8))
      }
      #expect(error == ImportError(line: 5, fault: .invalid("there is more after the last line")))
    }
    #expect(throws: ImportError.self) { try fixture.open().importing(bytes + bytes) }
  }

  @Test func `lines in another order are refused`() throws {
    let lines = try Self.small().split(separator: UInt8(ascii: "\n"))
    let swapped = [lines[0], lines[2], lines[1], lines[3]].flatMap { $0 + [UInt8(ascii: "\n")] }
    let error = #expect(throws: ImportError.self) { try fixture.open().importing(swapped) }
    #expect(error == ImportError(line: 4, fault: .invalid("the checksum does not match the lines")))
  }

  /// An export with more events than the reader prefetches.
  private static func large() throws -> [UInt8] {
    var fixture = try LogFixture.started("a")
    let log = try fixture.open()
    _ = try log.append((0..<2_500).map { _ in fixture.request(.lap(label: nil)) })
    return try log.exported()
  }

  @Test func `an import with a fault at the end of a long export creates no log`() throws {
    let lines = try Self.large().split(separator: UInt8(ascii: "\n")).map {
      Array($0) + [UInt8(ascii: "\n")]
    }
    var bad = lines
    bad[2_400][bad[2_400].count / 2] ^= 1
    var wrong = lines
    let place = try #require(wrong[2_501].firstRange(of: Array(#"checksum":""#.utf8)))
    wrong[2_501][place.upperBound] ^= 1
    // A valid checksum over an export with a repeated event.
    let twice = [closed(Array((lines.dropLast() + [lines[2_000]]).joined()))]
    for (name, lines) in [
      "event": bad, "checksum": wrong, "end": Array(lines.dropLast()), "twice": twice,
    ] {
      let fixture = try LogFixture()
      for place in ["log.db", "a/b/log.db"] {
        let log = try Logbook(path: fixture.folder(place), for: .appending)
        let error = #expect(throws: ImportError.self) { try log.importing(Array(lines.joined())) }
        #expect(error.map { $0.line > 2_400 } == true, "\(name): \(String(describing: error))")
        #expect(fixture.folder.names == [], "\(name)")
        #expect(!log.exists)
      }
    }
  }

  @Test func `an interrupted import creates no log`() throws {
    struct Interrupted: Error {}
    var rest = try Self.large()[...]
    let log = try Logbook(path: fixture.folder("a/b/log.db"), for: .appending)
    #expect(throws: Interrupted.self) {
      try log.importEvents {
        guard rest.count > 1_000 else { throw Interrupted() }
        defer { rest = rest.dropFirst(1_000) }
        return Array(rest.prefix(1_000))
      }
    }
    #expect(fixture.folder.names == [])
  }

  @Test func `a long import creates a complete log that can be appended to`() throws {
    let bytes = try Self.large()
    var fixture = try LogFixture()
    let log = try fixture.open()
    #expect(try log.importing(bytes).newEvents == 2_501)
    #expect(try log.check().isSound && log.exported() == bytes)
    _ = try log.append(
      fixture.request(.lap(label: nil), of: .named("a"), id: EventID(high: 9, low: 9)))
    #expect(try log.newestPosition == 2_502)
    #expect(!fixture.folder.names.contains { $0.contains("-new-") })
  }
}
