import CSQLite
package import SQLite

/// A table, index or trigger that is missing or differs from the one that the migrations create.
package struct SchemaFlaw: Hashable, Sendable {
  /// Its name.
  package var name: String
  /// The table itself, or the table of the index or trigger.
  package var table: String
}

extension Connection {
  /// Returns a database in memory with the tables of the migrations, without rows.
  package static func asMade(_ schema: Schema) throws -> Connection {
    let fresh = try Connection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try fresh.migrate(to: schema, path: fresh.path)
    return fresh
  }

  /// Returns the objects that are missing or changed; objects that someone added are ignored.
  ///
  /// Triggers and indexes of a missing table are not reported separately.
  func schemaFlaws(against fresh: Connection) throws(DatabaseError) -> [SchemaFlaw] {
    let expected = try fresh.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    let found = try prepare("SELECT sql FROM sqlite_schema WHERE type = ? AND name = ?")
    var flaws: [SchemaFlaw] = []
    while try expected.step() {
      let flaw = SchemaFlaw(name: expected.text(1), table: expected.text(2))
      if flaws.contains(where: { $0.name == flaw.table }) { continue }
      try found.bind(expected.text(0), flaw.name)
      let sql = try found.first { $0.optionalText(0) }
      // Logs of earlier versions have comments in the SQL of their tables.
      let isSame = sql??.withoutSQLComments == expected.optionalText(3)?.withoutSQLComments
      if sql == nil || !isSame { flaws.append(flaw) }
    }
    return flaws
  }

  /// Drops the remains of tables, indexes and triggers, and creates them again.
  ///
  /// Dropping a table also drops the triggers and indexes that someone added to it. Call it in a
  /// transaction, and fill the tables afterwards.
  func remake(_ flaws: [SchemaFlaw], like fresh: Connection) throws(DatabaseError) {
    let found = try prepare("SELECT type FROM sqlite_schema WHERE name = ?")
    let made = try fresh.prepare(
      """
      SELECT sql FROM sqlite_schema \
      WHERE (name = ?1 OR tbl_name = ?1) AND sql IS NOT NULL ORDER BY rowid
      """)
    for flaw in flaws {
      // Someone may have created another object with the name of a table.
      if let type = try found.bind(flaw.name).first({ $0.text(0) }) {
        try execute("DROP \(type) \(flaw.name)")
      }
      try made.bind(flaw.name)
      while try made.step() { try execute(made.text(0)) }
    }
  }
}
