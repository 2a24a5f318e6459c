import SQLite
import Text

/// The value of a column of a table.
enum ColumnValue {
  case number(Int64?)
  case text(String?)

  static func number(_ number: Int?) -> ColumnValue { .number(number.map(Int64.init)) }
  static func span(_ span: Duration?) -> ColumnValue { .number(span?.nanoseconds) }
  static func moment(_ moment: Moment?) -> ColumnValue { .number(moment?.nanosecondsSince1970) }
  static func flag(_ flag: Bool) -> ColumnValue { .number(flag ? 1 : 0 as Int64) }

  /// Whether another value is the same for SQL, which compares the bytes of texts: Swift's `==`
  /// ignores the Unicode form.
  func isSame(as other: ColumnValue) -> Bool {
    switch (self, other) {
    case (.number(let number), .number(let other)): number == other
    case (.text(let text), .text(let other)): text.hasSameBytes(as: other)
    case (.number, .text), (.text, .number): false
    }
  }
}

extension String? {
  /// Whether both have the same bytes, or there is neither.
  func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.utf8.elementsEqual(other.utf8)
  }
}

extension Statement {
  /// Binds the value to the parameter with an index, from 1.
  func bind(_ value: ColumnValue, at index: Int) throws(DatabaseError) {
    switch value {
    case .number(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    }
  }

  /// Whether a column of the current row has the value; texts are compared by their bytes.
  func has(_ value: ColumnValue, at column: Int) -> Bool {
    switch value {
    case .number(let number): return optionalInt(column) == number
    case .text(nil): return isNull(column)
    case .text(var text?):
      return !isNull(column)
        && withText(column) { stored in text.withUTF8 { $0.elementsEqual(stored) } }
    }
  }
}
