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
