import Text

/// A table of the log, described for users of SQL.
struct LogTable: Sendable {
  var name: String
  var columns: [Column]

  /// A column of the table.
  struct Column: Sendable {
    var name: String
    var type: String
    var meaning: String
  }

  /// Describes a table by the name, type and meaning of each column.
  init(_ name: String, _ columns: [(String, String, String)]) {
    self.name = name
    self.columns = columns.map { Column(name: $0.0, type: $0.1, meaning: $0.2) }
  }
}
