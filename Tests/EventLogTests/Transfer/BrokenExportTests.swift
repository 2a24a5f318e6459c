import Testing
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
}
