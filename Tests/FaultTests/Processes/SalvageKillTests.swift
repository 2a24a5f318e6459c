import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The program killed while it salvages a log from a private copy.
struct SalvageKillTests {
  private let folder: ScratchFolder
  private let temporary: ScratchFolder
  private let complete: [UInt8]

  /// Creates a log with a hot journal of a large transaction.
  init() throws {
    folder = try ScratchFolder.inMemory()
    temporary = try ScratchFolder.inMemory()
    let base = try ScratchFolder.inMemory()
    var runner = Runner()
    let log = try Logbook(LogFile(base("donor.db")), for: .appending)
    try runner.train(20, on: log)
    var export: [UInt8] = []
    try log.export { export += $0 }
    complete = export
    try log.backUp(to: base("log.db"))
    let connection = try Connection(path: base("log.db"), flags: SQLITE_OPEN_READWRITE)
    try connection.execute(
      """
      PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE sessions SET name = 'another';
      CREATE TABLE filler (text);
      WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 4000)
      INSERT INTO filler SELECT randomblob(4000) FROM count
      """)
    try Image(of: base.path).write(to: folder.path, from: base.path)
    connection.rollBack()
    for name in folder.names where name.hasPrefix("donor") { unlink(folder(name)) }
    try #require(folder.names == ["log.db", "log.db-journal"])
  }

  private func salvage(to output: String) throws -> Child {
    try Child(
      ["export", "--salvage"], log: folder("log.db"), output: .file(output),
      variables: ["TMPDIR": temporary.path])
  }

  /// The present size of the copy in bytes.
  private var copiedBytes: Int {
    temporary.names.first.flatMap { FileStatus(temporary("\($0)/log.db")) }?.size ?? 0
  }

  @Test func `a killed salvage does not change the log, and the next one removes its copy`()
    throws
  {
    let before = try Image(of: folder.path)
    let size = try #require(FileStatus(folder("log.db"))).size
    var (kills, copies) = (0, 0)
    let rounds = Effort.times(24, long: 1_000)
    for round in 0..<rounds {
      let abandoned = temporary.names
      let child = try salvage(to: "/dev/null")
      // The first kill is before the copy exists, the last one after it is complete.
      let bytes = size * round / (rounds - 1)
      while child.isRunning, copiedBytes < bytes || temporary.names == abandoned { sched_yield() }
      child.send(SIGKILL)
      if try child.end() == .signal(SIGKILL) { kills += 1 }
      #expect(temporary.names.count <= 1)
      if temporary.names != abandoned, temporary.names.count == 1 { copies += 1 }
      #expect(try Image(of: folder.path) == before)
    }
    let output = try ScratchFolder.inMemory()
    #expect(try salvage(to: output("saved")).end() == .exit(0))
    #expect(contents(of: output("saved")) == complete)
    #expect(temporary.names == [])
    #expect(try Image(of: folder.path) == before)
    print("kill -9, salvage: \(kills) kills, \(copies) copies left")
    #expect(kills > 0 && copies > 0)
  }
}
