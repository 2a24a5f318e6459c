import Text
import SQLite

extension EventLog {
  /// Writes events as lines that another log can import, each verified by its digest.
  ///
  /// The format of the lines is that of `ExportedEvent`; the last one states their number and a
  /// checksum. Events that are appended meanwhile are not exported.
  ///
  /// - Parameters:
  ///   - sessions: the numbers of the sessions to export, one session after the other; nil for the
  ///     whole log in its order.
  ///   - isSalvaging: leave out unreadable and damaged events instead of throwing. A line before
  ///     the next event of the session states the number of missing ones, and a line after all
  ///     events the number missing at its end, as far as the tables show. An event whose session id
  ///     is lost is also left out, since its digest proves nothing then. A session without any
  ///     saved event is only in the report.
  ///   - write: receives the bytes, in pieces.
  /// - Returns: the number of events written, and the events left out.
  /// - Throws: `LogError.damaged` at the first damaged or missing event, unless salvaging;
  ///   `LogError.noSession`, unless salvaging; the errors of `write`; `DatabaseError`.
  /// - Complexity: O(n) in the events; memory for one piece.
  @discardableResult
  public func export(
    sessions: [Int]? = nil, salvaging isSalvaging: Bool = false,
    to write: (_ bytes: [UInt8]) throws -> Void
  ) throws -> ExportReport {
    let newest = try isSalvaging ? .max : newestPosition
    for session in isSalvaging ? [] : sessions ?? [] {
      let first = try connection?.cached("SELECT 1 FROM events WHERE session = ? AND version = 1")
        .bind(session).first { _ in true }
      guard first == true else { throw LogError.noSession(session) }
    }
    var export = Export(self, through: newest, salvaging: isSalvaging)
    if let sessions {
      for session in Set(sessions).sorted() { try export.add(session, to: write) }
    } else {
      try export.add(nil, to: write)
    }
    return try export.finish(to: write)
  }
}
