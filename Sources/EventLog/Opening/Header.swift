import CSQLite
import SQLite

/// The first 100 bytes of a database file.
///
/// Offsets: fileformat2.html, "The Database Header".
struct Header {
  private let bytes: [UInt8]

  /// The size of the file in bytes.
  let fileSize: Int

  static let size = 100

  /// Reads the header of the file of a connection.
  init(of connection: Connection) throws(DatabaseError) {
    self.init(try connection.bytes(Self.size, at: 0), fileSize: try connection.fileSize())
  }

  /// Creates a header from the first 100 bytes of a file.
  init(_ bytes: [UInt8], fileSize: Int) {
    self.bytes = bytes
    self.fileSize = fileSize
  }

  /// Whether the file begins like an SQLite database.
  var isDatabase: Bool { bytes.starts(with: "SQLite format 3\u{0}".utf8) }

  /// The size of a page in bytes: the value 1 means 65,536.
  var pageSize: Int {
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  /// The number of pages that the file should have, as of the last checkpoint.
  var pages: Int { Int(number(at: 28)) }

  /// The file change counter, which changes with the content of the first page.
  var changeCounter: UInt32 { number(at: 24) }

  /// Whether the file is in write-ahead mode.
  var isWriteAhead: Bool { bytes[18] == 2 && bytes[19] == 2 }

  /// The `user_version` as of the last checkpoint; the write-ahead log may have a newer one.
  var userVersion: Int32 { Int32(bitPattern: number(at: 60)) }

  /// The number that identifies the program.
  var applicationID: UInt32 { number(at: 68) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Connection {
  /// Reads bytes of the database file through SQLite's own file handle; bytes beyond its end are 0.
  ///
  /// No other way to read a file takes no lock, rolls no journal back and creates no file beside
  /// it. So a file of another program stays exactly unchanged.
  func bytes(_ count: Int, at offset: Int) throws(DatabaseError) -> [UInt8] {
    let file = try file()
    var bytes = [UInt8](repeating: 0, count: count)
    let code = file.methods.xRead(file.pointer, &bytes, Int32(count), sqlite3_int64(offset))
    // "If xRead() returns SQLITE_IOERR_SHORT_READ it must also fill in the unread portions of the
    // buffer with zeros" (io_methods.html).
    let shortRead = SQLITE_IOERR | (2 << 8)
    guard code == SQLITE_OK || code == shortRead else {
      throw DatabaseError(code, on: handle.pointer)
    }
    return bytes
  }

  /// Returns the size of the database file in bytes.
  fileprivate func fileSize() throws(DatabaseError) -> Int {
    let file = try file()
    var size: sqlite3_int64 = 0
    let code = file.methods.xFileSize(file.pointer, &size)
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle.pointer) }
    return Int(size)
  }

  /// "SQLITE_FCNTL_FILE_POINTER … is used to obtain a pointer to the sqlite3_file object associated
  /// with a particular database connection" (c_fcntl_begin_atomic_write.html).
  private func file() throws(DatabaseError) -> (
    pointer: UnsafeMutablePointer<sqlite3_file>, methods: sqlite3_io_methods
  ) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    try handle.check(
      sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_FILE_POINTER, &pointer))
    guard let pointer, let methods = pointer.pointee.pMethods?.pointee, methods.xRead != nil,
      methods.xFileSize != nil
    else { throw DatabaseError(code: .cannotOpen, message: "no file") }
    return (pointer, methods)
  }
}
