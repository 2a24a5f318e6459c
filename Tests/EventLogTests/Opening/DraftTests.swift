import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Only files that are proven to be abandoned drafts are removed.
@Suite struct DraftTests {
  let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder("log.db")
  }

  /// A random name of a draft of the log.
  var name: String { path + DraftName.random().suffix }

  func makeLog() throws {
    #expect(try LogFile(path).open(for: .creating, notes) != nil)
  }

  /// The first bytes of a draft of this program.
  func marked(_ applicationID: UInt32 = notes.applicationID) throws -> [UInt8] {
    let other = folder("other")
    defer { unlink(other) }
    try {
      let connection = try Connection(
        path: other, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try connection.execute("PRAGMA application_id = \(Int32(bitPattern: applicationID))")
    }()
    return contents(other)
  }

  var drafts: [String] { folder.names.filter { $0.contains("-new-") } }

  @Test func `only names of drafts are recognized`() {
    for _ in 0..<100 {
      let suffix = DraftName.random().suffix
      #expect(suffix.hasPrefix("-new-") && suffix.utf8.count == 21)
      #expect(DraftName(suffix: suffix)?.suffix == suffix && Draft.isDraft("/a/log.db" + suffix))
      #expect(DraftName(suffix: suffix + "-wal") == nil)
    }
    for suffix in ["", "-new", "-new-", "-new-wal", "-new-abcdefghijkl0000", "-new-1mz2x3"] {
      #expect(DraftName(suffix: suffix) == nil && !Draft.isDraft("/a/log.db" + suffix))
    }
  }

  @Test func `files and logs with similar names are not removed`() throws {
    let names = ["log.db-new", "log.db-new-wal", "log.db-new-shm", "log.db-new-journal"]
    let logs = ["log.db-newer", "log.db-new-2", "log.db-"]
    for name in names { try write("mine".utf8, to: folder(name)) }
    for name in logs {
      let other = try LogFile(folder(name)).open(for: .creating, notes)
      try other?.execute("INSERT INTO notes VALUES (1, 'one')")
    }
    try makeLog()
    for name in names { #expect(contents(folder(name)) == Array("mine".utf8), "\(name)") }
    for name in logs {
      #expect(try LogFile(folder(name)).open(for: .reading, notes)?.countOfNotes() == 1)
    }
  }

  @Test(arguments: [false, true])
  func `abandoned drafts and their companions are removed by the next process`(
    isBackup: Bool
  ) throws {
    let log = LogFile(folder("source.db"))
    let source = try #require(try log.open(for: .creating, notes))
    let before = folder.names
    for content in [[], try marked(), try marked() + [1, 2, 3]] {
      let draft = name
      try write(content, to: draft)
      for suffix in Draft.companions { try write([7], to: draft + suffix) }
    }
    if isBackup { try log.backUp(source, to: path, replacing: false) } else { try makeLog() }
    #expect(drafts == [])
    #expect(folder.names.filter { !$0.hasPrefix("log.db") } == before)
  }

  @Test func `a draft in use is not removed`() throws {
    let draft = try Draft(beside: path, disk: .live)
    try makeLog()
    #expect(FileStatus(draft.path) != nil)
    draft.discard()
    #expect(drafts == [])
  }

  @Test func `a file that is not a draft is not removed`() throws {
    let theirs = folder("theirs")
    try write(try marked(), to: theirs)
    var stays: [String] = []
    func kept() -> String {
      stays.append(name)
      return stays[stays.count - 1]
    }
    for content in [Array("mine".utf8), try marked(4711), Array(try marked().prefix(99))] {
      try write(content, to: kept())
    }
    // A draft has one name: a hard link is made by a user.
    #expect(link(theirs, kept()) == 0)
    #expect(symlink(theirs, kept()) == 0)
    #expect(mkdir(kept(), 0o700) == 0)
    #expect(mkfifo(kept(), 0o600) == 0)
    // Only regular files of the user are companions of a draft.
    let draft = name
    try write(try marked(), to: draft)
    #expect(symlink(theirs, draft + "-wal") == 0)
    #expect(mkdir(draft + "-shm", 0o700) == 0)
    stays += [draft + "-wal", draft + "-shm"]
    try makeLog()
    for path in stays { #expect(FileStatus(path, followingLink: false) != nil, "\(path)") }
    #expect(contents(theirs) == (try marked()))
    #expect(FileStatus(draft) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `drafts of another user are not removed`() throws {
    chmod(folder.path, 0o1777)
    for content in [[], try marked()] {
      let theirs = name
      try write(content, to: theirs)
      chown(theirs, 4711, 4711)
    }
    try makeLog()
    #expect(drafts.count == 2)
  }

  @Test func `the draft of a copy is recognized while pages are copied`() throws {
    let log = LogFile(folder("source.db"))
    let source = try #require(try log.open(for: .creating, notes))
    try source.transaction {
      for _ in 0..<20_000 {
        try source.cached("INSERT INTO notes(text) VALUES ('a note of some length')").run()
      }
    }
    var polls = 0
    try log.backUp(source, to: path, replacing: false) {
      polls += 1
      let draft = drafts.first { !$0.hasSuffix("-journal") }
      let bytes = contents(folder(draft ?? "?"))
      #expect(bytes.count >= 100, "poll \(polls)")
      if bytes.count >= 100 {
        #expect(Header(Array(bytes.prefix(100)), fileSize: 0).applicationID == notes.applicationID)
      }
      return false
    }
    #expect(polls > 0 && drafts == [])
  }
}
