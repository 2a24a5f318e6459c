import EventLog
import SQLite

/// Tables that the log's first course, race or stream makes, by a script of their own.
///
/// A log may have tables of the same names that its user made; these stay unchanged.
struct OptionalTables {
  let connection: Connection
  /// The statements that make the tables, without comments.
  let script: String

  /// - Parameters:
  ///   - script: the statements, with comments.
  ///   - connection: the file of the log.
  init(_ script: [UInt8], in connection: Connection) {
    self.script = Self.script(script)
    self.connection = connection
  }

  /// Returns the statements of a script without comments.
  static func script(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).withoutSQLComments
  }

  /// Makes the tables, of which the log has none.
  ///
  /// - Throws: `Rejection.nameTaken`; `DatabaseError`.
  func make() throws {
    try requireNames()
    try connection.execute(script)
  }

  /// Drops the tables and views of the script; those of the user stay.
  func drop() throws(DatabaseError) {
    for object in objects.reversed() where object.type != "INDEX" {
      guard try own(object.name) == true else { continue }
      try connection.execute("DROP \(object.type) \(object.name)")
    }
  }

  /// Refuses tables, views and indices of the user that have a name of the script.
  ///
  /// - Throws: `Rejection.nameTaken`; `DatabaseError`.
  /// - Complexity: O(n) in the tables of the log.
  func requireNames() throws {
    for object in objects where try own(object.name) == false {
      throw Rejection.nameTaken(object.name)
    }
  }

  /// The tables, views and indices of the script, in order.
  private var objects: [(type: String, name: String)] {
    script.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, words[0] == "CREATE" else { return nil }
      return (String(words[1]), String(words[2]))
    }
  }

  /// Returns whether the script made the table, view or index with a name; nil if there is none.
  private func own(_ name: String) throws(DatabaseError) -> Bool? {
    let statement = try connection.cached(
      "SELECT sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE"
    ).bind(name)
    let sql = try statement.first { $0.optionalText(0) }
    return sql.map { $0.map { script.contains($0.withoutSQLComments) } ?? false }
  }
}
