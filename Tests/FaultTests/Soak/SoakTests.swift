import Glibc
import Testing
import Timing
import TimingTestSupport

@testable import EventLog

/// A day of laps, and a log that has become long.
///
/// Nothing waits: time is passed by hand.
@Suite(.serialized) struct SoakTests {
  let scratch: Scratch
  var runner = Runner()

  init() throws { scratch = try Scratch() }

  @Test mutating func `a day at a lap a second costs memory for its laps alone`() throws {
    let laps = Effort.times(2_000, long: 86_400)
    let log = try EventLog(LogFile(scratch("log.db")), for: .appending(longLived: true))
    try runner.perform(.start(.init(name: "Day")), of: .new(also: false), on: log)
    let before = residentKiB()
    for first in stride(from: 0, to: laps, by: 500) {
      let requests = (first..<min(first + 500, laps)).map { _ in
        runner.request(.lap(label: nil), of: .named("Day"))
      }
      for answer in try log.append(requests) { _ = try answer.get() }
    }
    let session = try #require(try log.session(1))
    #expect(session.laps.count == laps)
    #expect(session.laps.last?.split == .milliseconds(1_234 * laps))
    #expect(session.laps.allSatisfy { $0.lap == .milliseconds(1_234) })
    let grown = residentKiB() - before
    #expect(try log.check().isSound)
    print("soak: \(laps) laps in one session, \(grown) KiB more, check clean")
    #expect(grown < 16_384 + laps)
  }

  @Test mutating func `a long log costs no memory, and its answers are right`() throws {
    let sessions = Effort.times(40, long: 10_000)
    let log = try EventLog(LogFile(scratch("log.db")), for: .appending(longLived: true))
    var marks: [Int] = []
    for session in 1...sessions {
      var requests = [runner.request(.start(.init()), of: .new(also: false))]
      for _ in 0..<98 { requests.append(runner.request(.lap(label: nil))) }
      requests.append(runner.request(.stop))
      for answer in try log.append(requests) { _ = try answer.get() }
      if session % (sessions / 4) == 0 { marks.append(residentKiB()) }
    }
    #expect(try log.newestPosition == sessions * 100)
    #expect(try log.newestSession == sessions)
    #expect(try log.session(sessions / 2)?.laps.count == 98)
    let report = try log.check()
    #expect(report.isSound && report.events == sessions * 100)
    var length = 0
    try log.export { length += $0.count }
    #expect(length > sessions * 100 * 300)
    let grown = marks[3] - marks[0]
    let used = residentKiB() - marks[3]
    print(
      """
      soak: \(sessions * 100) events, \(grown) KiB more from a quarter to the whole, check clean, \
      \(used) KiB more to check and export them all
      """)
    #expect(grown < 8_192)
    #expect(used < 16_384)
  }

  /// What is in memory of this process now.
  private func residentKiB() -> Int {
    let file = open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = read(file, &bytes, bytes.count)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4
  }
}
