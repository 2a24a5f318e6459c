import SQLite

/// The schema of a log: the number that identifies the program, and the SQL that creates the tables.
package struct Schema: Sendable {
  /// The number in the file's header by which SQLite files identify their programs
  /// (pragma.html#pragma_application_id).
  package let applicationID: UInt32

  /// The version of all tables: the file's `user_version`.
  ///
  /// A log of an older version has the same events and clocks. Its other tables are a cache of the
  /// events, which the first writer rebuilds.
  package let version: Int

  /// The SQL of the events and clocks, as UTF-8.
  ///
  /// It is a function, so that only callers that need the text load it.
  private let log: @Sendable () -> [UInt8]

  /// The SQL of the tables that are derived from the events, as UTF-8.
  private let tables: @Sendable () -> [UInt8]

  package init(
    applicationID: UInt32, version: Int, log: @escaping @Sendable () -> [UInt8] = Schema.log,
    tables: @escaping @Sendable () -> [UInt8] = { [] }
  ) {
    self.applicationID = applicationID
    self.version = version
    self.log = log
    self.tables = tables
  }

  /// The SQL of the tables `events` and `clocks`, which every log has.
  package static let log: @Sendable () -> [UInt8] = { PackageResources._001_log_sql }

  /// Creates the tables in an empty file.
  func make(in connection: Connection) throws(DatabaseError) {
    for script in [log(), tables()] {
      try connection.execute(String(decoding: script, as: UTF8.self).withoutSQLComments)
    }
    try connection.execute("PRAGMA user_version = \(version)")
  }
}

extension String {
  /// An SQL text without its `--` comments, which may not occur in quotes.
  ///
  /// SQLite stores the text of a table unchanged, and parses it whenever the log is opened.
  package var withoutSQLComments: String {
    let dash = UInt8(ascii: "-")
    var bytes: [UInt8] = []
    for line in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let comment = line.indices.dropLast().first {
        line[$0] == dash && line[line.index(after: $0)] == dash
      }
      var code = line[..<(comment ?? line.endIndex)]
      if comment != nil {
        while code.last == UInt8(ascii: " ") { code.removeLast() }
        if code.isEmpty { continue }
      }
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes += code
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
