import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
import SQLite
import Text

/// Files of a log that was removed or emptied are not used by another log.
struct LeftoverTests {
  private var fixture: LogFixture
  private var path: String { fixture.path }

  init() throws {
    fixture = try LogFixture()
  }

  /// Expects that every access is refused and changes nothing.
  private func expectRefusal(_ suffixes: [String]) throws {
    let before = snapshot(fixture.folder)
    let files = try suffixes.map { try #require(realPath(path + $0)) }
    let error = OpeningError.leftover(path: path, files: files)
    for access in [Logbook.Access.reading, .appending, .appending(longLived: true), .rebuilding] {
      #expect(throws: error, "\(access)") { try Logbook(LogFile(path), for: access) }
    }
    #expect(throws: error) { try LogFile(path).open(for: .creating, .laptimer) }
    #expect(snapshot(fixture.folder) == before)
  }

  @Test(arguments: [false, true])
  mutating func `the files of a removed or emptied log are refused`(isEmptied: Bool) throws {
    try fixture.start("a")
    try fixture.perform(.lap(label: nil))
    try fixture.perform(.lap(label: nil))
    try #require(contents(path + "-wal").count > 0)
    if isEmptied { try write([], to: path) } else { unlink(path) }
    try expectRefusal(["-wal", "-shm"])
    unlink(path + "-wal")
    // A process with the old log open would share the index.
    try expectRefusal(["-shm"])
    unlink(path + "-shm")
    #expect(try !fixture.open().exists)
    try fixture.start("b")
    #expect(try fixture.open(.reading).check().isSound)
  }

  @Test(arguments: Draft.companions)
  func `any file with the name of one of a log is refused, unless it is empty`(
    suffix: String
  ) throws {
    try write("my notes".utf8, to: path + suffix)
    try expectRefusal([suffix])
    try write([], to: path + suffix)
    #expect(try LogFile(path).open(for: .reading, .laptimer) == nil)
    #expect(try LogFile(path).open(for: .creating, .laptimer) != nil)
  }

  @Test mutating func `an invalid write-ahead file is ignored`() throws {
    try fixture.start("a")
    for _ in 0..<5 { try fixture.perform(.lap(label: nil)) }
    let whole = contents(path + "-wal")
    let copy = fixture.folder("copy.db")
    try fixture.open(.reading).backUp(to: copy)
    for bytes in [Array(whole.prefix(32)), Array(whole.prefix(4000)), Array("not one".utf8)] {
      try write(bytes, to: copy + "-wal")
      #expect(try Logbook(path: copy).newestPosition == 6, "\(bytes.count) bytes")
      for suffix in Draft.companions { unlink(copy + suffix) }
    }
  }
}
