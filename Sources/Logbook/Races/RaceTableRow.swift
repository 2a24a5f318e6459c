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
  /// The values of its columns, after that of the session, in the order of the table.
  var values: [ColumnValue] { get }
  /// Reads the row of a statement that selects all columns; nil if no race has such a row.
  init?(of statement: Statement) throws
}

struct RaceTable {
  let name: String
  /// The columns of the key after the session, as its rows are ordered.
  let order: String
  /// The columns of the key after the session: a text, or `stream` and `event`.
  fileprivate let key: [String]
  fileprivate let insert: String
  /// The rows of a session.
  let select: String
  fileprivate let selectKey: String
  fileprivate let delete: String

  init(_ name: String, columns: Int, key: [String]) {
    self.name = name
    self.key = key
    // One crossing of a process needs two tables: `joined` would take a twentieth of its time.
    var (order, condition, values) = ("", "session = ?", "?")
    for column in key {
      order += (order.isEmpty ? "" : ", ") + column
      condition += " AND " + column + " IS ?"
    }
    for _ in 1..<columns { values += ", ?" }
    self.order = order
    insert = "INSERT OR REPLACE INTO " + name + " VALUES (" + values + ")"
    select = "SELECT * FROM " + name + " WHERE session = ? ORDER BY " + order
    selectKey = "SELECT * FROM " + name + " WHERE " + condition
    delete = "DELETE FROM " + name + " WHERE " + condition
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

extension RaceTableRow {
  /// Reads the row of a key; nil if there is none, or one that no race has.
  static func read(_ key: RaceRowKey, of session: Int, in connection: Connection) throws -> Self? {
    let statement = try bound(table.selectKey, to: key, session, connection)
    defer { statement.reset() }
    return try statement.step() ? Self(of: statement) : nil
  }

  /// Writes the row, also in place of a former one.
  func write(_ session: Int, to connection: Connection) throws(DatabaseError) {
    let statement = try connection.cached(Self.table.insert)
    try statement.bind(.number(session), at: 1)
    for (offset, value) in values.enumerated() { try statement.bind(value, at: offset + 2) }
    try statement.run()
  }

  /// Whether it is the current row of a statement that selects all columns.
  private func isRow(of statement: Statement) -> Bool {
    values.enumerated().allSatisfy { statement.has($1, at: $0 + 1) }
  }

  /// Makes the rows of a session equal to these; rows that stay the same are not written.
  ///
  /// - Complexity: O(n log n) in the rows.
  static func replace(
    with rows: [Self], of session: Int, in connection: Connection
  ) throws(DatabaseError) {
    // Only the keys are moved.
    let sorted = rows.indices.map { (key: rows[$0].key, index: $0) }.sorted { $0.key < $1.key }
    // Rows are written after all were compared.
    var changed: [Int] = []
    var deleted: [RaceRowKey] = []
    var next = 0
    let stored = try connection.cached(table.select).bind(session)
    defer { stored.reset() }
    while try stored.step() {
      let storedKey = key(of: stored)
      while next < sorted.count, sorted[next].key < storedKey {
        changed.append(sorted[next].index)
        next += 1
      }
      if next < sorted.count, sorted[next].key == storedKey {
        let index = sorted[next].index
        if !rows[index].isRow(of: stored) { changed.append(index) }
        next += 1
      } else {
        deleted.append(storedKey)
      }
    }
    changed += sorted[next...].map(\.index)
    for key in deleted { try delete(key, of: session, in: connection) }
    for index in changed { try rows[index].write(session, to: connection) }
  }

  static func delete(
    _ key: RaceRowKey, of session: Int, in connection: Connection
  ) throws(DatabaseError) {
    try bound(table.delete, to: key, session, connection).run()
  }

  /// Returns a statement with a session and a key as its parameters.
  private static func bound(
    _ sql: String, to key: RaceRowKey, _ session: Int, _ connection: Connection
  ) throws(DatabaseError) -> Statement {
    let statement = try connection.cached(sql)
    try statement.bind(.number(session), at: 1)
    for (offset, column) in table.key.enumerated() {
      let value: ColumnValue =
        switch column {
        case "stream": .number(key.stream)
        case "event": .number(key.number)
        default: .text(key.text)
        }
      try statement.bind(value, at: offset + 2)
    }
    return statement
  }
}
