import CSQLite

/// The columns of the row that `step` arrived at, counted from 0.
///
/// A column of another type than asked for is converted as SQLite does (column_blob.html);
/// `kind(_:)` tells the type, if asked first.
extension Statement {
  /// The five types that a value in SQLite can have.
  package enum ValueKind { case integer, real, text, blob, null }

  /// How many columns a row has.
  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// The name of a column: the word after AS, or what SQLite makes up.
  package func name(_ column: Int) -> String {
    sqlite3_column_name(pointer, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// The type of a value as it is stored.
  package func kind(_ column: Int) -> ValueKind {
    switch sqlite3_column_type(pointer, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether a value is NULL.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
  }

  /// An integer; 0 for NULL.
  package func int(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

  /// An integer, or `nil` for NULL.
  package func optionalInt(_ column: Int) -> Int64? { isNull(column) ? nil : int(column) }

  /// A floating-point number; 0 for NULL.
  package func real(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

  /// A text; empty for NULL.
  ///
  /// Bytes that are no UTF-8 become U+FFFD: `withText` has them whole.
  package func text(_ column: Int) -> String {
    withText(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// A text, or `nil` for NULL.
  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// A blob; empty for NULL.
  package func bytes(_ column: Int) -> [UInt8] {
    withBlob(column) { [UInt8]($0) }
  }

  /// Reads a blob in place; the buffer is good inside `read` only.
  package func withBlob<Value, Failure>(
    _ column: Int, _ read: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // First the value, then its length, as column_blob.html asks: the first may convert it.
    let start = sqlite3_column_blob(pointer, Int32(column))
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return try read(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Reads the UTF-8 of a text in place; the buffer is good inside `read` only.
  package func withText<Value, Failure>(
    _ column: Int, _ read: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = sqlite3_column_text(pointer, Int32(column))
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return try read(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
