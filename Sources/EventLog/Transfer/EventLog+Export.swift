import Text
import SQLite

extension EventLog {
  /// Writes events as lines that another log can take in, each verified by its digest.
  ///
  /// The form of the lines is that of `ExportedEvent`; the last one states their number and a
  /// checksum. What is appended meanwhile is not exported.
  ///
  /// - Parameters:
  ///   - sessions: the numbers of the sessions whose events are wanted, one session after the
  ///     other; nil for the whole log in its order.
  ///   - isSalvaging: leave out what cannot be read, or is not what was appended, instead of
  ///     refusing. A line before the next event of the session says how many are missing, and a
  ///     line behind all events how many are missing at its end, as far as the tables tell. An
  ///     event whose session's id nobody tells any more is left out too: its digest proves nothing
  ///     then. Of a session of which no event is saved only the report tells.
  ///   - write: takes the bytes, a piece at a time.
  /// - Returns: how many events were written, and what was left out.
  /// - Throws: `LogError.damaged` at the first event that is bad or missing, unless salvaging;
  ///   `LogError.noSession`, unless salvaging; what `write` throws; `DatabaseError`.
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
