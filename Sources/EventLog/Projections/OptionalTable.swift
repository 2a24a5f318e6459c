package import SQLite

/// A table or view that a log may lack; its user may have made another one with the same name.
package struct OptionalTable: Hashable, Sendable {
  /// The name.
  package let name: String
  /// A part of the SQL of each version of it.
  private let mark: String

  /// The mark is a part of the SQL of each version, which a table of a user hardly has.
  package init(_ name: String, mark: String) {
    self.name = name
    self.mark = mark
  }

  /// Returns whether the log has it, also in another version or altered by the user; a table that
  /// the user made does not count.
  ///
  /// All tables of laptimer are strict.
  ///
  /// - Complexity: O(n) in the tables of the log.
  package func exists(in connection: Connection) throws(DatabaseError) -> Bool {
    try kind(in: connection) != nil
  }

  /// Drops it; a table that the user made stays.
  package func drop(from connection: Connection) throws(DatabaseError) {
    guard let kind = try kind(in: connection) else { return }
    try connection.execute("DROP \(kind) \(name)")
  }

  /// Returns the object of the user that has the name; nil if there is none.
  package func taken(in connection: Connection) throws(DatabaseError) -> NameTaken? {
    try exists(in: connection) ? nil : NameTaken(name, in: connection)
  }

  /// `table` or `view`; nil if the log lacks it.
  private func kind(in connection: Connection) throws(DatabaseError) -> String? {
    try connection.cached(
      """
      SELECT type FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE AND instr(sql, ?2) > 0 \
      AND (type = 'view' OR type = 'table' AND instr(sql, 'STRICT') > 0)
      """
    ).bind(name, mark).first { $0.text(0) }
  }
}

/// The log has a table, view or index of this name that its user made; laptimer needs the name.
public struct NameTaken: Error, Hashable, Sendable {
  /// The name.
  public let name: String
  /// The kind of the object.
  public let kind: Kind

  /// A kind of object that needs a name of its own in a database.
  public enum Kind: String, Hashable, Sendable {
    case table
    case view
    case index
  }

  /// Finds the object with a name, other than an index of `table`; nil if there is none.
  package init?(
    _ name: String, unlessIndexOf table: String = "", in connection: Connection
  ) throws(DatabaseError) {
    let type = try connection.cached(
      """
      SELECT type FROM sqlite_schema \
      WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view', 'index') \
      AND NOT (type = 'index' AND tbl_name = ?2 COLLATE NOCASE)
      """
    ).bind(name, table).first { $0.text(0) }
    guard let kind = type.flatMap(Kind.init(rawValue:)) else { return nil }
    self.name = name
    self.kind = kind
  }
}
