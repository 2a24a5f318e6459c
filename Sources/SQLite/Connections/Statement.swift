import CSQLite

/// One prepared statement: prepared in its init, finalized in its deinit, reused in between.
///
///     try insert.bind(12, "Tempo run").run()
///     while try select.step() { print(select.int(0), select.text(1)) }
///
/// Parameters count from 1 and columns from 0, as in SQLite.
package final class Statement {
  package let pointer: OpaquePointer
  package let handle: Handle

  /// The text as it was prepared, `?` and all.
  package let sql: String

  /// Prepares `sql`, which holds one statement; what follows it is not looked at.
  ///
  /// - Parameters:
  ///   - sql: the statement.
  ///   - handle: the connection that it belongs to.
  ///   - isKept: a hint that the statement will be reused many times.
  /// - Throws: what SQLite said, with the SQL.
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

  /// Prepares the first of the statements that `text` holds, in UTF-8.
  ///
  /// - Returns: the statement, or `nil` if the text begins with a comment or a semicolon only;
  ///   and how many bytes of the text are done with.
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

  /// Goes on to the next row.
  ///
  /// - Returns: whether there is one. After `false`, and after a throw, the statement is reset
  ///   and can be bound and stepped anew.
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

  /// Runs to the end, dropping rows, and resets.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// What `read` makes of the first row, or `nil` if there is none; the rest is dropped.
  package func first<Value>(_ read: (Statement) -> Value) throws(DatabaseError) -> Value? {
    guard try step() else { return nil }
    let value = read(self)
    reset()
    return value
  }

  /// Ends a use before its last row, so that no lock or snapshot stays behind.
  ///
  /// The bound values stay. `sqlite3_reset` repeats the error of the last step, which was thrown
  /// already: "sqlite3_reset(S) returns an appropriate error code" (reset.html).
  package func reset() { sqlite3_reset(pointer) }

  /// The error of the call that just gave `code`.
  package func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(code, on: handle.pointer, sql: sql)
  }
}

@available(*, unavailable)
extension Statement: Sendable {}
