import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite
import Text

/// The write-ahead file of another log is refused, that of the log itself never.
struct ForeignWriteAheadFileTests {
  var fixture: LogFixture
  var seed = Seed()

  init() throws { fixture = try LogFixture() }

  var path: String { fixture.path }

  /// Creates a log in the fixture's folder, with one command for each lap.
  func makeLog(_ name: String, laps: Int) throws -> String {
    var machine = fixture.machine
    let path = fixture.folder(name)
    for number in 0...laps {
      machine.pass(.seconds(1))
      let command: Command = number == 0 ? .start(.init(name: name)) : .lap(label: nil)
      _ = try Logbook(LogFile(path), for: .appending).append(
        Request(
          id: EventID.random(), command, of: number == 0 ? .new(also: false) : .implied,
          instant: machine.instant, source: "test"))
    }
    return path
  }

  /// Checkpoints a log completely.
  func checkpoint(_ path: String) throws {
    let log = try Logbook(LogFile(path), for: .appending(longLived: true))
    log.checkpointer?.run()
  }

  func copy(_ from: String, _ to: String) throws {
    try write(contents(from), to: to)
  }

  /// Expects that every access is refused with an error and changes nothing.
  func expectRefusal(
    _ path: String, _ error: OpeningError, location: SourceLocation = #_sourceLocation
  ) throws {
    let before = snapshot(fixture.folder)
    for access in [Logbook.Access.reading, .appending, .appending(longLived: true), .rebuilding] {
      #expect(throws: error, "\(access)", sourceLocation: location) {
        try Logbook(LogFile(path), for: access)
      }
    }
    #expect(throws: error, sourceLocation: location) {
      try LogFile(path).open(for: .creating, .laptimer)
    }
    #expect(snapshot(fixture.folder) == before, sourceLocation: location)
  }

  /// Expects that the write-ahead file beside the log is refused.
  func expectForeign(_ path: String, location: SourceLocation = #_sourceLocation) throws {
    let file = try #require(realPath(path)) + "-wal"
    try expectRefusal(path, .foreignWriteAheadFile(path: path, file: file), location: location)
  }

  @Test func `the events table has the root page that the schema declares`() throws {
    let path = try makeLog("a.db", laps: 0)
    let connection = try #require(try LogFile(path).open(for: .reading, .laptimer))
    let root = try connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'events'")
      .first { Int($0.int(0)) }
    #expect(root == Schema.laptimer.eventsRoot)
  }

  @Test(arguments: [1, 2, 7, 20, 36, 43], [false, true])
  func `the write-ahead file of a removed or emptied log is not used by another log`(
    laps: Int, isEmptied: Bool
  ) throws {
    let path = try makeLog("a.db", laps: laps)
    guard contents(path + "-wal").count > 0 else {
      #expect(laps > 1)
      return
    }
    if isEmptied { try write([], to: path) } else { unlink(path) }
    try expectRefusal(path, .leftover(path: path, file: path + "-wal"))
    unlink(path + "-wal")
    #expect(try Logbook(LogFile(path), for: .appending).exists == false)
  }

  @Test func `the journal of a removed log is not used either`() throws {
    let path = fixture.folder("a.db")
    try write([0xd9, 0xd5, 0x05, 0xf9, 0x20], to: path + "-journal")
    try expectRefusal(path, .leftover(path: path, file: path + "-journal"))
    // SQLite overwrites the header of a finished journal with zeros.
    try write([0, 0, 0, 0, 0], to: path + "-journal")
    #expect(try LogFile(path).open(for: .creating, .laptimer) != nil)
  }

  @Test func `a user's file with the name of the index prevents a new log`() throws {
    let path = fixture.folder("a.db")
    try write("my notes".utf8, to: path + "-shm")
    let error = OpeningError.leftover(path: path, file: path + "-shm")
    #expect(throws: error) { try LogFile(path).open(for: .creating, .laptimer) }
    #expect(contents(path + "-shm") == Array("my notes".utf8))
    #expect(try LogFile(path).open(for: .reading, .laptimer) == nil)
  }

  @Test(arguments: [1, 12, 60])
  func `a backup copied over the log does not use the old write-ahead file`(laps: Int) throws {
    let path = try makeLog("a.db", laps: laps)
    try Logbook(path: path).backUp(to: fixture.folder("copy.db"))
    _ = try Logbook(LogFile(path), for: .appending).append(
      Request(
        id: .random(), .lap(label: nil), of: .implied, instant: fixture.machine.instant,
        source: "test"))
    try #require(contents(path + "-wal").count > 0)
    try copy(fixture.folder("copy.db"), path)
    try expectForeign(path)
    unlink(path + "-wal")
    let log = try Logbook(LogFile(path), for: .appending)
    #expect(try log.newestPosition == laps + 1 && log.check().isSound)
  }

  @Test(arguments: [0, 1, 5, 30, 150], [2, 5, 30, 151])
  func `another log moved into place does not use the old write-ahead file`(
    theirs: Int, ours: Int
  ) throws {
    let other = try makeLog("other.db", laps: theirs)
    let path = try makeLog("a.db", laps: ours)
    try #require(contents(path + "-wal").count > 0)
    if theirs % 2 == 0 { try checkpoint(other) }
    #expect(rename(other, path) == 0)
    try expectForeign(path)
  }

  @Test(arguments: [(40, 60), (60, 40), (3, 200), (200, 3)])
  func `another copy of the same log does not use the old write-ahead file`(
    here: Int, there: Int
  ) throws {
    let path = try makeLog("a.db", laps: 10)
    try checkpoint(path)
    try copy(path, fixture.folder("there.db"))
    /// Appends laps; with `checkpointing`, the last one alone stays in the write-ahead file.
    func appendLaps(_ path: String, _ laps: Int, checkpointing: Bool) throws {
      var machine = fixture.machine
      for number in 1...laps {
        machine.pass(.seconds(60))
        if number == laps, checkpointing { try checkpoint(path) }
        _ = try Logbook(LogFile(path), for: .appending).append(
          Request(
            id: .random(), .lap(label: nil), of: .implied, instant: machine.instant,
            source: "test"))
      }
    }
    try appendLaps(path, here, checkpointing: true)
    try appendLaps(fixture.folder("there.db"), there, checkpointing: false)
    try checkpoint(fixture.folder("there.db"))
    try #require(contents(path + "-wal").count > 0)
    try copy(fixture.folder("there.db"), path)
    try expectForeign(path)
  }

  @Test func `an invalid write-ahead file is ignored`() throws {
    let path = try makeLog("a.db", laps: 5)
    let whole = contents(path + "-wal")
    let other = try makeLog("other.db", laps: 30)
    try checkpoint(other)
    for bytes in [Array(whole.prefix(32)), Array(whole.prefix(4000)), Array("not one".utf8)] {
      try copy(other, path)
      try write(bytes, to: path + "-wal")
      unlink(path + "-shm")
      #expect(try Logbook(path: path).newestPosition == 31, "\(bytes.count) bytes")
    }
  }

  @Test mutating func `the log's own write-ahead file is accepted at any moment of a copy`() throws
  {
    let copies = try ScratchFolder()
    let path = fixture.path
    var log: Logbook? = try fixture.open(.appending(longLived: true))
    _ = try log?.append(fixture.request(.start(.init(name: "own")), of: .new(also: false)))
    var appended = 1
    var reader: Connection?
    for step in 1...400 {
      switch Int.random(in: 0..<12, using: &seed) {
      case 0: log?.checkpointer?.run()
      case 1: log = nil
      case 2: reader = try LogFile(path).open(for: .reading, .laptimer)
      case 3: reader = nil
      case 4:
        // The snapshot limits a checkpoint to the pages that are in the file by now.
        try? reader?.execute("COMMIT")
        try? reader?.execute("BEGIN; SELECT count(*) FROM events")
      case 5:
        log = nil
        try fixture.open(.rebuilding).rebuild()
      default:
        if log == nil {
          log = try fixture.open(
            Bool.random(using: &seed) ? .appending : .appending(longLived: true))
        }
        let count = Bool.random(using: &seed) ? 1 : Int.random(in: 1...40, using: &seed)
        let requests = (0..<count).map { _ in fixture.request(.lap(label: nil)) }
        _ = try log?.append(requests)
        appended += count
      }
      for suffix in ["", "-wal"] { try copy(path + suffix, copies("log.db") + suffix) }
      unlink(copies("log.db-shm"))
      if contents(copies("log.db-wal")) == [] { unlink(copies("log.db-wal")) }
      let found = try Logbook(path: copies("log.db"))
      #expect(try found.newestPosition == appended, "step \(step), \(seed)")
    }
    withExtendedLifetime(reader) {}
  }
}

extension EventID {
  /// A random id.
  fileprivate static func random() -> EventID {
    EventID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }
}
