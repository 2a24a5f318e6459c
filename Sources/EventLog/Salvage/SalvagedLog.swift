import CSQLite
import SQLite

extension LogFile {
  /// Opens a recovered copy of a log to salvage its events.
  func salvageInCopy(
    of original: Connection, _ schema: Schema
  ) throws(OpeningError) -> Connection {
    let copy = try openPrivateCopy(of: original)
    do {
      // The files beside the log may change the version.
      let version = try copy.number(ofPragma: "user_version")
      guard version <= schema.version else {
        throw OpeningError.newer(path: path, version: version, known: schema.version)
      }
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw error.isDamage ? .pastSaving(path: path, error) : .failed(path: path, error)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
    try demandEvents(copy)
    return copy
  }

  /// Refuses to salvage a log whose events cannot be found.
  func demandEvents(_ connection: Connection) throws(OpeningError) {
    do {
      _ = try connection.prepare("SELECT 1 FROM events, clocks")
    } catch {
      guard error.isDamage || error.code.primary == .error else {
        throw .failed(path: path, error)
      }
      throw .pastSaving(path: path, error)
    }
  }
}
