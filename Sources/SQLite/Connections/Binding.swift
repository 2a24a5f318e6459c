import CSQLite

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
