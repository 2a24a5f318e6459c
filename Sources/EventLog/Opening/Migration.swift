import SQLite

extension Connection {
  /// Brings the tables from the version that they have to the newest that `schema` knows.
  ///
  /// All steps are one transaction under the writer's lock, and the version is read again within
  /// it, so that of two processes that come at once the second finds nothing left to do. A step
  /// that fails takes all of them back.
  ///
  /// - Throws: `migrationFailed` with the version that could not be made; `newer` if another
  ///   process, of a newer program, came first.
  func migrate(to schema: Schema, path: String) throws(OpeningError) {
    var failed = schema.version
    do {
      try transaction {
        let version = try number(ofPragma: "user_version")
        if version == schema.version { return }
        guard version < schema.version else {
          throw OpeningError.newer(path: path, version: version, known: schema.version)
        }
        for step in schema.migrations.indices.dropFirst(max(0, version)) {
          failed = step + 1
          try execute(String(decoding: schema.migrations[step](), as: UTF8.self))
          // A step's text may hold any statement, and with a COMMIT in it nothing could be undone.
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
