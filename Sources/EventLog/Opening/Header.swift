import CSQLite
import SQLite

/// The first 100 bytes of a database file, read through SQLite's own file handle.
///
/// This is the only look at a file that takes no lock, rolls no journal back and makes no file
/// beside it, so whatever is not ours is left exactly as it was. Offsets: fileformat2.html,
/// "The Database Header".
struct Header {
  private let bytes: [UInt8]

  /// How long the file is.
  let fileSize: Int

  static let size = 100

  /// Reads the header of the file that `connection` has open.
  init(of connection: Connection) throws(DatabaseError) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    // "SQLITE_FCNTL_FILE_POINTER … is used to obtain a pointer to the sqlite3_file object
    // associated with a particular database connection" (c_fcntl_begin_atomic_write.html).
    try connection.handle.check(
      sqlite3_file_control(
        connection.handle.pointer, "main", SQLITE_FCNTL_FILE_POINTER, &pointer))
    guard let pointer, let methods = pointer.pointee.pMethods?.pointee,
      let read = methods.xRead, let measure = methods.xFileSize
    else { throw DatabaseError(code: .cannotOpen, message: "no file") }

    var bytes = [UInt8](repeating: 0, count: Self.size)
    let code = read(pointer, &bytes, Int32(Self.size), 0)
    var size: sqlite3_int64 = 0
    let measured = measure(pointer, &size)
    // "If xRead() returns SQLITE_IOERR_SHORT_READ it must also fill in the unread portions of the
    // buffer with zeros" (io_methods.html).
    let shortRead = SQLITE_IOERR | (2 << 8)
    guard code == SQLITE_OK || code == shortRead else { throw DatabaseError(code, on: nil) }
    guard measured == SQLITE_OK else { throw DatabaseError(measured, on: nil) }
    self.bytes = bytes
    fileSize = Int(size)
  }

  /// Whether the file begins as a database does.
  var isDatabase: Bool { bytes.starts(with: "SQLite format 3\u{0}".utf8) }

  /// The size of a page in bytes: the value 1 stands for 65,536.
  var pageSize: Int {
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  /// How many pages the file should have, as of the last checkpoint.
  var pages: Int { Int(number(at: 28)) }

  /// Whether the file is in write-ahead mode.
  var isWriteAhead: Bool { bytes[18] == 2 && bytes[19] == 2 }

  /// The `user_version` as of the last checkpoint; what is in the write-ahead log may be newer.
  var userVersion: Int32 { Int32(bitPattern: number(at: 60)) }

  /// The number that names the program.
  var applicationID: UInt32 { number(at: 68) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
