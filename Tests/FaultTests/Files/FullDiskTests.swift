import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A small file system that becomes full, and a folder that is moved away.
struct FullDiskTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder.inMemory() }

  /// Whether the tests can mount a small file system.
  static let canMount: Bool = {
    guard let place = try? ScratchFolder() else { return false }
    defer { umount2(place.path, Int32(MNT_DETACH)) }
    return mount("tmpfs", place.path, "tmpfs", 0, "size=40k") == 0
  }()

  @Test(.enabled(if: canMount, "mounting needs privileges"))
  func `a full disk loses no event, and the log works again with room`() throws {
    let place = scratch("small")
    mkdir(place, 0o700)
    #expect(mount("tmpfs", place, "tmpfs", 0, "size=400k") == 0)
    defer { umount2(place, Int32(MNT_DETACH)) }
    let ballast = place + "/ballast"
    try writeFile([UInt8](repeating: 1, count: 100_000), to: ballast)
    let path = place + "/log.db"
    var runner = Runner()
    let log = try Logbook(LogFile(path), for: .appending(longLived: true))
    try runner.perform(.start(.init(name: "Full")), of: .new(also: true), on: log)
    var failure: (any Error)?
    while failure == nil {
      let label = String(repeating: "long ", count: 100)
      do {
        try runner.perform(.lap(label: label), on: log)
      } catch {
        failure = error
        runner.removeLast()
      }
    }
    #expect(runner.answered > 5)
    let reason: DatabaseError? =
      switch failure {
      case let error as DatabaseError: error
      case LogError.commitFailed(let outcome, let error)? where outcome != .saved: error
      default: nil
      }
    #expect(reason != nil, "\(String(describing: failure))")
    unlink(ballast)
    try runner.perform(.lap(label: "there is room"), on: log)
    let found = try Logbook(LogFile(path), for: .reading).newestPosition
    #expect(found == runner.answered)
    #expect(LogVerifier.flaw(path, runner) == nil)
    print("full disk: \(runner.answered) events acknowledged, \(runner.answered - found) lost")
  }

  @Test(.enabled(if: canMount, "mounting needs privileges"))
  func `salvage without room for a private copy fails and leaves no files`() throws {
    let (path, small) = (scratch("log.db"), scratch("small"))
    var runner = Runner()
    let log = try Logbook(LogFile(scratch("first.db")), for: .appending)
    try runner.train(100, on: log)
    try log.backUp(to: scratch("copy.db"))
    // An open transaction leaves a hot journal, so that salvage needs a private copy.
    let connection = try Connection(path: scratch("copy.db"), flags: SQLITE_OPEN_READWRITE)
    try connection.execute(
      "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE laps SET label = hex(randomblob(4000))")
    for suffix in ["", "-journal"] {
      try writeFile(contents(of: scratch("copy.db" + suffix)), to: path + suffix)
    }
    connection.rollBack()
    mkdir(small, 0o700)
    #expect(mount("tmpfs", small, "tmpfs", 0, "size=40k") == 0)
    defer { umount2(small, Int32(MNT_DETACH)) }
    let error = #expect(throws: OpeningError.self) {
      try Logbook(LogFile(path, temporaryFolder: small), for: .salvaging)
    }
    let reason: SystemError? = if case .notCopied(path, let reason) = error { reason } else { nil }
    #expect(reason?.call == "write" && reason?.number == ENOSPC, "\(String(describing: error))")
    #expect(ScratchFolder.names(in: small) == [])
    let salvage = try Logbook(LogFile(path), for: .salvaging)
    #expect(try salvage.export(salvaging: true) { _ in }.events == 100)
  }

  @Test(arguments: [false, true])
  func `an open log acknowledges nothing while its folder is moved`(isReplaced: Bool) throws {
    let path = scratch("there/log.db")
    var runner = Runner()
    let log = try Logbook(LogFile(path), for: .appending(longLived: true))
    try runner.train(3, on: log)
    #expect(rename(scratch("there"), scratch("moved")) == 0)
    if isReplaced {
      var other = Runner(7)
      try other.train(2, on: Logbook(LogFile(path), for: .appending))
    }
    #expect(throws: LogError.moved(path: path)) {
      try runner.perform(.lap(label: nil), of: .named("Tempo run"), on: log)
    }
    runner.removeLast()
    if isReplaced { #expect(rename(scratch("there"), scratch("other")) == 0) }
    #expect(rename(scratch("moved"), scratch("there")) == 0)
    try runner.perform(.lap(label: nil), of: .named("Tempo run"), on: log)
    #expect(LogVerifier.flaw(path, runner) == nil)
  }
}
