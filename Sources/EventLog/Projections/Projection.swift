package import SQLite
package import Text

/// Tables that are updated from a log's events in the transaction of each append.
///
/// Only the projection knows the kinds of events: which can be read, and which may be imported.
package protocol Projection: Sendable {
  /// The tables.
  var tables: [ProjectedTable] { get }

  /// The table with a row for each session, which helps if events are damaged.
  ///
  /// It has the unique columns `session` and `uid`, and a column `events`, the number of events.
  var sessionTable: String { get }

  /// The kind and payload of the event that marks an incomplete session.
  var salvageMark: (kind: String, data: String) { get }

  /// Whether a file has the tables that it may lack.
  func hasOptionalTables(_ connection: Connection) throws(DatabaseError) -> Bool

  /// Drops the tables that a log may lack; the folds of its sessions make them again.
  func dropOptionalTables(of connection: Connection) throws(DatabaseError)

  /// Writes the rows that depend on several sessions, from the other tables and from the events.
  func foldAcrossSessions(of log: EventLog, in connection: Connection) throws

  /// Returns whether the kind of an event is known; throws `LogError.damaged` for a payload that it
  /// cannot have.
  func knows(_ record: Record) throws(LogError) -> Bool

  /// Returns the reason why an event of another log must not be imported; nil if it may be.
  func invalidity(of event: ExportedEvent) -> String?

  /// Writes the rows of a session that has none, and returns the number of its events.
  func fold(
    _ session: Int, of log: EventLog, into connection: Connection, verifying isVerifying: Bool
  ) throws -> Int

  /// Returns an object that updates the tables during an import.
  func importing(into log: EventLog, _ connection: Connection) -> any ImportProjection
}

/// A table of a projection.
package struct ProjectedTable: Hashable, Sendable {
  /// The table's name; it has a column `session`.
  package let name: String
  /// The column that orders the rows of a session.
  package let order: String
  /// Whether the log may lack the table, which is made when its first row is written.
  package let isOptional: Bool

  /// Describes a table, which every log has unless it is optional.
  package init(_ name: String, order: String, isOptional: Bool = false) {
    self.name = name
    self.order = order
    self.isOptional = isOptional
  }
}

/// Updates the tables of a projection during an import.
package protocol ImportProjection: AnyObject {
  /// Projects a new event.
  func project(_ record: Record, of uid: EventID, line: Int) throws

  /// Writes the rows that are not written yet.
  func finish() throws
}

extension Projection {
  /// The names of all tables that every log has.
  var names: [String] { tables.filter { !$0.isOptional }.map(\.name) }

  /// The tables that a file has.
  func tables(in connection: Connection) throws(DatabaseError) -> [ProjectedTable] {
    try hasOptionalTables(connection) ? tables : tables.filter { !$0.isOptional }
  }

  /// Deletes the rows of a session.
  package func remove(_ session: Int, from connection: Connection) throws(DatabaseError) {
    for table in try tables(in: connection) {
      try connection.cached("DELETE FROM \(table.name) WHERE session = ?").bind(session).run()
    }
  }
}
