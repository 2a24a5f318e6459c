import Foundation
import Testing

/// A query can only read the log, and does not run forever.
struct DeniedQueryTests {
  private static let endlessRows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

  /// SQL that writes, attaches, loads, sets or reads outside the log, or has several statements.
  private static let denied = [
    "DELETE FROM events", "UPDATE events SET at = 0", "INSERT INTO laps SELECT * FROM laps",
    "REPLACE INTO fold VALUES (99)", "DROP TABLE laps", "CREATE TABLE t(a)",
    "CREATE TEMP TABLE t(a)", "ALTER TABLE laps ADD COLUMN x",
    "CREATE TRIGGER t AFTER INSERT ON laps BEGIN SELECT 1; END",
    "ATTACH '/tmp/laptimer-escape.db' AS other", "DETACH main", "VACUUM",
    "VACUUM INTO '/tmp/laptimer-escape.db'", "REINDEX", "ANALYZE", "BEGIN", "COMMIT", "SAVEPOINT s",
    "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 99", "PRAGMA writable_schema = ON",
    "PRAGMA query_only = OFF", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA database_list",
    "SELECT load_extension('libc.so.6')", "SELECT readfile('/etc/passwd')",
    "SELECT writefile('/tmp/laptimer-escape.db', 'x')", "SELECT * FROM pragma_database_list",
    "SELECT fts3_tokenizer('simple')", "SELECT 1; DELETE FROM laps", "EXPLAIN DELETE FROM laps",
    "WITH a AS (SELECT 1) DELETE FROM laps WHERE event IN a", "SELECT zeroblob(2000000000)",
  ]

  private static let endless = [
    endlessRows + "SELECT count(*) FROM n", endlessRows + "SELECT i FROM n",
    "SELECT count(*) FROM events a, events b, events c, events d, events e, events f, events g",
    endlessRows + "SELECT max(length(randomblob(100000))) FROM n",
  ]

  @Test func `harmful SQL is denied, and endless SQL is stopped`() throws {
    let shell = Shell()
    shell("record", input: "start\n" + String(repeating: "lap\n", count: 40))
    let before = try bytes(of: shell)
    for sql in Self.denied {
      let answer = try shell.run(["query", sql])
      #expect(answer.exit == 65 && answer.output == "", "\(sql): \(answer)")
    }
    for sql in Self.endless {
      let answer = try shell.run(["query", sql, "--timeout", "50ms", "--format", "csv"])
      #expect(answer.exit == 75 && answer.output == "", "\(sql): \(answer)")
    }
    #expect(try bytes(of: shell) == before)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/laptimer-escape.db"))
    #expect(shell("lap").exit == 0)
  }

  /// The files of the log, without those that readers may create: the shared-memory index and an
  /// empty write-ahead log.
  private func bytes(of shell: Shell) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: shell.folder)
    where name.hasPrefix("laptimer.db") && !name.hasSuffix("-shm") {
      let data = try Data(contentsOf: URL(fileURLWithPath: shell.folder + "/" + name))
      if !data.isEmpty { files[name] = data }
    }
    return files
  }

  @Test func `a long step of SQLite is ended soon after the timeout`() throws {
    let laptimer = try RealProgram()
    try laptimer("start", "a")
    // Each call compares some 10^11 bytes, and SQLite checks no timeout meanwhile.
    let calls = (1...200).map {
      "instr(printf('%.*c', 90000\($0), 'a'), printf('%.*c', 45000\($0), 'a') || 'b')"
    }
    let sql = "SELECT " + calls.joined(separator: " + ")
    // Without the watchdog, the limit of CPU time ends the process with a signal.
    let answer = try laptimer.shell("ulimit -t 20; exec laptimer query \"\(sql)\" --timeout 10ms")
    #expect(answer.exit == 75 && answer.errors.contains("The query was stopped after"), "\(answer)")
  }
}
