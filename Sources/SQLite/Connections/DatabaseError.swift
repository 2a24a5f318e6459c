import CSQLite
import Glibc

/// An error of SQLite: its code, its message and the SQL.
///
/// Values bound to the statement are never part of it, since they belong to the user.
public struct DatabaseError: Error, Hashable, Sendable {
  /// SQLite's code, extended if there is an extended one.
  public let code: ResultCode

  /// SQLite's message, in English.
  public let message: String

  /// The statement that failed, with `?` for bound values; `nil` if there was none.
  public let sql: String?

  /// The `errno` behind an input/output error or a file that cannot be opened; 0 otherwise.
  public let systemError: Int32

  /// The database file, if its disk fails, or if it is damaged or cannot be opened; `nil`
  /// otherwise.
  public package(set) var file: String?

  /// Creates an error from its parts.
  public init(
    code: ResultCode, message: String, sql: String? = nil, systemError: Int32 = 0,
    file: String? = nil
  ) {
    self.code = code
    self.message = message
    self.sql = sql
    self.systemError = systemError
    self.file = file
  }
}

extension DatabaseError {
  /// Whether another connection held the lock past the timeout; a retry may succeed.
  ///
  /// This includes `SQLITE_PROTOCOL`: in write-ahead mode, it is a race for a lock that was lost
  /// too often (rescode.html#protocol).
  public var isBusy: Bool { [.busy, .locked, .lockProtocol].contains(code.primary) }

  /// Whether there was no space: the disk is full, the quota is exceeded, or the file is too long.
  public var wantsRoom: Bool {
    isUnwritten || [ENOSPC, EDQUOT, EFBIG].contains(systemError)
  }

  /// Whether there may have been no space, or the disk failed: the system's number is unknown.
  ///
  /// "SQLITE_IOERR_SHMSIZE … may indicate that the underlying filesystem volume is out of space"
  /// (rescode.html).
  public var mayWantRoom: Bool { code.rawValue == SQLITE_IOERR | 19 << 8 && systemError == 0 }

  /// Whether this process, or the system, has too many open files.
  public var wantsDescriptors: Bool { [EMFILE, ENFILE].contains(systemError) }

  /// Whether the operation is not permitted to this user, or to any user.
  public var isForbidden: Bool {
    [.permission, .readOnly, .auth].contains(code.primary)
      || [EACCES, EPERM, EROFS].contains(systemError)
  }

  /// Whether the machine is at fault, so that permissions explain nothing.
  package var isOfMachine: Bool {
    wantsRoom || SystemError(call: "", path: "", number: systemError).isOfMachine
  }

  /// Whether a write ran out of space, so that the end of its data was not written.
  ///
  /// SQLite calls only `ENOSPC` "full", not a quota or a limit on the length of files.
  package var isUnwritten: Bool {
    code.primary == .full
      || code.rawValue == SQLITE_IOERR | 3 << 8 && [EDQUOT, EFBIG].contains(systemError)
  }

  /// Whether the file is damaged, or is not a database.
  public var isDamage: Bool { [.corrupt, .notADatabase].contains(code.primary) }

  /// Whether a statement of this program names an object that is not in the file, such as a table
  /// of the log that was dropped or changed.
  ///
  /// The code is that of any mistake in SQL, and has no extended one for this (rescode.html#error).
  public var isOfSchema: Bool { code == .error && sql != nil }

  /// Whether the file is at fault, not the machine.
  package var isOfFile: Bool { isDamage || isOfSchema }
}

extension DatabaseError: CustomStringConvertible {
  /// The message, the code and the SQL on one line.
  public var description: String {
    let what = "\(message) [\(code)]"
    guard let sql else { return what }
    return "\(what) in: \(sql)"
  }
}

extension DatabaseError {
  /// Reads the error of the call that just failed on `handle`.
  ///
  /// The message of `sqlite3_errmsg` belongs to the newest call on the connection. It is used only
  /// if that call returned the same code; otherwise it may describe something else (errcode.html).
  package init(
    _ code: Int32, on handle: OpaquePointer?, opening path: String? = nil, sql: String? = nil
  ) {
    var code = code
    var words =
      handle != nil && sqlite3_extended_errcode(handle) == code
      ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    if Self.couldNotBeRead(code, handle) {
      code = SQLITE_IOERR | 33 << 8  // SQLITE_IOERR_CORRUPTFS
      words = sqlite3_errstr(code)
    }
    self.init(
      code: ResultCode(rawValue: code),
      message: words.map { String(cString: $0) } ?? "unknown error", sql: sql,
      systemError: Self.systemError(of: handle, code),
      // A connection that was not opened does not keep the path.
      file: path?.hasPrefix("/") == true ? path : Self.file(of: handle, code))
  }

  /// Whether a database reported as damaged has pages that the disk could not read.
  ///
  /// unixRead in os_unix.c returns `SQLITE_IOERR_CORRUPTFS` for EIO, ENXIO and ERANGE, and a
  /// statement turns this into `SQLITE_CORRUPT` ("abort_due_to_error" in vdbe.c). The file keeps
  /// the system's number, which distinguishes a disk error from damaged data.
  private static func couldNotBeRead(_ code: Int32, _ handle: OpaquePointer?) -> Bool {
    guard ResultCode(rawValue: code).primary == .corrupt, let handle else { return false }
    return [EIO, ENXIO, ERANGE].contains(systemErrorOfFiles(of: handle))
  }

  /// Returns the `errno` of the newest failure, for a code that has one.
  ///
  /// "The operating system error code … that caused the most recent I/O error or failure to open a
  /// file" (system_errno.html): it is kept for these two only. The connection does not keep it for a
  /// failed COMMIT; the file that was written does.
  private static func systemError(of handle: OpaquePointer?, _ code: Int32) -> Int32 {
    guard [.inputOutput, .cannotOpen].contains(ResultCode(rawValue: code).primary) else { return 0 }
    let kept = sqlite3_system_errno(handle)
    guard kept == 0, let handle else { return kept }
    return systemErrorOfFiles(of: handle)
  }

  /// Returns the number of the newest failure from the files of a connection; 0 if there was none.
  private static func systemErrorOfFiles(of handle: OpaquePointer) -> Int32 {
    [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER].lazy
      .compactMap { OpenFile($0, of: handle)?.systemError }.first { $0 != 0 } ?? 0
  }

  /// Returns the file of a connection, if the code is about the disk or the file itself.
  private static func file(of handle: OpaquePointer?, _ code: Int32) -> String? {
    let isOfFile = [.inputOutput, .full, .corrupt, .notADatabase, .cannotOpen]
      .contains(ResultCode(rawValue: code).primary)
    guard isOfFile, let handle, let name = sqlite3_db_filename(handle, "main") else { return nil }
    let path = String(cString: name)
    // A database in memory has no path, and a copy no name.
    return path.hasPrefix("/") && FileStatus(path) != nil ? path : nil
  }
}

/// A result code of SQLite: a primary code, or a more specific extended one.
///
/// Codes that this program does not know keep their number, so that the message loses nothing. The
/// numbers are those of SQLite's page "Result and Error Codes" (rescode.html).
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number from SQLite, extended if there is an extended one.
  public let rawValue: Int32

  /// Creates a code from any number, including unlisted ones.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension, such as `SQLITE_IOERR` for `SQLITE_IOERR_FSYNC`.
  ///
  /// "The lower 8 bits of an extended result code are the primary code" (rescode.html).
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }
}

extension ResultCode {
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let auth = ResultCode(rawValue: SQLITE_AUTH)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let lockProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
  /// SQLite could open a file beside the database only for reading: `SQLITE_READONLY_CANTINIT`.
  package static let readOnlyFile = ResultCode(rawValue: SQLITE_READONLY | 5 << 8)
  package static let range = ResultCode(rawValue: SQLITE_RANGE)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's name of the primary code, and the number, as in `SQLITE_BUSY (261)`.
  public var description: String {
    guard let name = Self.names[primary.rawValue] else { return "SQLite \(rawValue)" }
    return "\(name) (\(rawValue))"
  }

  private static let names: [Int32: String] = [
    SQLITE_OK: "SQLITE_OK", SQLITE_ERROR: "SQLITE_ERROR", SQLITE_INTERNAL: "SQLITE_INTERNAL",
    SQLITE_PERM: "SQLITE_PERM", SQLITE_ABORT: "SQLITE_ABORT", SQLITE_BUSY: "SQLITE_BUSY",
    SQLITE_LOCKED: "SQLITE_LOCKED", SQLITE_NOMEM: "SQLITE_NOMEM",
    SQLITE_READONLY: "SQLITE_READONLY", SQLITE_INTERRUPT: "SQLITE_INTERRUPT",
    SQLITE_IOERR: "SQLITE_IOERR", SQLITE_CORRUPT: "SQLITE_CORRUPT",
    SQLITE_NOTFOUND: "SQLITE_NOTFOUND", SQLITE_FULL: "SQLITE_FULL",
    SQLITE_CANTOPEN: "SQLITE_CANTOPEN", SQLITE_PROTOCOL: "SQLITE_PROTOCOL",
    SQLITE_SCHEMA: "SQLITE_SCHEMA", SQLITE_TOOBIG: "SQLITE_TOOBIG",
    SQLITE_CONSTRAINT: "SQLITE_CONSTRAINT", SQLITE_MISMATCH: "SQLITE_MISMATCH",
    SQLITE_MISUSE: "SQLITE_MISUSE", SQLITE_NOLFS: "SQLITE_NOLFS", SQLITE_AUTH: "SQLITE_AUTH",
    SQLITE_RANGE: "SQLITE_RANGE", SQLITE_NOTADB: "SQLITE_NOTADB", SQLITE_ROW: "SQLITE_ROW",
    SQLITE_DONE: "SQLITE_DONE",
  ]
}
