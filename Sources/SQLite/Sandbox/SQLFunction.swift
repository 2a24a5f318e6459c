import CSQLite

/// An additional function that SQL can call.
package struct SQLFunction {
  /// An error in the arguments of a call, in words for the user.
  package struct Failure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  package let name: String

  package let arguments: Int

  package typealias Body = ([SQLValue]) throws -> SQLValue

  /// The implementation: the same arguments always give the same result, so that SQLite may call it
  /// only once.
  ///
  /// It may read the log through another connection. If it captured a statement of the query's own
  /// connection, that connection would stay open forever.
  package let body: Body

  package init(
    _ name: String, arguments: Int, _ body: @escaping Body
  ) {
    self.name = name
    self.arguments = arguments
    self.body = body
  }
}

extension Connection {
  /// Adds `function` for statements; a schema cannot call it ("DIRECTONLY", c_deterministic.html).
  package func add(_ function: SQLFunction) throws(DatabaseError) {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC
    // "The destructor is also invoked if the call to sqlite3_create_function_v2() fails"
    // (create_function.html), so the box is always released.
    try handle.check(
      sqlite3_create_function_v2(
        handle.pointer, function.name, Int32(function.arguments), flags,
        Unmanaged.passRetained(Box(function.body)).toOpaque(),
        { context, count, values in
          guard let box = sqlite3_user_data(context) else { return }
          let body = Unmanaged<Box<SQLFunction.Body>>.fromOpaque(box).takeUnretainedValue().body
          let arguments = (0..<Int(count)).map { SQLValue(values?[$0]) }
          do {
            try body(arguments).answer(to: context)
          } catch {
            let words = (error as? SQLFunction.Failure)?.message ?? "\(error)"
            sqlite3_result_error(context, words, -1)
          }
        }, nil, nil,
        { box in if let box { Unmanaged<Box<SQLFunction.Body>>.fromOpaque(box).release() } }))
  }
}

/// Holds a closure for C.
final class Box<Body> {
  let body: Body
  init(_ body: Body) { self.body = body }
}

extension SQLValue {
  fileprivate init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
      self = .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: self = .null
    }
  }

  fileprivate func answer(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(
            context, $0.baseAddress, UInt64($0.count), csqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      if value.isEmpty { return sqlite3_result_zeroblob(context, 0) }
      sqlite3_result_blob64(context, value, UInt64(value.count), csqlite_transient())
    }
  }
}

/// A value in SQL.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}
