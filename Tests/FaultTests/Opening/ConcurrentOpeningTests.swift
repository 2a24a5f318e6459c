import CSQLite
import Glibc
import ProcessTestSupport
import Synchronization
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A reader on a full disk, which reads a copy in memory, while another process writes.
struct ConcurrentCopyTests {
  /// An action of the other process at one of the calls of the reader.
  enum Change: CaseIterable {
    case append
    /// Appends, and moves the write-ahead file into the database as the last connection.
    case appendAndClose
    /// Appends, moves the write-ahead file into the database, and begins it again.
    case appendAndRestart
    /// Appends, moves the write-ahead file into the database, and empties it.
    case appendAndTruncate

    func perform(_ runner: inout Runner, _ path: String) throws {
      let log = try Logbook(LogFile(path), for: .appending(longLived: self == .appendAndClose))
      for _ in 0..<3 {
        try runner.perform(
          .lap(label: String(repeating: "long ", count: 200)), of: .named("Tempo run"), on: log)
      }
      let checkpoint: String? =
        switch self {
        case .append, .appendAndClose: nil
        case .appendAndRestart: "RESTART"
        case .appendAndTruncate: "TRUNCATE"
        }
      guard let checkpoint else { return }
      try log.connection?.execute("PRAGMA wal_checkpoint(\(checkpoint))")
      if self == .appendAndRestart {
        try runner.perform(.mark(label: "again"), of: .named("Tempo run"), on: log)
      }
    }
  }

  @Test(arguments: Change.allCases, [true, false])
  func `the copy is the log as of one moment`(_ change: Change, hasFile: Bool) throws {
    let base = try ScratchFolder.inMemory()
    var before = Runner()
    try before.train(27, on: Logbook(path: base("log.db"), for: .appending))
    try before.perform(
      .resume, of: .named("Tempo run"), on: Logbook(path: base("log.db"), for: .appending))
    if !hasFile {
      let connection = try Connection(path: base("log.db"), flags: SQLITE_OPEN_READWRITE)
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    unlink(base("log.db-shm"))
    #expect((FileStatus(base("log.db-wal")) != nil) == hasFile)
    let image = try Image(of: base.path)
    let disk = try FaultyDisk()
    var isOver = false
    var step = 0
    var (same, newer) = (0, 0)
    while !isOver {
      step += 1
      let scratch = try ScratchFolder.inMemory()
      try image.write(to: scratch.path, from: base.path)
      var runner = before
      var calls = 0
      var failure: (any Error)?
      isOver = true
      disk.beforeCall = { _ in
        calls += 1
        guard calls == step else { return }
        isOver = false
        // SQLite reads the reason of a failed call after other calls.
        let number = errno
        defer { errno = number }
        do { try change.perform(&runner, scratch("log.db")) } catch { failure = error }
      }
      disk.fault = DiskFault(.full, at: 1, persists: true)
      let log = try Logbook(disk.log(scratch("log.db"), busyTimeout: .seconds(5)), for: .reading)
      disk.beforeCall = nil
      #expect(failure == nil, "\(step)")
      #expect(log.connection?.copied != nil, "\(step)")
      let ids = try log.ids()
      #expect(ids.count >= before.answered, "\(step)")
      #expect(ids == Array(runner.requested.prefix(ids.count)), "\(step)")
      let findings = try log.check().findings
      #expect(findings.isEmpty, "\(step): \(findings.map { "\($0)" })")
      if ids.count == before.answered { same += 1 } else { newer += 1 }
    }
    print("copies during \(change): \(same) with the older events, \(newer) with newer ones")
    #expect(same > 0 && newer > 0)
  }
}

struct FirstWriteTests {
  @Test func `the second one is told, and waits ten times as long as for other writers`() throws {
    let scratch = try ScratchFolder.inMemory()
    let path = scratch("log.db")
    var runner = Runner()
    try runner.train(3, on: Logbook(LogFile(path), for: .appending))
    let disk = try FaultyDisk()
    let notes = Atomic(0)
    let other = try #require(try LogFile(path).open(for: .appending, .laptimer))
    /// Appends, and counts the calls for locks while the other program holds that of writers.
    func locks(releasingAt last: Int) throws -> Int {
      var file = disk.log(path)
      file.willRebuild = { notes.add(1, ordering: .relaxed) }
      let log = try Logbook(file, for: .appending)
      try other.execute("BEGIN IMMEDIATE")
      defer { other.rollBack() }
      var calls = 0
      disk.beforeCall = { call in
        guard call.operation == .shmLock else { return }
        calls += 1
        if calls == last { other.rollBack() }
      }
      defer { disk.beforeCall = nil }
      do {
        try runner.perform(.lap(label: nil), of: .named("Tempo run"), on: log)
      } catch let error as DatabaseError where error.isBusy {
        runner.removeLast()
        return calls
      }
      return 0
    }
    let usual = try locks(releasingAt: .max)
    #expect(usual > 0 && notes.load(ordering: .relaxed) == 0)
    try makeOlder(path)
    #expect(try locks(releasingAt: .max) == usual * 10)
    #expect(try locks(releasingAt: usual * 9) == 0)
    #expect(notes.load(ordering: .relaxed) == 2)
    #expect(LogVerifier.flaw(path, runner) == nil)
  }
}
