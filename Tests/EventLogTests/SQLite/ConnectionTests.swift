import CSQLite
import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import SQLite

/// Properties of all connections, and their errors.
struct ConnectionTests {
  let folder: ScratchFolder
  var log: LogFile { LogFile(folder("log.db")) }

  init() throws { folder = try ScratchFolder() }

  @Test func `a shorter busy timeout is limited to its scope`() throws {
    let busyHandler = BusyHandler(timeout: .seconds(60))
    let answer = try busyHandler.limited(to: .zero) { () throws(DatabaseError) in
      busyHandler.nap(after: 0)
    }
    #expect(answer == 0)
    #expect(busyHandler.nap(after: 0) == 1)
  }

  @Test func `SQL cannot change the structure of the file`() throws {
    let connection = try #require(try log.open(for: .appending, notes, creating: true))
    try connection.execute("PRAGMA writable_schema = ON")
    #expect(throws: DatabaseError.self) {
      try connection.execute("UPDATE sqlite_schema SET sql = sql || ' '")
    }
  }

  @Test func `a file is created only if there is none`() throws {
    try Disk.live.makeFile(folder("a"))
    try writeFile([1], to: folder("a"))
    let error = #expect(throws: SystemError.self) { try Disk.live.makeFile(folder("a")) }
    #expect(error?.number == EEXIST && contents(of: folder("a")) == [1])
  }

  @Test func `an error carries the extended code and the SQL, and no value`() throws {
    let connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
    try connection.execute("CREATE TABLE t(a TEXT PRIMARY KEY) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind("secret").run()
    let error = #expect(throws: DatabaseError.self) { try insert.bind("secret").run() }
    #expect(error?.code.rawValue == SQLITE_CONSTRAINT | (6 << 8))
    #expect(error?.code.primary == .constraint)
    #expect(error?.sql == "INSERT INTO t VALUES (?1)")
    #expect(error?.description.contains("secret") == false)
    #expect(
      error?.description
        == "UNIQUE constraint failed: t.a [SQLITE_CONSTRAINT (1555)] in: INSERT INTO t VALUES (?1)")
  }

  @Test func `an unknown result code is kept`() {
    let code = ResultCode(rawValue: 0x7f_0063)
    #expect(code.rawValue == 0x7f_0063)
    #expect(code.primary.rawValue == 0x63)
    #expect(code.description == "SQLite 8323171")
    #expect(ResultCode(rawValue: SQLITE_BUSY | (1 << 8)).description == "SQLITE_BUSY (261)")
  }
}

/// A connection to a database in memory.
@Suite struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  struct Refusal: Error {}

  @Test func `a failed rollback does not hide the first error`() throws {
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.execute("ROLLBACK")
        throw Refusal()
      }
    }
  }

  @Test func `a COMMIT that failed before writing is rolled back`() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent(a PRIMARY KEY);
      CREATE TABLE child(a REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction { try connection.execute("INSERT INTO child VALUES (1)") }
    }
    #expect(error?.code.primary == .constraint)
    #expect(!connection.isInTransaction)
    try connection.transaction {}
  }

  @Test func `values come back as they were bound`() throws {
    let echo = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5, 0.5")
    try echo.bind(Int64.min, Int64.max, "Läufe\u{0}🏁", [0, 255, 7] as [UInt8], nil as String?)
    #expect(try echo.step())
    #expect(echo.int(0) == .min)
    #expect(echo.int(1) == .max)
    #expect(echo.text(2) == "Läufe\u{0}🏁")
    #expect(echo.bytes(3) == [0, 255, 7])
    #expect(echo.isNull(4) && echo.optionalInt(4) == nil && echo.optionalText(4) == nil)
    #expect(echo.optionalInt(0) == .min && echo.optionalText(2) == "Läufe\u{0}🏁")
    #expect(echo.real(5) == 0.5)
    #expect((0..<6).map(echo.kind) == [.integer, .integer, .text, .blob, .null, .real])
    #expect(try echo.step() == false)
  }

  @Test func `an empty text and an empty blob are not NULL`() throws {
    let echo = try connection.prepare("SELECT ?1, ?2, ?3")
    try echo.bind("", [UInt8](), UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(try echo.step())
    #expect((0..<3).map(echo.kind) == [.text, .blob, .blob])
    #expect(echo.text(0) == "")
    #expect(echo.bytes(1) == [])
  }

  @Test func `invalid UTF-8 is repaired in a String and unchanged in the buffer`() throws {
    let row = try connection.prepare("SELECT CAST(x'61ff62' AS TEXT)")
    #expect(try row.step())
    #expect(row.text(0) == "a\u{fffd}b")
    #expect(Array(row.utf8(0)) == [0x61, 0xff, 0x62])
  }

  @Test func `a statement is reused, and one that stopped early holds no lock`() throws {
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
    let select = try connection.cached("SELECT a FROM t WHERE a >= ?1 ORDER BY a")
    #expect(try select.bind(1).first { $0.int(0) } == 1)
    #expect(try select.bind(2).first { $0.int(0) } == 2)
    #expect(try select.bind(3).first { $0.int(0) } == nil)
    try connection.execute("DROP TABLE t")
    #expect(try connection.cached(select.sql) === select)
  }

  @Test func `run drops rows`() throws {
    try connection.execute("CREATE TABLE t(a)")
    try connection.prepare("INSERT INTO t VALUES (1), (2), (3) RETURNING a").run()
    #expect(try connection.prepare("SELECT count(*) FROM t").first { $0.int(0) } == 3)
  }

  @Test(arguments: [
    ("-- nothing", ResultCode.misuse, "no statement"),
    ("SELEC 1", .error, "near \"SELEC\": syntax error"),
  ])
  func `a wrong statement's error has its SQL`(sql: String, code: ResultCode, message: String) {
    #expect(throws: DatabaseError(code: code, message: message, sql: sql)) {
      try connection.prepare(sql)
    }
  }

  @Test func `a statement outlives its connection`() throws {
    var other: Connection? = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
    let one = try other?.prepare("SELECT 1")
    other = nil
    #expect(try one?.first { $0.int(0) } == 1)
  }
}

@Suite struct NetworkFileSystemTests {
  static let mounts = """
    22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
    51 22 0:45 / /home/a/remote rw,nosuid shared:9 - fuse.sshfs host:/ rw,user_id=1000
    52 22 0:46 / /mnt/windows rw - fuseblk /dev/sdb1 rw
    53 22 0:47 / /home/a/vault rw - fuse.gocryptfs /home/a/cipher rw

    """

  @Test(arguments: [
    (0x6969, "NFS"), (0xff53_4d42, "CIFS"), (0xfe53_4d42, "SMB2"), (0x0102_1997, "9P"),
    (0x00c3_6400, "Ceph"), (0x7375_7245, "Coda"), (0x0bd0_0bd0, "Lustre"),
    (0xef53, nil), (0x0102_1994, nil), (0x5846_5342, nil), (0x9123_683e, nil), (0x794c_7630, nil),
  ])
  func `network file systems are recognized by their number`(kind: UInt32, name: String?) {
    var disk = Disk.live
    disk.kind = { _ in kind }
    #expect(NetworkFileSystem.name(of: "/", on: disk) == name)
  }

  @Test func `a FUSE file system is recognized by its mount type`() {
    let name = { NetworkFileSystem.fuseName(ofDevice: $0, in: Self.mounts) }
    #expect(name("0:45") == "sshfs")
    #expect(name("0:46") == nil)
    #expect(name("0:47") == nil)
    #expect(name("0:99") == nil)
  }

  @Test func `the file system of this machine is read`() throws {
    #expect(Disk.live.kind("/proc") == 0x9fa0)
    #expect(Disk.live.kind("/no such place") == nil)
  }
}
