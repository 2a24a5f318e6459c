import Text

extension EventLog {
  /// The length in bytes that no line of an export exceeds.
  package static var longestExportedLine: Int { Lines.longest }

  /// Checks that an export can begin with a line, before the rest of it is there.
  ///
  /// - Parameters:
  ///   - line: the bytes of the line, its end included.
  ///   - projection: what knows the kinds of events.
  /// - Throws: `ImportError`.
  package static func checkFirstLine(
    ofExport line: [UInt8], _ projection: any Projection
  ) throws {
    try ImportReader.check(firstLine: line, projection)
  }

  /// Takes in what another log has exported: all of it in one transaction, or nothing.
  ///
  /// Events that the log has already change nothing. A session may go on in the export, or in the
  /// log; but if both went on, differently, or disagree about an event, nothing is taken in.
  ///
  /// Where there is no log, it is made with the events in it, and only if the export is sound.
  ///
  /// An export of a damaged log says where events of a session are missing. That is no matter if
  /// the log has them, as one that was made from a copy may. Else it is refused, unless a mark is
  /// handed in: then each such session gets what is left of it, and the mark behind that, so that
  /// nobody takes it for whole; a session whose start is nowhere is left out.
  ///
  /// What the log has where events are missing is taken for those unless it was recorded after the
  /// event that comes next. More cannot be proven: a log that went on by itself from where events
  /// are missing at the end of a session, or before the next one that was saved, passes for one
  /// that has them.
  ///
  /// - Parameters:
  ///   - mark: how a session is marked that lacks events; nil if they are to be refused.
  ///   - chunk: the bytes of the export that come next, in pieces of any size; nil after the last.
  ///     It is called within the transaction: others wait as long as it does.
  /// - Returns: how much of it was new.
  /// - Throws: `ImportError` with the line at fault; what `chunk` throws; `LogError.commitFailed`;
  ///   `OpeningError`; `DatabaseError`. Nothing was taken in then, unless the error says otherwise.
  /// - Complexity: O(n) in the events; memory for the identities of the sessions, for some
  ///   thousand events, and for the largest session with corrections.
  @discardableResult
  public func importEvents(
    marking mark: SalvageMark? = nil, from chunk: @escaping () throws -> [UInt8]?
  ) throws -> ImportReport {
    var reader = ImportReader(chunk, projection)
    // The first ones are read before the writer's lock is taken: most exports end among them.
    var ahead: [ImportReader.Item] = []
    var isWhole = false
    while !isWhole, ahead.count < 2000 {
      if let item = try reader.next() { ahead.append(item) } else { isWhole = true }
    }
    if ahead.isEmpty { return ImportReport() }
    try openIfPresent()
    var newest: [EventID] = []
    func mergeAll(into log: EventLog) throws -> ImportReport {
      var merge = try Merge(into: log, try log.create(), marking: mark)
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
