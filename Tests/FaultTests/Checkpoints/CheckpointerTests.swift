import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

private let notes = Schema(
  applicationID: 0x6c61_7001, version: 2,
  log: {
    Array("CREATE TABLE notes(position INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;".utf8)
  },
  tables: { [] })

extension Connection {
  fileprivate func countOfNotes() throws -> Int64? {
    try prepare("SELECT count(*) FROM notes").first { $0.int(0) }
  }
}

@Suite struct CheckpointerTests {
  private let folder: ScratchFolder
  private let disk: FaultyDisk
  private let log: LogFile

  init() throws {
    folder = try ScratchFolder()
    disk = try FaultyDisk()
    log = disk.log(folder("log.db"))
  }

  func open() throws -> Connection {
    try #require(try log.open(for: .appending, notes, creating: true))
  }

  private func observe() -> CheckpointWrites {
    let writes = CheckpointWrites()
    disk.afterCall = { [path = log.path] in if $0.path == path { writes.add($0) } }
    return writes
  }

  func append(_ connection: Connection, _ times: Int = 1) throws {
    for _ in 0..<times { try appendAtOnce(connection, ["a note"]) }
  }

  private func appendAtOnce(_ connection: Connection, _ texts: [String]) throws {
    try connection.transaction {
      for text in texts {
        try connection.cached("INSERT INTO notes(text) VALUES (?1)").bind(text).run()
      }
    }
  }

  private func appendAtOnce(_ connection: Connection, pages: Int) throws {
    let text = String(repeating: "x", count: 4000)
    try appendAtOnce(connection, Array(repeating: text, count: pages))
  }

  @Test func `commits never checkpoint, and closing only if requested`() throws {
    let seen = try {
      let connection = try open()
      let seen = observe()
      try append(connection, 1500)
      #expect(seen.syncs == 0)
      return seen
    }()
    #expect(seen.lockedWrites == 0 && seen.unlockedWrites == 0)
    #expect(contents(of: log.path + "-wal").count > 0)
    try {
      let connection = try #require(try log.open(for: .appending(longLived: true), notes))
      let checkpointer = Checkpointer(of: connection, every: 1)
      try append(connection, 10)
      checkpointer.runIfDue()
    }()
    #expect(folder.names == ["log.db"])
  }

  @Test func `a checkpoint is due at each multiple of the length`() throws {
    let connection = try open()
    let checkpointer = Checkpointer(of: connection, every: 50)
    var outcomes: [Checkpointer.Outcome] = []
    // A reader prevents a restart of the write-ahead file.
    let reader = try #require(try log.open(for: .reading, notes))
    try append(connection)
    try reader.transaction(.deferred) {
      _ = try reader.countOfNotes()
      for _ in 0..<200 {
        try append(connection)
        let outcome = checkpointer.runIfDue()
        if outcome != .notDue { outcomes.append(outcome) }
      }
    }
    #expect(outcomes.count == checkpointer.pages / 50)
    // Without the reader, a full checkpoint allows the restart.
    let (moved, pages) = try #require(checkpointer.run().copied)
    #expect(moved == pages && pages > 0)
    try append(connection)
    #expect(checkpointer.pages < 10)
  }

  @Test func `after large commits a checkpoint is due less often`() throws {
    let connection = try open()
    let checkpointer = Checkpointer(of: connection, every: 20, bulk: 200)
    let reader = try #require(try log.open(for: .reading, notes))
    try append(connection)
    try reader.transaction(.deferred) {
      _ = try reader.countOfNotes()
      var lengths: [Int] = []
      while checkpointer.pages < 500 {
        try appendAtOnce(connection, pages: 30)
        if checkpointer.runIfDue() != .notDue { lengths.append(checkpointer.pages) }
      }
      // Four commits are more than 100 pages.
      #expect((2...5).contains(lengths.count), "\(lengths)")
      lengths = []
      while checkpointer.pages < 700 {
        try append(connection)
        if checkpointer.runIfDue() != .notDue { lengths.append(checkpointer.pages) }
      }
      #expect(lengths.count >= 9, "\(lengths)")
    }
  }

  @Test(arguments: [false, true])
  func `own checkpoints, not automatic ones, lock each write`(isAutomatic: Bool) throws {
    let connection = try open()
    let checkpointer = isAutomatic ? nil : Checkpointer(of: connection, every: 20)
    if isAutomatic { sqlite3_wal_autocheckpoint(connection.handle.pointer, 20) }
    let seen = observe()
    for _ in 0..<100 {
      try append(connection)
      checkpointer?.runIfDue()
    }
    #expect((seen.unlockedWrites > 0) == isAutomatic)
    if isAutomatic { return }
    #expect(seen.lockedWrites >= 5 && seen.syncs >= 4)
    #expect(!seen.isLocked)
    #expect(!connection.isInTransaction)
  }

  @Test func `a checkpoint yields to a writer, and commits stay`() throws {
    let connection = try open()
    let checkpointer = Checkpointer(of: connection, every: 1)
    try append(connection)
    let other = try #require(try log.open(for: .appending, notes))
    try other.transaction { #expect(checkpointer.runIfDue().reason?.isBusy == true) }
    #expect(try connection.countOfNotes() == 1)
    try append(connection)
    #expect(checkpointer.isDue)
  }

  @Test func `a checkpoint within a transaction is postponed and does not end it`() throws {
    let connection = try open()
    let checkpointer = Checkpointer(of: connection, every: 1)
    try connection.transaction {
      #expect(checkpointer.run().reason != nil)
      #expect(connection.isInTransaction)
    }
  }

  @Test(arguments: [false, true])
  func `many one-shot processes keep the write-ahead file short`(hasReader: Bool) throws {
    _ = try open()
    let seen = observe()
    let reader = hasReader ? try log.open(for: .reading, notes) : nil
    defer { withExtendedLifetime(reader) {} }
    for _ in 0..<150 {
      let connection = try #require(try log.open(for: .appending, notes))
      let checkpointer = Checkpointer(of: connection, every: 40)
      try append(connection)
      checkpointer.runIfDue()
    }
    #expect(seen.unlockedWrites == 0)
    #expect(seen.lockedWrites > 0)
    #expect(seen.syncs > 0 && seen.syncs < 20)
    #expect(contents(of: log.path + "-wal").count < 60 * 4120)
  }

  @Test(arguments: [false, true])
  func `a connection that copied all pages removes the write-ahead file`(secondLast: Bool) throws {
    var connection: Connection? = try open()
    #expect(connection?.handle.checkpointsAtClose == false)
    var checkpointer = connection.map { Checkpointer(of: $0, every: 1) }
    try connection.map { try append($0) }
    let (moved, pages) = try #require(checkpointer?.run().copied)
    #expect(moved == pages && connection?.handle.checkpointsAtClose == true)
    // The checkpointer owns a second connection, and retains the first one.
    if secondLast { connection = nil } else { checkpointer = nil }
    #expect(contents(of: log.path + "-wal").count > 0)
    (connection, checkpointer) = (nil, nil)
    #expect(folder.names == ["log.db"])
  }

  @Test(arguments: [(true, false), (true, true), (false, false)])
  func `only long-lived processes checkpoint at close`(isLongLived: Bool, secondLast: Bool) throws {
    try append(open())
    var connection = try log.open(for: .appending(longLived: isLongLived), notes)
    var checkpointer = connection.map { Checkpointer(of: $0, every: 1) }
    try {
      let reader = try #require(try log.open(for: .reading, notes))
      try reader.transaction(.deferred) {
        _ = try reader.countOfNotes()
        try connection.map { try append($0) }
        let (moved, pages) = try #require(checkpointer?.run().copied)
        #expect(moved < pages)
        if !isLongLived { #expect(connection?.handle.checkpointsAtClose == false) }
      }
    }()
    if secondLast { connection = nil } else { checkpointer = nil }
    (connection, checkpointer) = (nil, nil)
    #expect(contents(of: log.path + "-wal").isEmpty == isLongLived)
    if isLongLived { #expect(folder.names == ["log.db"]) }
  }

  @Test func `only a long-lived process resets the write-ahead file, and removes it`() throws {
    let path = folder("log.db")
    var runner = Runner()
    try runner.train(2, on: Logbook(LogFile(path), for: .appending))
    var generations = [try salts(of: path)]
    var longest = 0
    try {
      let log = try Logbook(LogFile(path), for: .appending(longLived: true))
      // A lap changes more than two pages, and a reset is due after about a thousand.
      while generations.count < 3, runner.answered < 1_500 {
        try runner.perform(.lap(label: nil), of: .named("Tempo run"), on: log)
        let newest = try salts(of: path)
        if newest != generations.last { generations.append(newest) }
        longest = max(longest, FileStatus(path + "-wal")?.size ?? 0)
      }
    }()
    #expect(generations.count == 3)
    #expect(longest < (Checkpointer.pagesInLongLife + 100) * 4120)
    #expect(!folder.names.contains("log.db-wal"))
    #expect(LogVerifier.flaw(path, runner) == nil)
  }

  /// The salts of the write-ahead file, which each reset changes (walformat.html).
  private func salts(of path: String) throws -> [UInt8] {
    let header = contents(of: path + "-wal").prefix(24)
    try #require(header.count == 24)
    return Array(header.suffix(8))
  }

  @Test(arguments: [false, true])
  func `a checkpoint does not write into a file that replaced the log`(isLog: Bool) throws {
    let connection = try open()
    let other = isLog ? contents(of: log.path) : Array("another".utf8)
    let checkpointer = Checkpointer(of: connection, every: 1)
    try append(connection)
    #expect(rename(log.path, folder("moved.db")) == 0)
    try writeFile(other, to: log.path)
    #expect(checkpointer.run().reason != nil)
    #expect(contents(of: log.path) == other)
  }

  private func move(_ path: String, to place: String) {
    for suffix in ["", "-wal", "-shm"] where !contents(of: path + suffix).isEmpty {
      #expect(rename(path + suffix, place + suffix) == 0)
    }
  }

  @Test func `checkpoints continue after another log temporarily replaced the file`() throws {
    let other = disk.log(folder("other.db"))
    try append(try #require(try other.open(for: .appending, notes, creating: true)))
    let connection = try open()
    let checkpointer = Checkpointer(of: connection, every: 1)
    try append(connection)
    move(log.path, to: folder("away.db"))
    move(other.path, to: log.path)
    #expect(checkpointer.run().reason != nil)
    move(log.path, to: other.path)
    move(folder("away.db"), to: log.path)
    let (moved, pages) = try #require(checkpointer.run().copied)
    #expect(moved == pages && pages > 0)
  }

  @Test func `a large import truncates the write-ahead file`() throws {
    let connection = try open()
    let checkpointer = Checkpointer(of: connection, every: 1000)
    try appendAtOnce(connection, pages: 5000)
    #expect(contents(of: log.path + "-wal").count > 16_000_000)
    #expect(checkpointer.isDue)
    #expect(checkpointer.runIfDue().copied != nil)
    try append(connection)
    #expect(contents(of: log.path + "-wal").count <= 8_388_608)
  }
}
