import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook

/// A day of laps, and a long log.
///
/// The tests set the clocks and do not wait. Memory is measured in a process of the program.
@Suite(.serialized) struct SoakTests {
  let scratch: ScratchFolder
  var runner = Runner()

  init() throws { scratch = try ScratchFolder.inMemory() }

  @Test mutating func `a day with a lap each second is correct`() throws {
    let laps = Effort.times(2_000, long: 86_400)
    let log = try Logbook(LogFile(scratch("log.db")), for: .appending(longLived: true))
    try runner.perform(.start(.init(name: "Day")), of: .new(also: false), on: log)
    for first in stride(from: 0, to: laps, by: 500) {
      let requests = (first..<min(first + 500, laps)).map { _ in
        runner.request(.lap(label: nil), of: .named("Day"))
      }
      for answer in try log.perform(commands: requests.map { [$0] }) { _ = try answer.get() }
    }
    let session = try #require(try log.session(1))
    #expect(session.laps.count == laps)
    #expect(session.laps.last?.split == .milliseconds(1_234 * laps))
    #expect(session.laps.allSatisfy { $0.lap == .milliseconds(1_234) })
    #expect(try log.check().isSound)
    print("soak: \(laps) laps in one session, check clean")
  }

  @Test func `recording a day needs no memory beyond that of its laps`() throws {
    let quarter = Effort.times(4_000, long: 22_000)
    let child = try Child(["record"], log: scratch("log.db"))
    let answers = Transcript(of: child)
    try child.write("start Day\n")
    try #require(answers.waitForLines(1))
    var peaks: [Int] = []
    for laps in stride(from: 500, through: 4 * quarter, by: 500) {
      try child.write(String(repeating: "lap\n", count: 500))
      try #require(answers.waitForLines(1 + laps))
      if laps % quarter == 0 { peaks.append(try #require(child.peakMemory)) }
    }
    child.closeInput()
    #expect(try child.end() == .exit(0))
    let grown = peaks[3] - peaks[0]
    print("soak: \(4 * quarter) laps recorded, \(peaks[0]) KiB at a quarter, then \(grown) more")
    // 256 bytes a lap, and a megabyte for the imprecision of the measurement.
    #expect(grown < 1024 + 3 * quarter * 256 / 1024)
  }

  @Test mutating func `a long log needs little memory, and its answers are correct`() throws {
    let quarter = Effort.times(50, long: 2_500)
    let path = scratch("log.db")
    let log = try Logbook(LogFile(path), for: .appending(longLived: true))
    let commands = [["check"], ["export"], ["show", "\(quarter / 2)"], ["status"]]
    var peaks: [[Int]] = []
    for session in 1...4 * quarter {
      var requests = [runner.request(.start(.init()), of: .new(also: false))]
      for _ in 0..<98 { requests.append(runner.request(.lap(label: nil))) }
      requests.append(runner.request(.stop))
      for answer in try log.perform(commands: requests.map { [$0] }) { _ = try answer.get() }
      guard session == quarter || session == 4 * quarter else { continue }
      peaks.append(try commands.map { try peakMemory(of: $0, on: path) })
    }
    let events = 400 * quarter
    #expect(try log.newestPosition == events)
    #expect(try log.newestSession == 4 * quarter)
    #expect(try log.session(2 * quarter)?.laps.count == 98)
    let report = try log.check()
    #expect(report.isSound && report.events == events)
    for (index, arguments) in commands.enumerated() {
      let (before, after) = (peaks[0][index], peaks[1][index])
      print("soak: \(arguments[0]) of \(events) events, \(after) KiB, \(before) KiB of a quarter")
      #expect(after - before < 2_048, "\(arguments)")
    }
  }

  /// The peak memory of a command, in KiB: the most that two runs agree on within 256 KiB.
  ///
  /// A run's last sample may be too early, the more so on a busy machine. What two runs reach is
  /// near what the command needs.
  private func peakMemory(of arguments: [String], on log: String) throws -> Int {
    var most = 0
    for run in 1...20 {
      let child = try Child(arguments, log: log, input: .nothing, output: .nothing)
      let peak = try child.peakMemoryToEnd(within: 1_200)
      #expect(try child.end() == .exit(0))
      let agrees = abs(peak - most) <= 256
      most = max(most, peak)
      if agrees, run >= 4 { break }
    }
    return most
  }
}
