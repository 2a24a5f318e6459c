import CSQLite
import Glibc

/// The pages of a database in memory.
///
/// A connection can read an image instead of a file. SQLite does not count the memory of an image.
package struct DatabaseImage: ~Copyable {
  private var start: UnsafeMutableRawPointer

  /// The size in bytes.
  package private(set) var count: Int

  /// Creates an image of zeros.
  ///
  /// - Throws: `SQLITE_NOMEM` if there is not enough memory.
  package init(count: Int) throws(DatabaseError) {
    guard count >= 0, let start = calloc(max(count, 1), 1) else {
      throw DatabaseError(code: .noMemory, message: "out of memory")
    }
    self.start = start
    self.count = count
  }

  deinit { free(start) }

  /// Changes the size; new bytes are zeros.
  ///
  /// - Throws: `SQLITE_NOMEM` if there is not enough memory; the image is unchanged.
  package mutating func resize(to count: Int) throws(DatabaseError) {
    guard count >= 0, let start = realloc(start, max(count, 1)) else {
      throw DatabaseError(code: .noMemory, message: "out of memory")
    }
    if count > self.count { memset(start + self.count, 0, count - self.count) }
    (self.start, self.count) = (start, count)
  }

  /// The bytes, which are valid until the size changes.
  package var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: start, count: count)
  }
}

extension Handle {
  /// Opens an image for reading.
  ///
  /// "The deserialized database should not be in WAL mode. If the database is in WAL mode, then any
  /// attempt to use the database file will result in an SQLITE_CANTOPEN error. The application can
  /// set the file format version numbers (bytes 18 and 19) of the input database P to 0x01 prior to
  /// invoking sqlite3_deserialize(D,S,P,N,M,F) to force the database file into rollback mode"
  /// (deserialize.html).
  convenience init(
    image: consuming DatabaseImage, busyHandler: BusyHandler
  ) throws(DatabaseError) {
    let bytes = image.bytes
    if bytes.count > 19 { (bytes[18], bytes[19]) = (1, 1) }
    try self.init(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, vfs: nil,
      busyHandler: busyHandler, image: image)
    // Without SQLITE_DESERIALIZE_FREEONCLOSE, the memory remains that of the image.
    try check(
      sqlite3_deserialize(
        pointer, "main", bytes.bindMemory(to: UInt8.self).baseAddress, sqlite3_int64(bytes.count),
        sqlite3_int64(bytes.count), UInt32(SQLITE_DESERIALIZE_READONLY)))
  }
}
