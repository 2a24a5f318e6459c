import Timing

/// A log of events in a file: appended to, read and followed, never changed.
///
/// It is confined to the place that opened it. A log that is not there yet reads as an empty one,
/// and is made by the first append that is not refused.
public final class EventLog {
  let file: LogFile
  let upcasting: Upcasting
  private let purpose: LogFile.Purpose
  /// Nil while there is no log.
  private(set) var connection: Connection?
  /// Whether the tables were written by this version of the fold.
  private(set) var hasCurrentTables = true
  /// The session that was folded last, as of the newest event seen of it.
  var folded: (session: Int, state: Session)?

  /// What a log is opened for.
  public enum Access: Sendable {
    /// Only to be read.
    case reading
    /// Also to be appended to.
    case appending
  }

  /// Opens the log.
  ///
  /// - Parameters:
  ///   - file: where it is.
  ///   - access: what it is opened for.
  /// - Throws: `OpeningError`, or `LogError.newerFold`.
  package convenience init(_ file: LogFile, for access: Access) throws {
    try self.init(file, for: access, upcasting: .current)
  }

  init(_ file: LogFile, for access: Access, upcasting: Upcasting) throws {
    self.file = file
    self.upcasting = upcasting
    purpose = access == .reading ? .reading : .writing
    connection = try file.open(for: purpose, .laptimer)
    try examineTables()
  }

  /// Whether there is a log.
  public var exists: Bool { connection != nil }

  /// Makes the log if there is none.
  func create() throws -> Connection {
    if let connection { return connection }
    let made = try file.open(for: .creating, .laptimer)
    guard let made else {
      throw LogError.inconsistent(reason: "the log that was made is not there")
    }
    connection = made
    try examineTables()
    return made
  }

  /// Opens the file anew, after a failure that may have left the connection useless.
  func reopen() throws {
    connection = nil
    folded = nil
    connection = try file.open(for: purpose, .laptimer)
  }

  /// Finds out which fold wrote the tables, and writes them anew if it was an older one.
  private func examineTables() throws {
    guard let connection else { return }
    let version = try connection.prepare("SELECT fold_version FROM fold").first { Int($0.int(0)) }
    hasCurrentTables = version == Tables.foldVersion
    guard purpose == .writing, !hasCurrentTables else { return }
    if let version, version > Tables.foldVersion {
      throw LogError.newerFold(version: version, known: Tables.foldVersion)
    }
    try rebuild()
    hasCurrentTables = true
  }
}

@available(*, unavailable)
extension EventLog: Sendable {}

extension Schema {
  /// The tables of a log: `LAPT` names the program in the file's header.
  package static let laptimer = Schema(
    applicationID: 0x4C41_5054,
    migrations: [
      { PackageResources._001_log_sql },
      { PackageResources._002_tables_sql },
    ])
}
