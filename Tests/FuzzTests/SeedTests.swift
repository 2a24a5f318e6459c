import Foundation
import Racing
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
      } catch { Issue.record("\(seed.lastPathComponent): \(error)") }
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

  /// 2026-11-21T11:00:00Z, as `MomentTarget` reads it.
  private static let now = withUnsafeBytes(of: Int64(1_795_258_800_000_000_000).bigEndian) {
    [8] + $0
  }
  private static let times = [
    "2026", "-", "11", "21", "T", "10", ":", "00", ".", "5", "Z", "+", "60", " ", "h", "m", "s",
    "ms", "1", "99999999999999999999", "0", "ü", "\u{0}", "", "t", "z", "ns", "02-29", "23:59",
  ]

  @Test(
    arguments: [
      ("duration", [1], times, [""]), ("moment", now, times, [""]),
      (
        "format", [],
        [
          "20", "laps", "lap", "45m", ",", "+", "finish", "points", "A", "\"", "\\", "best", "3",
          "min", "elimination", "every", "backyard", "1h", "time", "trial", "=", "é", " ",
          "99999999999999999",
        ], [" ", " ", "\n", ""]
      ),
      (
        "rules", [],
        RaceRule.allCases.map(\.rawValue) + [
          "=", "=", "=", ",", ",", "B", "\"", "..", "1s", "up", "none", "40%", "shared", "é", "0",
        ], [" ", ""]
      ),
      (
        "entries", [],
        ["bib", "name", "\"", ",", ";", "\t", "\r", "\n", "1", "é", " ", "\u{1B}", "chips"], [""]
      ),
      (
        "request", Array("POST /".utf8),
        [
          "a", "..", "%2e", "%2f", "%cc%81", "\u{301}", "%", "00", "/", "?", "&", "=", "+", " ",
          " HTTP/1.1\r\nHost: a", " HTTP/1.1\r\nHost: a\r\n", "Content-Length: 5", "Host: b",
          ":", "\r\n", "\n", "\t", "Transfer-Encoding: chunked", "\u{0}", "A: b",
        ], [""]
      ),
    ] as [(String, [UInt8], [String], [String])])
  func `a target passes on random words, sometimes with an invalid byte`(
    name: String, prefix: [UInt8], words: [String], separators: [String]
  ) throws {
    let target = try #require(targets.first { $0.name == name })
    for _ in 0..<30_000 {
      let count = min(Int.random(in: 0..<16), Int.random(in: 0..<16))
      let chosen = (0..<count).compactMap { _ in words.randomElement() }
      var text = Array(chosen.joined(separator: separators.randomElement() ?? "").utf8)
      if Int.random(in: 0..<10) == 0 {
        text.insert(.random(in: 128...255), at: .random(in: 0...text.count))
      }
      do { try target.test(prefix + text) } catch { throw Violation("\(text): \(error)") }
    }
  }
}
