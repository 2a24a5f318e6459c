import Foundation
import Testing

/// Runs the fuzz targets on their seeds, which include the inputs that once failed.
///
/// The tests are serialized: each target has one path for its log.
@Suite(.serialized) struct SeedTests {
  @Test(arguments: targets.map { $0.name })
  func `a target passes on its seeds`(name: String) throws {
    let target = try #require(targets.first { $0.name == name })
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Seeds/\(name)")
    let seeds = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(seeds.count > 2)
    for seed in seeds {
      do {
        try target.test(Array(try Data(contentsOf: seed)))
      } catch {
        Issue.record("\(seed.lastPathComponent): \(error)")
      }
    }
    print("fuzzing, \(name): \(seeds.count) seeds passed")
  }

  @Test(arguments: targets.map { $0.name })
  func `a target passes on empty and meaningless input`(name: String) throws {
    let target = try #require(targets.first { $0.name == name })
    for bytes: [UInt8] in [[], [0], [0xFF], Array(0...255), Array(repeating: 0, count: 4096)] {
      try target.test(bytes)
    }
  }
}
