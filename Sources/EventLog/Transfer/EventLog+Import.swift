import Text

extension EventLog {
  /// The largest length of a line of an export, in bytes.
  package static var longestExportedLine: Int { Lines.longest }

  /// Checks the first line of an export before the rest is available.
  ///
  /// - Parameters:
  ///   - line: the bytes of the line, including its end.
  ///   - projection: the projection, which knows the kinds of events.
  /// - Throws: `ImportError`.
  package static func checkFirstLine(
    ofExport line: [UInt8], _ projection: any Projection
  ) throws {
    try ImportReader.check(firstLine: line, projection)
  }

  /// Imports an export of another log in one transaction: all of it or nothing.
  ///
  /// Events that the log already has change nothing. A session may continue in the export or in the
  /// log; if it continues differently in both, or an event differs, nothing is imported.
  ///
  /// If there is no log, it is created with the events, but only if the export is valid.
  ///
  /// An export of a damaged log states where events of a session are missing. This is accepted if
  /// the log has them, as a log made from a copy may. Otherwise the import fails, unless a mark is
  /// given: then the remaining events of each such session are imported, followed by the mark, so
  /// that the session is recognizable as incomplete. A session whose start is in neither the export
  /// nor the log is left out.
  ///
  /// Events that the log has in the place of missing ones count as these, unless they were recorded
  /// after the next event of the export. More cannot be proven: a log that was continued
  /// independently from missing events at the end of a session, or before the next saved event,
  /// passes for a log that has them.
  ///
  /// - Parameters:
  ///   - mark: the mark for incomplete sessions; nil to refuse them.
  ///   - isForeign: whether new sessions stay those of another device, and are read-only here.
  ///     Otherwise all sessions of the export can be written here from then on.
  ///   - chunk: returns the next bytes of the export, in pieces of any size; nil after the last.
  ///     After the first items, it is called within the transaction: other writers wait for it.
  /// - Returns: the numbers of new and known events and sessions.
  /// - Throws: `ImportError` with the line at fault; the errors of `chunk`;
  ///   `NameTaken`; `LogError.commitFailed`; `OpeningError`; `DatabaseError`. Nothing was imported then, unless
  ///   the error states otherwise.
  /// - Complexity: O(n) in the events; memory for the identities of the sessions, for a few
  ///   thousand events, and for the largest session with corrections.
  @discardableResult
  public func importEvents(
    marking mark: SalvageMark? = nil, foreign isForeign: Bool = false,
    from chunk: @escaping () throws -> [UInt8]?
  ) throws -> ImportReport {
    var reader = ImportReader(chunk, projection)
    // The first items are read before the writer's lock is taken; most exports have no more.
    var ahead: [ImportReader.Item] = []
    var isWhole = false
    while !isWhole, ahead.count < 2000 {
      if let item = try reader.next() { ahead.append(item) } else { isWhole = true }
    }
    if ahead.isEmpty { return ImportReport() }
    try openIfPresent()
    var newest: [EventID] = []
    func mergeAll(into log: EventLog) throws -> ImportReport {
      var merge = try Merge(into: log, try log.create(), marking: mark, isForeign: isForeign)
      for item in ahead { try merge.merge(item) }
      while !isWhole {
        if let item = try reader.next() { try merge.merge(item) } else { isWhole = true }
      }
      newest = merge.newest.map { [$0] } ?? []
      return try merge.finish()
    }
    let report =
      try create(filling: mergeAll) ?? write(ids: newest) { _ in try mergeAll(into: self) }
    if report.newEvents > 0 { committed() }
    return report
  }
}
