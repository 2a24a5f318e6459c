import CSQLite
import Foundation
import Glibc
import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The program killed during a restore.
struct RestoreKillTests {
  private let base: ScratchFolder
  private let image: Image
  private let runner: Runner
  private let copied: Int
  private var seed = Seed()

  init() throws {
    // On a real disk syncs are slow, so that kills happen between them.
    base = try ScratchFolder()
    var runner = Runner()
    try runner.train(6, on: Logbook(LogFile(base("log.db")), for: .appending))
    copied = runner.answered
    try Logbook(LogFile(base("log.db")), for: .reading).backUp(to: base("copy.db"))
    try runner.train(40, on: Logbook(LogFile(base("log.db")), for: .appending))
    // The newest events are in the write-ahead file.
    try runner.train(4, on: Logbook(LogFile(base("log.db")), for: .appending))
    var image = try Image(of: base.path)
    image.files[base("log.db-shm")] = nil
    try #require(image.files[base("log.db-wal")]?.isEmpty == false)
    (self.image, self.runner) = (image, runner)
  }

  /// The progress of a restore, as its files show.
  private enum Stage: CaseIterable {
    case nothing, draft, named, fullyNamed, replaced, moved, fullyMoved

    func isReached(in folder: ScratchFolder, from original: FileStatus) -> Bool {
      let names = folder.names
      let log = FileStatus(folder("log.db"))
      return switch self {
      case .nothing: true
      case .draft: names.contains { $0.contains("-new-") }
      case .named: names.contains { $0.hasPrefix("log.db-2") }
      case .fullyNamed: names.contains { $0.hasPrefix("log.db-2") && $0.hasSuffix("-wal") }
      case .replaced: log.map { !$0.isSameFile(as: original) } ?? false
      case .moved: names.contains("log.db") && !names.contains("log.db-wal")
      case .fullyMoved: names.contains { $0.hasPrefix("log.db-2") && $0.hasSuffix("-shm") }
      }
    }
  }

  @Test mutating func `a killed restore leaves the complete old log or the complete copy`()
    throws
  {
    let lifetime = try lifetime()
    var (kills, left): (Int, [String: Int]) = (0, [:])
    var found: Set<Int> = []
    for round in 0..<Effort.times(70, long: 3_000) {
      let scratch = try ScratchFolder()
      try image.write(to: scratch.path, from: base.path)
      let original = try #require(FileStatus(scratch("log.db")))
      let stage = Stage.allCases[round % Stage.allCases.count]
      let child = try restore(in: scratch)
      while child.isRunning, !stage.isReached(in: scratch, from: original) { sched_yield() }
      // The kill is immediate or a little later.
      let delay = stage == .nothing ? lifetime : lifetime / 20
      let most = Bool.random(using: &seed) ? delay : 0
      _ = child.wait(until: Date(timeIntervalSinceNow: .random(in: 0...most, using: &seed)))
      child.send(SIGKILL)
      let end = try child.end()
      if end == .signal(SIGKILL) { kills += 1 } else { #expect(end == .exit(0)) }
      left[Self.left(in: scratch, from: original), default: 0] += 1
      found.insert(try expectComplete(scratch, from: original, isDone: end == .exit(0)))
    }
    let states = left.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("kill -9, restore: \(kills) kills, left: \(states.joined(separator: ", ")), \(seed)")
    #expect(kills > 10 && found == [copied, runner.answered])
  }

  private func restore(in folder: ScratchFolder) throws -> Child {
    try Child(
      ["backup", "--restore", folder("copy.db")], log: folder("log.db"), output: .nothing)
  }

  /// The duration of a restore in seconds.
  private func lifetime() throws -> Double {
    let scratch = try ScratchFolder()
    try image.write(to: scratch.path, from: base.path)
    let start = Date()
    try #require(restore(in: scratch).end() == .exit(0))
    return Date().timeIntervalSince(start)
  }

  /// A description of the files after a kill.
  private static func left(in folder: ScratchFolder, from original: FileStatus) -> String {
    let names = folder.names
    let isReplaced = Stage.replaced.isReached(in: folder, from: original)
    let isKept = Stage.named.isReached(in: folder, from: original)
    return switch (isReplaced, isKept) {
    case (true, _): names.contains("log.db-wal") ? "replaced with a file left" : "replaced"
    case (false, true): "named twice"
    case (false, false): names.contains { $0.contains("-new-") } ? "with a draft" : "untouched"
    }
  }

  /// Expects that the log is complete, that the next command finishes the restore, and that the
  /// next restore removes all second names.
  private func expectComplete(
    _ scratch: ScratchFolder, from original: FileStatus, isDone: Bool
  ) throws -> Int {
    let path = scratch("log.db")
    let isReplaced = Stage.replaced.isReached(in: scratch, from: original)
    #expect(isReplaced || !isDone)
    #expect(try Child(["list"], log: path, output: .nothing).end() == .exit(0), "\(seed)")
    let events = isReplaced ? copied : runner.answered
    var verifier = LogVerifier(requested: runner.requested, acknowledged: events, readsFirst: true)
    #expect(verifier.flaw(path) == nil, "\(seed)")
    #expect(verifier.found == events, "\(seed)")
    if isReplaced {
      #expect(hardLinks(scratch) == [], "\(seed)")
      var kept = LogVerifier(requested: runner.requested, acknowledged: runner.answered)
      #expect(kept.flaw(scratch(logs(scratch).first ?? "none")) == nil, "\(seed)")
    }
    #expect(try Child(["check"], log: path, output: .nothing).end() == .exit(0), "\(seed)")
    try #require(restore(in: scratch).end() == .exit(0))
    #expect(logs(scratch).count == (isReplaced ? 2 : 1), "\(seed): \(scratch.names)")
    #expect(hardLinks(scratch) == [], "\(seed)")
    return verifier.found
  }

  /// The names of the kept logs.
  private func logs(_ folder: ScratchFolder) -> [String] {
    folder.names.filter { name in
      name.hasPrefix("log.db-2")
        && !["-wal", "-shm", "-journal", "-bell"].contains(where: name.hasSuffix)
    }
  }

  /// The files with two names.
  private func hardLinks(_ folder: ScratchFolder) -> [String] {
    folder.names.filter { FileStatus(folder($0)).map { $0.links > 1 } ?? true }
  }
}

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
    complete = try log.exported()
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

  @Test func `a killed salvage does not change the log, and the next one is complete`() throws {
    let before = try Image(of: folder.path)
    let size = try #require(FileStatus(folder("log.db"))).size
    var (kills, copies) = (0, 0)
    let rounds = Effort.times(24, long: 1_000)
    for round in 0..<rounds {
      let child = try salvage(to: "/dev/null")
      // The first kill is before the copy exists, the last one after it is complete.
      let bytes = size * round / (rounds - 1)
      while child.isRunning, copiedBytes < bytes || temporary.names == [] { sched_yield() }
      child.send(SIGKILL)
      if try child.end() == .signal(SIGKILL) { kills += 1 }
      for name in temporary.names {
        try FileManager.default.removeItem(atPath: temporary(name))
        copies += 1
      }
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
