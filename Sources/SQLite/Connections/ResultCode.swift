import CSQLite

/// An answer of SQLite: a primary code, or an extended one that says more.
///
/// Codes that this program does not know keep their number, so nothing is lost on the way to the
/// message. The numbers are those of SQLite's page "Result and Error Codes" (rescode.html).
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number as SQLite gave it, extended where there is an extended one.
  public let rawValue: Int32

  /// Keeps any number, also one not listed here.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension: for `SQLITE_IOERR_FSYNC` it is `SQLITE_IOERR`.
  ///
  /// "The lower 8 bits of an extended result code are the primary code" (rescode.html).
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }
}

extension ResultCode {
  package static let ok = ResultCode(rawValue: SQLITE_OK)
  package static let row = ResultCode(rawValue: SQLITE_ROW)
  package static let done = ResultCode(rawValue: SQLITE_DONE)

  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let abort = ResultCode(rawValue: SQLITE_ABORT)
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
  package static let range = ResultCode(rawValue: SQLITE_RANGE)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's own name of the primary code and the number, as in `SQLITE_BUSY (261)`.
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
