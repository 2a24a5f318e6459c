import Foundation
import Host
import Testing

@testable import Commands

struct LineReaderTests {
  @Test func `a line holds no more memory than the lines before it`() throws {
    let pipe = Pipe()
    var world = World.live
    world.input = pipe.fileHandleForReading.fileDescriptor
    world.catchInterrupts = { nil }
    var reader = try LineReader(world)
    // Fewer bytes than a pipe holds.
    pipe.fileHandleForWriting.write(Data(String(repeating: "lap\n", count: 10_000).utf8))
    try pipe.fileHandleForWriting.close()
    var capacities: [Int] = []
    var hasEnded = false
    while !hasEnded {
      let (lines, end) = reader.next()
      capacities += lines.map { $0.bytes?.capacity ?? 0 }
      hasEnded = end != nil
    }
    #expect(capacities.count == 10_000)
    // One that arrives in two pieces may have a little more.
    #expect(capacities.allSatisfy { $0 <= 64 })
  }
}
