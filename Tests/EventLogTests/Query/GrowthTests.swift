import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// What a query may use up of the memory.
///
/// SQLite's limit is one for the whole process: each of these has a process of its own, so that
/// no other test finds the memory used up.
@Suite struct GrowthTests {
  static let forEver = SandboxTests.forEver

  /// What a row, a sorter or a set would have to hold grows without end.
  static let growing = [
    forEver + " SELECT hex(randomblob(5000)) AS h FROM n ORDER BY h",
    forEver + " SELECT DISTINCT hex(randomblob(5000)) FROM n WHERE i < 0 OR i > 0 GROUP BY 1",
    forEver + " SELECT count(DISTINCT hex(randomblob(5000))) FROM n",
  ]

  /// What is larger than a text, a row or a statement may be.
  static let tooLarge = [
    "SELECT randomblob(2000000000)", "SELECT zeroblob(2000000)", "SELECT hex(zeroblob(900000))",
    "SELECT length(replace(hex(zeroblob(400000)), '0', '0123456789'))",
    "SELECT 1" + String(repeating: " + 1", count: 400_000),
    "SELECT " + String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000),
    "SELECT 1" + String(repeating: " UNION ALL SELECT 1", count: 5000),
    "SELECT 1" + String(repeating: ", 1", count: 5000),
    "SELECT " + String(repeating: " ", count: 2_000_000) + "1",
  ]

  static func sandbox(of log: LogFile) throws -> QuerySandbox {
    try QuerySandbox(
      try #require(try log.open(for: .reading, notes)), tables: ["notes"],
      limits: QueryLimits(time: .seconds(60), memory: 64 << 20))
  }

  /// What a query answers, none if it comes to its end.
  static func answer(to sql: String, of sandbox: QuerySandbox) throws -> QueryError? {
    do {
      try sandbox.run(sql, columns: { _ in }, row: { _ in })
      return nil
    } catch let error as QueryError {
      return error
    }
  }

  /// A log of these many notes of 5,000 bytes.
  static func log(in folder: ScratchFolder, notes count: Int) throws -> LogFile {
    let log = LogFile(folder("log.db"))
    try #require(try log.open(for: .creating, notes)).execute(
      """
      INSERT INTO notes WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        SELECT i, hex(zeroblob(2500)) FROM n
      """)
    return log
  }

  @Test func `a sandbox limits the memory of the process`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 1)
      // A negative limit changes nothing, and answers the one that is set.
      #expect(sqlite3_hard_heap_limit64(-1) == 0)
      let sandbox = try Self.sandbox(of: log)
      withExtendedLifetime(sandbox) {
        #expect(sqlite3_hard_heap_limit64(-1) == 64 << 20)
      }
    }
  }

  @Test func `endless growth is stopped`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 1)
      let before = snapshot(folder)
      for sql in Self.growing {
        let answer = try Self.answer(to: sql, of: Self.sandbox(of: log))
        #expect(answer == .tooMuchMemory(limit: 64 << 20), "\(sql)")
      }
      #expect(snapshot(folder) == before)
    }
  }

  @Test func `a value that is too large is an error`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 1)
      let before = snapshot(folder)
      for sql in Self.tooLarge {
        guard case .wrong = try Self.answer(to: sql, of: Self.sandbox(of: log)) else {
          Issue.record("\(sql.prefix(80))")
          continue
        }
      }
      #expect(snapshot(folder) == before)
    }
  }

  /// Wherever the memory ends, in a sorter, in the cache of pages or under the file system's hand,
  /// it is the memory that is named.
  @Test func `running out of memory is not reported as a failed disk`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 40)
      var answers: [QueryError?: Int] = [:]
      for memory in stride(from: 0, to: 3_000_000, by: 2_003) {
        let sandbox = try Self.sandbox(of: log)
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + Int64(memory))
        let answer = try Self.answer(
          to: "SELECT text FROM notes ORDER BY text || position", of: sandbox)
        sqlite3_hard_heap_limit64(0)
        answers[answer, default: 0] += 1
      }
      #expect(Set(answers.keys) == [nil, .tooMuchMemory(limit: 64 << 20)], "\(answers)")
    }
  }
}
