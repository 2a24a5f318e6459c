import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The memory limit of a query.
///
/// SQLite's limit is global to the process. Each test has its own process, so that other tests
/// are not limited.
@Suite struct GrowthTests {
  static let endlessRows = SandboxTests.endlessRows

  /// Queries whose rows, sorters or sets grow endlessly.
  static let endlessGrowth = [
    endlessRows + " SELECT hex(randomblob(5000)) AS h FROM n ORDER BY h",
    endlessRows + " SELECT DISTINCT hex(randomblob(5000)) FROM n WHERE i < 0 OR i > 0 GROUP BY 1",
    endlessRows + " SELECT count(DISTINCT hex(randomblob(5000))) FROM n",
  ]

  /// Queries beyond the limits of a text, a row or a statement.
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

  /// The error of a query; nil if it completes.
  static func error(of sql: String, in sandbox: QuerySandbox) throws -> QueryError? {
    do {
      try sandbox.run(sql, columns: { _ in }, row: { _ in })
      return nil
    } catch let error as QueryError {
      return error
    }
  }

  /// A log with notes of 5,000 bytes each.
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
      // A negative limit returns the current limit and changes nothing.
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
      for sql in Self.endlessGrowth {
        let error = try Self.error(of: sql, in: Self.sandbox(of: log))
        #expect(error == .tooMuchMemory(limit: 64 << 20), "\(sql)")
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
        guard case .wrong = try Self.error(of: sql, in: Self.sandbox(of: log)) else {
          Issue.record("\(sql.prefix(80))")
          continue
        }
      }
      #expect(snapshot(folder) == before)
    }
  }

  /// The error is the same wherever the memory ends: in a sorter, the page cache or the VFS.
  @Test func `running out of memory is not reported as a failed disk`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 40)
      var errors: [QueryError?: Int] = [:]
      for memory in stride(from: 0, to: 3_000_000, by: 2_003) {
        let sandbox = try Self.sandbox(of: log)
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + Int64(memory))
        let error = try Self.error(
          of: "SELECT text FROM notes ORDER BY text || position", in: sandbox)
        sqlite3_hard_heap_limit64(0)
        errors[error, default: 0] += 1
      }
      #expect(Set(errors.keys) == [nil, .tooMuchMemory(limit: 64 << 20)], "\(errors)")
    }
  }
}
