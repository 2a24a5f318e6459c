import ProcessTestSupport
import Synchronization
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

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
