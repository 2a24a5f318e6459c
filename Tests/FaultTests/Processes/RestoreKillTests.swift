import Foundation
import Glibc
import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The real program is killed while it puts a copy in the place of the log.
struct RestoreKillTests {
  private let base: ScratchFolder
  private let image: Image
  private let runner: Runner
  private let copied: Int
  private var seed = Seed()

  init() throws {
    // On a disk, where a sync takes its time: kills fall between them.
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

  /// How far a restore has come, by what others see of it.
  private enum Stage: CaseIterable {
    case nothing, draft, named, namedWhole, replaced, moved, movedWhole

    func isReached(in folder: ScratchFolder, from original: FileStatus) -> Bool {
      let names = folder.names
      let log = FileStatus(folder("log.db"))
      return switch self {
      case .nothing: true
      case .draft: names.contains { $0.contains("-new-") }
      case .named: names.contains { $0.hasPrefix("log.db-2") }
      case .namedWhole: names.contains { $0.hasPrefix("log.db-2") && $0.hasSuffix("-wal") }
      case .replaced: log.map { !$0.isSameFile(as: original) } ?? false
      case .moved: names.contains("log.db") && !names.contains("log.db-wal")
      case .movedWhole: names.contains { $0.hasPrefix("log.db-2") && $0.hasSuffix("-shm") }
      }
    }
  }

  @Test mutating func `whenever it is killed, there is the old log or the copy, each whole`()
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
      // At once, or a little later.
      let delay = stage == .nothing ? lifetime : lifetime / 20
      let most = Bool.random(using: &seed) ? delay : 0
      _ = child.wait(until: Date(timeIntervalSinceNow: .random(in: 0...most, using: &seed)))
      child.send(SIGKILL)
      let end = try child.end()
      if end == .signal(SIGKILL) { kills += 1 } else { #expect(end == .exit(0)) }
      left[Self.left(in: scratch, from: original), default: 0] += 1
      found.insert(try expectWhole(scratch, from: original, isDone: end == .exit(0)))
    }
    let states = left.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("kill -9, restore: \(kills) kills, left: \(states.joined(separator: ", ")), \(seed)")
    #expect(kills > 10 && found == [copied, runner.answered])
  }

  private func restore(in folder: ScratchFolder) throws -> Child {
    try Child(
      ["backup", "--restore", folder("copy.db")], log: folder("log.db"), output: .nothing)
  }

  /// How many seconds a restore takes.
  private func lifetime() throws -> Double {
    let scratch = try ScratchFolder()
    try image.write(to: scratch.path, from: base.path)
    let start = Date()
    try #require(restore(in: scratch).end() == .exit(0))
    return Date().timeIntervalSince(start)
  }

  /// What a kill has left, in a word.
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

  /// Expects a whole log, that the next command finishes what was begun, and that the next restore
  /// removes what else was left.
  private func expectWhole(
    _ scratch: ScratchFolder, from original: FileStatus, isDone: Bool
  ) throws -> Int {
    let path = scratch("log.db")
    let isReplaced = Stage.replaced.isReached(in: scratch, from: original)
    #expect(isReplaced || !isDone)
    #expect(try Child(["list"], log: path, output: .nothing).end() == .exit(0), "\(seed)")
    let events = isReplaced ? copied : runner.answered
    var proof = Proof(asked: runner.asked, promised: events, readsFirst: true)
    #expect(proof.flaw(path) == nil, "\(seed)")
    #expect(proof.found == events, "\(seed)")
    if isReplaced {
      #expect(twins(scratch) == [], "\(seed)")
      var kept = Proof(asked: runner.asked, promised: runner.answered)
      #expect(kept.flaw(scratch(logs(scratch).first ?? "none")) == nil, "\(seed)")
    }
    #expect(try Child(["check"], log: path, output: .nothing).end() == .exit(0), "\(seed)")
    try #require(restore(in: scratch).end() == .exit(0))
    #expect(logs(scratch).count == (isReplaced ? 2 : 1), "\(seed): \(scratch.names)")
    #expect(twins(scratch) == [] && !scratch.names.contains { $0.contains("-new-") }, "\(seed)")
    return proof.found
  }

  /// The names of the logs that are kept.
  private func logs(_ folder: ScratchFolder) -> [String] {
    folder.names.filter { name in
      name.hasPrefix("log.db-2")
        && !["-wal", "-shm", "-journal", "-bell"].contains(where: name.hasSuffix)
    }
  }

  /// The files that have two names.
  private func twins(_ folder: ScratchFolder) -> [String] {
    folder.names.filter { FileStatus(folder($0)).map { $0.links > 1 } ?? true }
  }
}
