import EventLog
import Racing
import SQLite
import Text
import Timing

/// A row of a table of races; `RaceTableColumns` has the columns of each table.
protocol RaceTableRow {
  static var table: RaceTable { get }
  /// Its key within its session.
  var key: RaceRowKey { get }
  /// Returns the key of a row of a statement that selects all columns.
  static func key(of statement: Statement) -> RaceRowKey
  /// Gives the values of its columns, after that of the session, in the order of the table.
  func give(to values: inout some RowValues) throws(DatabaseError)
}

struct RaceTable {
  let name: String
  /// The columns of the key after the session, as its rows are ordered.
  let order: String
  fileprivate let key: [KeyColumn]
  fileprivate let insert: String
  fileprivate let select: String
  fileprivate let delete: String
  /// The rows with a bib.
  let selectBib: String

  enum KeyColumn {
    case text(String)
    case stream
    case event

    var name: String {
      switch self {
      case .text(let name): name
      case .stream: "stream"
      case .event: "event"
      }
    }
  }

  init(_ name: String, columns: Int, key: [KeyColumn]) {
    self.name = name
    self.key = key
    // One crossing of a process needs two tables: `joined` would take a twentieth of its time.
    var (order, condition, values) = ("", "session = ?", "?")
    for column in key {
      order += (order.isEmpty ? "" : ", ") + column.name
      condition += " AND " + column.name + " IS ?"
    }
    for _ in 1..<columns { values += ", ?" }
    self.order = order
    insert = "INSERT OR REPLACE INTO " + name + " VALUES (" + values + ")"
    select = "SELECT * FROM " + name + " WHERE session = ? ORDER BY " + order
    delete = "DELETE FROM " + name + " WHERE " + condition
    // Without the hint, SQLite reads all crossings of the session, in the order of the key.
    selectBib = "SELECT * FROM " + name + " WHERE session = ? AND unlikely(bib IS ?)"
  }
}

/// The key of a row within its session; rows are in the order of their keys.
struct RaceRowKey: Comparable, Hashable {
  /// The text of the key; nil comes first.
  var text: String?
  /// The session of an event.
  var stream: Int64?
  /// The number of an event.
  var number: Int64?

  static func < (left: RaceRowKey, right: RaceRowKey) -> Bool {
    switch (left.text, right.text) {
    case (nil, _?): return true
    case (_?, nil): return false
    case (let one?, let two?):
      if one.utf8.lexicographicallyPrecedes(two.utf8) { return true }
      if two.utf8.lexicographicallyPrecedes(one.utf8) { return false }
    case (nil, nil): break
    }
    return (left.stream ?? .min, left.number ?? .min)
      < (right.stream ?? .min, right.number ?? .min)
  }

  static func == (left: RaceRowKey, right: RaceRowKey) -> Bool {
    left.number == right.number && left.stream == right.stream
      && left.text.hasSameBytes(as: right.text)
  }
}

/// Takes the values of a row, one column after the other.
protocol RowValues {
  mutating func take(_ number: Int64?) throws(DatabaseError)
  mutating func take(_ text: String?) throws(DatabaseError)
}

extension RowValues {
  mutating func take(_ number: Int?) throws(DatabaseError) { try take(number.map(Int64.init)) }
  mutating func take(_ span: Duration?) throws(DatabaseError) { try take(span?.nanoseconds) }
  mutating func take(_ moment: Moment?) throws(DatabaseError) {
    try take(moment?.nanosecondsSince1970)
  }
  mutating func take(_ bool: Bool) throws(DatabaseError) { try take(Int64(bool ? 1 : 0)) }
}

private struct BoundValues: RowValues {
  let statement: Statement
  private var index = 0

  init(_ statement: Statement) { self.statement = statement }

  mutating func take(_ number: Int64?) throws(DatabaseError) {
    index += 1
    try statement.bind(number, at: index)
  }

  mutating func take(_ text: String?) throws(DatabaseError) {
    index += 1
    try statement.bind(text, at: index)
  }
}

private struct ComparedValues: RowValues {
  let statement: Statement
  private var column = 0
  private(set) var areSame = true

  init(_ statement: Statement) { self.statement = statement }

  mutating func take(_ number: Int64?) {
    column += 1
    guard areSame else { return }
    areSame = statement.optionalInt(column) == number
  }

  mutating func take(_ text: String?) {
    column += 1
    guard areSame else { return }
    guard var text else {
      areSame = statement.isNull(column)
      return
    }
    areSame =
      !statement.isNull(column)
      && statement.withText(column) { stored in
        text.withUTF8 { $0.elementsEqual(stored) }
      }
  }
}

extension RaceTableRow {
  /// Writes the row, also in place of a former one.
  func write(_ session: Int, to connection: Connection) throws(DatabaseError) {
    let statement = try connection.cached(Self.table.insert)
    var values = BoundValues(statement)
    try values.take(session)
    try give(to: &values)
    try statement.run()
  }

  /// Whether it is the current row of a statement that selects all columns.
  private func isRow(of statement: Statement) throws(DatabaseError) -> Bool {
    var values = ComparedValues(statement)
    try give(to: &values)
    return values.areSame
  }

  /// Makes the rows of a session equal to these; rows that stay the same are not written.
  ///
  /// - Complexity: O(n log n) in the rows.
  static func replace(
    with rows: [Self], of session: Int, in connection: Connection
  ) throws(DatabaseError) {
    // Only the keys are moved.
    let sorted = rows.indices.map { (key: rows[$0].key, index: $0) }.sorted { $0.key < $1.key }
    try replace(withCount: sorted.count, of: session, in: connection) {
      sorted[$0].key
    } row: {
      rows[sorted[$0].index]
    }
  }

  /// Makes the rows of a session equal to others; rows that stay the same are not written.
  ///
  /// - Complexity: O(n) in the rows, and O(n log n) in those that differ.
  static func replace(
    withCount count: Int, of session: Int, in connection: Connection,
    key: (Int) -> RaceRowKey, row: (Int) -> Self
  ) throws(DatabaseError) {
    // Rows are written after all were compared.
    var changed: [Int] = []
    var deleted: [RaceRowKey] = []
    var next = 0
    var nextKey = count > 0 ? key(0) : nil
    func advance() {
      next += 1
      nextKey = next < count ? key(next) : nil
    }
    let stored = try connection.cached(table.select).bind(session)
    defer { stored.reset() }
    while try stored.step() {
      let storedKey = self.key(of: stored)
      while let key = nextKey, key < storedKey {
        changed.append(next)
        advance()
      }
      if let key = nextKey, key == storedKey {
        if try !row(next).isRow(of: stored) { changed.append(next) }
        advance()
      } else {
        deleted.append(storedKey)
      }
    }
    changed += next..<count
    for key in deleted { try delete(key, of: session, in: connection) }
    for number in changed { try row(number).write(session, to: connection) }
  }

  /// Whether these are the rows of a session, in the order of their keys.
  static func areStored(
    _ rows: [Self], of session: Int, in connection: Connection
  ) throws(DatabaseError) -> Bool {
    let stored = try connection.cached(table.select).bind(session)
    defer { stored.reset() }
    var count = 0
    while try stored.step() {
      guard count < rows.count, try rows[count].isRow(of: stored) else { return false }
      count += 1
    }
    return count == rows.count
  }

  /// Makes the rows of a session with some bibs equal to these; rows that stay the same are not
  /// written.
  ///
  /// - Complexity: O(k log n) in these rows.
  static func replace(
    with rows: [Self], of bibs: [String?], _ session: Int, in connection: Connection
  ) throws(DatabaseError) {
    // A damaged table may have two rows of a key.
    var missing = Dictionary(rows.indices.map { (rows[$0].key, $0) }) { first, _ in first }
    var deleted: [RaceRowKey] = []
    for bib in bibs {
      let stored = try connection.cached(table.selectBib).bind(session, bib)
      defer { stored.reset() }
      while try stored.step() {
        let key = self.key(of: stored)
        guard let index = missing[key] else {
          deleted.append(key)
          continue
        }
        if try rows[index].isRow(of: stored) { missing[key] = nil }
      }
    }
    for key in deleted { try delete(key, of: session, in: connection) }
    for index in missing.values.sorted() { try rows[index].write(session, to: connection) }
  }

  static func delete(
    _ key: RaceRowKey, of session: Int, in connection: Connection
  ) throws(DatabaseError) {
    let statement = try connection.cached(table.delete)
    var values = BoundValues(statement)
    try values.take(session)
    for column in table.key {
      switch column {
      case .text: try values.take(key.text)
      case .stream: try values.take(key.stream)
      case .event: try values.take(key.number)
      }
    }
    try statement.run()
  }
}
