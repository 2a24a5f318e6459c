import CSQLite

/// What SQLite said when it refused or failed: its code, its words and the SQL.
///
/// Values bound to the statement are never part of it: they are the user's.
public struct DatabaseError: Error, Hashable, Sendable {
  /// SQLite's code, extended where it has an extended one.
  public let code: ResultCode

  /// SQLite's words, in English.
  public let message: String

  /// The statement that failed, with `?` where values were bound; `nil` if none was involved.
  public let sql: String?

  /// The `errno` behind an input/output error or a file that cannot be opened; 0 otherwise.
  public let systemError: Int32

  /// Holds what SQLite said.
  public init(code: ResultCode, message: String, sql: String? = nil, systemError: Int32 = 0) {
    self.code = code
    self.message = message
    self.sql = sql
    self.systemError = systemError
  }
}

extension DatabaseError {
  /// Whether another connection kept the lock past the timeout: nothing is wrong, try again.
  ///
  /// `SQLITE_PROTOCOL` is among them: in write-ahead mode it is a race for a lock that was lost
  /// too often (rescode.html#protocol).
  public var isBusy: Bool { [.busy, .locked, .lockProtocol].contains(code.primary) }

  /// Whether the file is damaged, or is no database at all.
  public var isDamage: Bool { [.corrupt, .notADatabase].contains(code.primary) }
}

extension DatabaseError: CustomStringConvertible {
  /// The words, the code and the SQL on one line.
  public var description: String {
    let what = "\(message) [\(code)]"
    guard let sql else { return what }
    return "\(what) in: \(sql)"
  }
}

extension DatabaseError {
  /// Reads the error of the call that just failed on `handle`.
  ///
  /// The words of `sqlite3_errmsg` belong to the newest call on the connection, so they are taken
  /// only if that call gave this very code; otherwise they may be about something else
  /// (errcode.html).
  init(_ code: Int32, on handle: OpaquePointer?, sql: String? = nil) {
    let words =
      handle != nil && sqlite3_extended_errcode(handle) == code
      ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    self.init(
      code: ResultCode(rawValue: code),
      message: words.map { String(cString: $0) } ?? "unknown error", sql: sql,
      systemError: Self.hasSystemError(code) ? sqlite3_system_errno(handle) : 0)
  }

  /// "The operating system error code … that caused the most recent I/O error or failure to open
  /// a file" (system_errno.html): kept for these two only.
  private static func hasSystemError(_ code: Int32) -> Bool {
    [.inputOutput, .cannotOpen].contains(ResultCode(rawValue: code).primary)
  }
}
