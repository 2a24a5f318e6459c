import SQLite

extension Connection {
  /// Migrates the tables from their version to the newest that `schema` knows.
  ///
  /// All steps are one transaction under the writer's lock, and the version is read again within
  /// it. So if two processes migrate at once, the second finds nothing left to do. A failed step
  /// rolls all of them back.
  ///
  /// - Throws: `migrationFailed` with the version that could not be created; `newer` if another
  ///   process, of a newer program, came first; `exchanged`; `locked`.
  func migrate(to schema: Schema, path: String) throws(OpeningError) {
    var failed = schema.version
    do {
      try transaction {
        // No restore replaces the log while this transaction holds the writer's lock.
        guard !hasMoved else { throw OpeningError.exchanged(path: path) }
        let version = try number(ofPragma: "user_version")
        if version == schema.version { return }
        guard version < schema.version else {
          throw OpeningError.newer(path: path, version: version, known: schema.version)
        }
        for step in schema.migrations.indices.dropFirst(max(0, version)) {
          failed = step + 1
          let text = String(decoding: schema.migrations[step](), as: UTF8.self)
          do {
            try execute("SAVEPOINT step")
            try execute(text.withoutSQLComments)
            try execute("RELEASE step")
          } catch let error as DatabaseError {
            guard step > 0, !schema.derived.isEmpty, error.isOfContents, isInTransaction else {
              throw error
            }
            try execute("ROLLBACK TO step; RELEASE step; PRAGMA legacy_alter_table = OFF")
            try remakeDerivedTables(of: schema)
            break
          }
          // The text of a step may contain any statement; after a COMMIT a rollback would be
          // impossible.
          guard isInTransaction else {
            throw DatabaseError(code: .misuse, message: "a migration ended its transaction")
          }
        }
        try execute("PRAGMA user_version = \(schema.version)")
      }
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw error.isBusy ? .locked(path: path) : .migrationFailed(path: path, to: failed, error)
    } catch let error as CommitOutcomeUnknown {
      throw .migrationFailed(path: path, to: failed, error.reason)
    } catch {
      throw .migrationFailed(
        path: path, to: failed, DatabaseError(code: .error, message: "\(error)"))
    }
  }
}

extension Connection {
  /// Recreates the tables that can be rebuilt, without a row.
  ///
  /// They are not as a migration expects them. The next writer rebuilds them from the events.
  private func remakeDerivedTables(of schema: Schema) throws {
    let fresh = try Connection.asMade(schema)
    let indexes = try fresh.prepare("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index'")
    while try indexes.step() {
      guard schema.derived.contains(indexes.text(1)), !indexes.text(0).hasPrefix("sqlite_") else {
        continue
      }
      try execute("DROP INDEX IF EXISTS \(indexes.text(0))")
    }
    try remake(schema.derived.map { SchemaFlaw(name: $0, table: $0) }, like: fresh)
  }
}

extension DatabaseError {
  /// Whether the contents of the file caused the error, such as a missing table or a damaged page,
  /// and not the disk, a lock or a lack of memory.
  fileprivate var isOfContents: Bool {
    switch code.primary {
    case .error, .constraint, .corrupt: !isOfMachine
    default: false
    }
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
