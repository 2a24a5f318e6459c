import CSQLite

/// A prepared statement: prepared in its init, reused, and finalized in its deinit.
///
///     try insert.bind(12, "Tempo run").run()
///     while try select.step() { print(select.int(0), select.text(1)) }
///
/// Parameters count from 1 and columns from 0, as in SQLite.
package final class Statement {
  package let pointer: OpaquePointer
  package let handle: Handle

  /// The SQL as prepared, with `?` for parameters.
  package let sql: String

  /// Prepares the first statement of `sql`; any further text is ignored.
  package init(_ sql: String, on handle: Handle, isKept: Bool = false) throws(DatabaseError) {
    var prepared: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(handle.pointer, sql, -1, flags, &prepared, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle.pointer, sql: sql) }
    guard let prepared else {
      // "If the input text contains no SQL (if the input is an empty string or a comment) then
      // *ppStmt is set to NULL" (prepare.html).
      throw DatabaseError(code: .misuse, message: "no statement", sql: sql)
    }
    pointer = prepared
    self.handle = handle
    self.sql = sql
  }

  private init(pointer: OpaquePointer, handle: Handle) {
    self.pointer = pointer
    self.handle = handle
    sql = sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
  }

  /// Prepares the first of the statements in `text`, which is UTF-8, and returns the number of
  /// bytes consumed; there is no statement if the text begins with only a comment or a semicolon.
  package static func first(
    in text: Slice<UnsafeBufferPointer<UInt8>>, on handle: Handle
  ) throws(DatabaseError) -> (Statement?, length: Int) {
    var prepared: OpaquePointer?
    var length = text.count
    let code = UnsafeBufferPointer(rebasing: text).withMemoryRebound(to: CChar.self) { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(
        handle.pointer, text.baseAddress, Int32(clamping: text.count), 0, &prepared, &tail)
      if let start = text.baseAddress, let tail { length = tail - start }
      return code
    }
    guard code == SQLITE_OK else {
      let sql = String(decoding: text, as: UTF8.self)
      throw DatabaseError(code, on: handle.pointer, sql: sql)
    }
    return (prepared.map { Statement(pointer: $0, handle: handle) }, max(length, 1))
  }

  deinit { sqlite3_finalize(pointer) }

  /// Advances to the next row, and returns whether there is one.
  ///
  /// After `false`, and after a throw, the statement is reset and can be bound and stepped again.
  package func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      sqlite3_reset(pointer)
      return false
    }
    let error = failure(code)
    sqlite3_reset(pointer)
    throw error
  }

  /// Runs to the end, ignores rows, and resets.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Returns the value of `read` for the first row, or `nil` if there is none; ignores the other
  /// rows.
  package func first<Value>(_ read: (Statement) -> Value) throws(DatabaseError) -> Value? {
    guard try step() else { return nil }
    let value = read(self)
    reset()
    return value
  }

  /// Returns the values of `read` for all rows, in order.
  package func all<Value>(_ read: (Statement) -> Value) throws(DatabaseError) -> [Value] {
    var values: [Value] = []
    while try step() { values.append(read(self)) }
    return values
  }

  /// Ends a use before its last row, so that no lock or snapshot remains.
  ///
  /// The bound values stay. `sqlite3_reset` repeats the error of the last step, which was already
  /// thrown: "sqlite3_reset(S) returns an appropriate error code" (reset.html).
  package func reset() { sqlite3_reset(pointer) }

  /// Returns the error of the call that just returned `code`.
  package func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(code, on: handle.pointer, sql: sql)
  }
}

/// The columns of the current row, counted from 0.
///
/// If a column has another type than the one requested, SQLite converts it (column_blob.html).
/// `kind(_:)` returns the original type if called first.
extension Statement {
  /// The five types of values in SQLite.
  package enum ValueKind { case integer, real, text, blob, null }

  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// Returns the name of a column: the word after AS, or one chosen by SQLite.
  package func name(_ column: Int) -> String {
    sqlite3_column_name(pointer, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// Returns the type of a value as stored.
  package func kind(_ column: Int) -> ValueKind {
    switch sqlite3_column_type(pointer, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
  }

  /// Returns an integer; 0 for NULL.
  package func int(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

  package func optionalInt(_ column: Int) -> Int64? { isNull(column) ? nil : int(column) }

  /// Returns a floating-point number; 0 for NULL.
  package func real(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

  /// Returns a text; empty for NULL.
  ///
  /// Invalid UTF-8 becomes U+FFFD; `utf8` gives the original bytes.
  package func text(_ column: Int) -> String {
    String(decoding: utf8(column), as: UTF8.self)
  }

  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// Returns a blob; empty for NULL.
  package func bytes(_ column: Int) -> [UInt8] {
    withBlob(column) { [UInt8]($0) }
  }

  /// Returns the UTF-8 of a text in place; it is valid until the next step.
  package func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    // The value before its length, as column_blob.html requires: reading the value may convert it.
    let start = sqlite3_column_text(pointer, Int32(column))
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
  }

  /// Reads a blob in place; the buffer is valid inside `read` only.
  package func withBlob<Value, Failure>(
    _ column: Int, _ read: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // The value before its length, as column_blob.html requires: reading the value may convert it.
    let start = sqlite3_column_blob(pointer, Int32(column))
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return try read(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

/// A value that can be bound to a parameter of a statement.
package protocol Bindable {
  /// Binds itself to the parameter at `index`, counted from 1, and returns SQLite's code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Statement {
  /// Binds the parameters `?1`, `?2`, … in order.
  ///
  /// SQLite copies texts and blobs. Other parameters keep their previous values.
  @discardableResult
  package func bind<each Value: Bindable>(_ values: repeat each Value) throws(DatabaseError)
    -> Statement
  {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      let code = value.bind(to: pointer, at: index)
      if code != SQLITE_OK { throw failure(code) }
    }
    return self
  }

  /// Binds the parameter at `index`, counted from 1.
  package func bind(_ value: some Bindable, at index: Int) throws(DatabaseError) {
    let code = value.bind(to: pointer, at: Int32(truncatingIfNeeded: index))
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds a number or NULL to the parameter at `index`.
  ///
  /// Other modules cannot specialize the generic methods: this one takes a quarter of their time.
  package func bind(_ number: Int64?, at index: Int) throws(DatabaseError) {
    let index = Int32(truncatingIfNeeded: index)
    let code =
      if let number { sqlite3_bind_int64(pointer, index, number) } else {
        sqlite3_bind_null(pointer, index)
      }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds a text or NULL to the parameter at `index`, likewise.
  package func bind(_ text: String?, at index: Int) throws(DatabaseError) {
    let index = Int32(truncatingIfNeeded: index)
    let code = text?.bind(to: pointer, at: index) ?? sqlite3_bind_null(pointer, index)
    if code != SQLITE_OK { throw failure(code) }
  }
}

extension Int64: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension String: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      // As with a blob, a null pointer would bind NULL (bind_blob.html).
      guard bytes.count > 0 else {
        return sqlite3_bind_text(statement, index, "", 0, csqlite_transient())
      }
      return bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, index, $0.baseAddress, UInt64($0.count), csqlite_transient(),
          UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { $0.bind(to: statement, at: index) }
  }
}

extension UnsafeRawBufferPointer: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // "If the third parameter to sqlite3_bind_blob() is a NULL pointer then … the end result is the
    // same as sqlite3_bind_null()" (bind_blob.html), so an empty blob needs another call.
    guard count > 0 else { return sqlite3_bind_zeroblob(statement, index, 0) }
    return sqlite3_bind_blob64(statement, index, baseAddress, UInt64(count), csqlite_transient())
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .some(let value): value.bind(to: statement, at: index)
    case .none: sqlite3_bind_null(statement, index)
    }
  }
}
