import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct MigrationTests {
  let folder: ScratchFolder
  let log: LogFile

  init() throws {
    folder = try ScratchFolder()
    log = LogFile(folder("log.db"))
    let old = try #require(try log.open(for: .creating, olderNotes))
    try old.execute("INSERT INTO notes VALUES (1, 'kept')")
  }

  @Test(arguments: [true, false])
  func `an older log is migrated when it is opened`(writing: Bool) throws {
    let connection = try #require(try log.open(for: writing ? .writing : .reading, notes))
    #expect(try connection.number(ofPragma: "user_version") == 2)
    #expect(try connection.prepare("SELECT text FROM notes").first { $0.text(0) } == "kept")
    #expect(try connection.prepare("SELECT at FROM marks").first { $0.int(0) } == 1)
  }

  @Test func `a reader of an older log cannot write`() throws {
    let connection = try #require(try log.open(for: .reading, notes))
    #expect(throws: DatabaseError.self) { try connection.execute("DELETE FROM notes") }
  }

  @Test func `concurrent processes migrate an older log once`() async throws {
    let log = log
    try await withThrowingTaskGroup(of: Int64?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let connection = try log.open(for: .writing, notes)
          return try connection?.prepare("SELECT count(*) FROM marks").first { $0.int(0) }
        }
      }
      for try await marks in group { #expect(marks == 1) }
    }
  }

  @Test(arguments: ["CREATE TABLE late(a); SELECT no_such_function()", "COMMIT"])
  func `a failed migration leaves the log unchanged`(
    step: String
  ) throws {
    let broken = Schema(
      applicationID: notes.applicationID,
      migrations: notes.migrations + [{ Array(step.utf8) }])
    let error = #expect(throws: OpeningError.self) { try log.open(for: .writing, broken) }
    guard case .migrationFailed(log.path, 3, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    if step != "COMMIT" {
      let connection = try #require(try log.open(for: .writing, olderNotes))
      #expect(try connection.number(ofPragma: "user_version") == 1)
      #expect(
        try connection.prepare("SELECT count(*) FROM sqlite_schema WHERE name IN ('marks','late')")
          .first { $0.int(0) } == 0)
    }
  }

  @Test func `a failed migration creates no new log`() throws {
    let broken = Schema(applicationID: 1, migrations: [{ Array("nonsense".utf8) }])
    #expect(throws: OpeningError.self) {
      try LogFile(folder("new.db")).open(for: .creating, broken)
    }
    #expect(!folder.names.contains { $0.hasPrefix("new.db") })
  }

  @Test func `an older program refuses a newer log`() throws {
    #expect(try log.open(for: .writing, notes) != nil)
    #expect(throws: OpeningError.newer(path: log.path, version: 2, known: 1)) {
      try log.open(for: .writing, olderNotes)
    }
  }
}
