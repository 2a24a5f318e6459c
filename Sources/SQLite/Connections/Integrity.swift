import CSQLite

extension Connection {
  /// Looks whether the structure of the file is sound.
  ///
  /// A page that could not be read is to SQLite a finding among others ("unable to get the page"),
  /// with the pragma answering as if all went well. So before a file is called damaged all of it is
  /// read once more, and looked at again.
  ///
  /// - Parameter pragma: `integrity_check` or `quick_check`, with the number of findings wanted.
  /// - Returns: what is wrong with it in SQLite's words; nothing if it is sound.
  /// - Throws: `DatabaseError`, an input/output error among them.
  package func structuralFlaws(_ pragma: String) throws(DatabaseError) -> [String] {
    if try words(ofCheck: pragma).isEmpty { return [] }
    for file in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] { try readWhole(file) }
    return try words(ofCheck: pragma)
  }

  private func words(ofCheck pragma: String) throws(DatabaseError) -> [String] {
    let statement = try prepare("PRAGMA \(pragma)")
    var words: [String] = []
    while try statement.step() {
      // Several may be in one row, below a line that names the database.
      words += statement.text(0).split(separator: "\n").map(String.init).filter {
        !$0.hasPrefix("*** in database ")
      }
    }
    // "If the integrity_check pragma finds no errors, a single row with the value 'ok' is returned"
    // (pragma.html#pragma_integrity_check).
    return words == ["ok"] ? [] : words
  }

  /// Reads one of the files of the database to its end, for the errors that this brings to light.
  private func readWhole(_ which: Int32) throws(DatabaseError) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    try handle.check(sqlite3_file_control(handle.pointer, "main", which, &pointer))
    // A file that was not opened has no methods.
    guard let pointer, let methods = pointer.pointee.pMethods?.pointee else { return }
    var size: sqlite3_int64 = 0
    var code = methods.xFileSize(pointer, &size)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var offset: sqlite3_int64 = 0
    while code == SQLITE_OK, offset < size {
      code = methods.xRead(pointer, &chunk, Int32(min(size - offset, 65_536)), offset)
      offset += 65_536
    }
    // Someone may have made it shorter meanwhile: "SQLITE_IOERR_SHORT_READ" (io_methods.html).
    if code != SQLITE_OK, code != SQLITE_IOERR | 2 << 8 {
      throw DatabaseError(code, on: handle.pointer)
    }
  }
}
