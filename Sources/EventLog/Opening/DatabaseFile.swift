import CSQLite
import SQLite

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

  func fileSize() throws(DatabaseError) -> Int {
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

  /// Reads the database file in chunks, like `bytes(_:at:)`.
  func forEachChunk(
    upTo size: Int, _ body: (ArraySlice<UInt8>, Int) throws -> Void
  ) throws {
    var offset = 0
    while offset < size {
      let chunk = try bytes(min(size - offset, 65_536), at: offset)
      try body(chunk[...], offset)
      offset += chunk.count
    }
  }

  /// Runs a body with the shared lock of the database file; returns nil, without calling it, if
  /// another process excludes all others.
  ///
  /// The connection must be in no transaction.
  func whileSharing<Value: ~Copyable>(
    _ body: () throws -> Value?
  ) throws -> Value? {
    let file = try file()
    guard let lock = file.methods.xLock, let unlock = file.methods.xUnlock else { return nil }
    let code = lock(file.pointer, SQLITE_LOCK_SHARED)
    if code == SQLITE_BUSY { return nil }
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle.pointer) }
    defer { _ = unlock(file.pointer, SQLITE_LOCK_NONE) }
    return try body()
  }
}
