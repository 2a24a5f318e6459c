import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A process that lives on and writes alone: nobody else keeps the write-ahead log short.
struct LongRunnerTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder.inMemory() }

  @Test func `a long-lived process resets the write-ahead file`() throws {
    let path = scratch("laptimer.db")
    let child = try Child(["record", "--json"], log: path)
    let answers = Transcript(of: child)
    try child.write("start Home\n")
    try #require(answers.waitForLines(1))
    var beginnings = [try beginning(of: path)]
    var longest = 0
    var laps = 0
    // A lap changes more than two pages, and the log begins anew after some thousand.
    while beginnings.count < 3, laps < 1_500 {
      try child.write("lap --session Home\n")
      laps += 1
      try #require(answers.waitForLines(1 + laps))
      let newest = try beginning(of: path)
      if newest != beginnings.last { beginnings.append(newest) }
      longest = max(longest, FileStatus(path + "-wal")?.size ?? 0)
    }
    child.closeInput()
    #expect(try child.end() == .exit(0))
    print(
      """
      long-runner: \(laps) laps, the write-ahead log began anew \(beginnings.count - 1) times and \
      was \(longest / 1024) KiB long at most
      """)
    #expect(beginnings.count == 3)
    #expect(longest < (Checkpointer.pagesInLongLife + 100) * 4120)
    let log = try Logbook(LogFile(path), for: .reading)
    #expect(try log.newestPosition == 1 + laps)
    #expect(try log.check().isSound)
  }

  /// What tells one beginning of a write-ahead log from another: its two salts (walformat.html).
  private func beginning(of path: String) throws -> [UInt8] {
    let header = contents(of: path + "-wal").prefix(24)
    try #require(header.count == 24)
    return Array(header.suffix(8))
  }
}
