/// The row that a query is at, with its values as they are stored; good until the next one.
package struct QueryRow: ~Copyable {
  private let statement: Statement

  /// How many columns there are.
  package let count: Int

  package init(_ statement: Statement) {
    self.statement = statement
    count = statement.columnCount
  }

  /// The types of values.
  package enum Kind: Sendable { case integer, real, text, blob, null }

  /// The type of the value in a column, counted from 0.
  package func kind(_ column: Int) -> Kind {
    switch statement.kind(column) {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    case .null: .null
    }
  }

  /// An integer.
  package func integer(_ column: Int) -> Int64 { statement.int(column) }

  /// A floating-point number, an infinite one perhaps; SQLite keeps no NaN.
  package func real(_ column: Int) -> Double { statement.real(column) }

  /// The bytes of a text, in place; they may be no valid UTF-8.
  package func withText<Value>(
    _ column: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value { statement.withText(column, read) }

  /// The bytes of a blob, in place.
  package func withBlob<Value>(
    _ column: Int, _ read: (UnsafeRawBufferPointer) -> Value
  ) -> Value { statement.withBlob(column, read) }

  /// A copy of the value, whatever it is.
  package func value(_ column: Int) -> SQLValue {
    switch kind(column) {
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(statement.text(column))
    case .blob: .blob(statement.bytes(column))
    case .null: .null
    }
  }
}
