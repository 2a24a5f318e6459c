import Text

/// A table of the log as it is told to those who ask in SQL.
struct LogTable: Sendable {
  var name: String
  var columns: [Column]

  /// A column of it.
  struct Column: Sendable {
    var name: String
    var type: String
    var meaning: String
  }

  /// Describes a table; a column is a line of its name, its type and its meaning.
  init(_ name: String, _ columns: [(String, String, String)]) {
    self.name = name
    self.columns = columns.map { Column(name: $0.0, type: $0.1, meaning: $0.2) }
  }
}
