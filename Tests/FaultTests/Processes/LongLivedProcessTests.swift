import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A long-lived process that is the only writer.
struct LongLivedProcessTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder.inMemory() }

  @Test func `a long-lived process resets the write-ahead file`() throws {
    let path = scratch("laptimer.db")
    let child = try Child(["record", "--json"], log: path)
    let answers = Transcript(of: child)
    try child.write("start Home\n")
    try #require(answers.waitForLines(1))
    var generations = [try salts(of: path)]
    var longest = 0
    var laps = 0
    // A lap changes more than two pages, and a reset is due after about a thousand.
    while generations.count < 3, laps < 1_500 {
      try child.write("lap --session Home\n")
      laps += 1
      try #require(answers.waitForLines(1 + laps))
      let newest = try salts(of: path)
      if newest != generations.last { generations.append(newest) }
      longest = max(longest, FileStatus(path + "-wal")?.size ?? 0)
    }
    child.closeInput()
    #expect(try child.end() == .exit(0))
    print(
      """
      long-lived process: \(laps) laps, \(generations.count - 1) resets of the write-ahead file, which \
      was \(longest / 1024) KiB long at most
      """)
    #expect(generations.count == 3)
    #expect(longest < (Checkpointer.pagesInLongLife + 100) * 4120)
    let log = try Logbook(LogFile(path), for: .reading)
    #expect(try log.newestPosition == 1 + laps)
    #expect(try log.check().isSound)
  }

  /// The salts of the write-ahead file, which each reset changes (walformat.html).
  private func salts(of path: String) throws -> [UInt8] {
    let header = contents(of: path + "-wal").prefix(24)
    try #require(header.count == 24)
    return Array(header.suffix(8))
  }
}
