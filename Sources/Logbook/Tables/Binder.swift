import SQLite
import Text

/// Binds the parameters of a statement in order.
struct Binder {
  private let statement: Statement
  private var index = 0

  init(_ statement: Statement) {
    self.statement = statement
  }

  mutating func bind(_ value: some Bindable) throws(DatabaseError) {
    index += 1
    try statement.bind(value, at: index)
  }

  mutating func bind(_ number: Int64?) throws(DatabaseError) {
    index += 1
    try statement.bind(number, at: index)
  }

  mutating func bind(_ text: String?) throws(DatabaseError) {
    index += 1
    try statement.bind(text, at: index)
  }

  mutating func bind(_ number: Int) throws(DatabaseError) { try bind(Int64(number)) }

  mutating func bind(_ span: Duration?) throws(DatabaseError) {
    try bind(span?.nanoseconds)
  }

  mutating func bind(_ moment: Moment?) throws(DatabaseError) {
    try bind(moment?.nanosecondsSince1970)
  }
}
