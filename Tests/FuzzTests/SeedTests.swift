import Foundation
import Testing

/// Every seed, and with them every input that was once found to break something.
///
/// One after the other: a subject has one place for its log.
@Suite(.serialized) struct SeedTests {
  @Test(arguments: subjects.map { $0.name })
  func `a subject accepts its seeds`(name: String) throws {
    let subject = try #require(subjects.first { $0.name == name })
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Seeds/\(name)")
    let seeds = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(seeds.count > 2)
    for seed in seeds {
      do {
        try subject.take(Array(try Data(contentsOf: seed)))
      } catch {
        Issue.record("\(seed.lastPathComponent): \(error)")
      }
    }
    print("fuzzing, \(name): \(seeds.count) seeds stood")
  }

  @Test(arguments: subjects.map { $0.name })
  func `a subject accepts empty and meaningless input`(name: String) throws {
    let subject = try #require(subjects.first { $0.name == name })
    for bytes: [UInt8] in [[], [0], [0xFF], Array(0...255), Array(repeating: 0, count: 4096)] {
      try subject.take(bytes)
    }
  }
}
