import EventLog
import SQLite

/// Tables that the log's first course, race or stream makes, by a script of their own.
///
/// A log may have tables of the same names that its user made; these stay unchanged.
struct OptionalTables {
  private let tables: [OptionalTable]
  /// The statements that make the tables, with comments.
  private let script: [UInt8]
  private let connection: Connection

  /// - Parameters:
  ///   - tables: the tables and views, in the order of the script.
  ///   - script: the statements that make them, with comments.
  ///   - connection: the file of the log.
  init(_ tables: [OptionalTable], madeBy script: [UInt8], in connection: Connection) {
    self.tables = tables
    self.script = script
    self.connection = connection
  }

  /// The statements without comments.
  private var statements: String { String(decoding: script, as: UTF8.self).withoutSQLComments }

  /// Makes the tables, of which the log has none.
  ///
  /// - Throws: `Rejection.nameTaken`; `DatabaseError`.
  func make() throws {
    try requireNames()
    try connection.execute(statements)
  }

  /// Drops the tables and views with their indexes; those of the user stay.
  func drop() throws(DatabaseError) {
    for table in tables.reversed() { try table.drop(from: connection) }
  }

  /// Refuses tables, views and indexes of the user that have a name of the script.
  ///
  /// - Throws: `Rejection.nameTaken`; `DatabaseError`.
  /// - Complexity: O(n) in the tables of the log.
  func requireNames() throws {
    for table in tables {
      if let taken = try table.taken(in: connection) { throw Rejection.nameTaken(taken) }
    }
    for index in indexes {
      if let taken = try NameTaken(index.name, unlessIndexOf: index.table, in: connection) {
        throw Rejection.nameTaken(taken)
      }
    }
  }

  /// The indexes of the script: `CREATE INDEX name ON table …`.
  private var indexes: [(name: String, table: String)] {
    statements.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 4, words[0] == "CREATE", words[1] == "INDEX" else { return nil }
      return (String(words[2]), String(words[4]))
    }
  }
}
