public import Text

extension EventLog {
  /// The largest length of a line of an export, in bytes.
  package static var longestExportedLine: Int { Lines.longest }

  /// Checks the first line of an export before the rest is available.
  package static func checkFirstLine(ofExport line: [UInt8], _ projection: any Projection) throws {
    var rest: [UInt8]? = line
    var reader = ImportReader({ rest.take() }, projection)
    _ = try reader.nextLine()
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
  ///   - belongsElsewhere: returns whether a writable session of the log becomes read-only; if not,
  ///     an export that extends it is refused. New sessions are read-only then. If nil, all
  ///     sessions of the export can be written here from then on.
  ///   - chunk: returns the next bytes of the export, in pieces of any size; nil after the last.
  ///     After the first items, it is called within the transaction: other writers wait for it.
  /// - Returns: the numbers of new and known events and sessions.
  /// - Throws: `ImportError` with the line at fault; the errors of `chunk`;
  ///   `LogError.commitFailed`; `OpeningError`; `DatabaseError`. Nothing was imported
  ///   then, unless the error states otherwise.
  /// - Complexity: O(n log n) in the events of the sessions of the export, also in those that the
  ///   log had; memory for the identities of the sessions, for a few thousand events, and for the
  ///   largest session.
  @discardableResult
  public func importEvents(
    marking mark: SalvageMark? = nil,
    foreign belongsElsewhere: ((_ session: Int) throws -> Bool)? = nil,
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
      var merge = try Merge(into: log, try log.create(), marking: mark, foreign: belongsElsewhere)
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

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// Events that the log did not have.
  public internal(set) var newEvents = 0
  /// Events that the log already had.
  public internal(set) var knownEvents = 0
  /// Sessions that the log did not have.
  public internal(set) var newSessions = 0
  /// Sessions of the log that the import extended.
  public internal(set) var extendedSessions = 0
  /// The numbers of the sessions that could be written before and are read-only now, in ascending
  /// order.
  package internal(set) var nowForeign: [Int] = []
  /// Sessions that lack events, with the least number of these; only when salvaging.
  public internal(set) var incomplete: [Part] = []
  /// Omitted sessions, whose start is in neither the export nor the log, with the number of their
  /// events in the export; only when salvaging.
  public internal(set) var headless: [Part] = []

  /// Some events of a session.
  public struct Part: Hashable, Sendable {
    /// The identity of the session.
    public var session: EventID
    /// The number of the events.
    public var events: Int
  }
}

/// The origin and time of the events that mark sessions with missing events.
public struct SalvageMark {
  let clock: ClockIdentity
  private let ticks: Int64
  private let recordedAt: Moment
  private let source: String
  private let makeID: () -> EventID

  /// Describes the marking events; `ticks` is CLOCK_BOOTTIME when the import began, in nanoseconds.
  package init(
    clock: ClockIdentity, ticks: Int64, recordedAt: Moment,
    source: String, makeID: @escaping () -> EventID
  ) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
    self.source = source
    self.makeID = makeID
  }

  /// Returns the event that marks a session, in the form of an imported one.
  func event(of session: EventID, _ mark: (kind: String, data: String)) -> ImportReader.Read {
    let record = Record(
      position: 0, session: 0, version: 0, id: makeID(), kind: mark.kind, kindVersion: 1,
      at: recordedAt, basis: .measured, recordedAt: recordedAt, ticks: ticks,
      clock: ClockID(rawValue: 0), source: source, data: mark.data)
    let event = ExportedEvent(signing: record, uid: session, clock: clock)
    return ImportReader.Read(exported: event, line: 0)
  }
}

/// The reason why an import failed; nothing was imported.
public struct ImportError: Error, Hashable, Sendable {
  /// The line with the fault, counted from 1.
  public var line: Int
  /// The fault.
  public var fault: Fault

  package init(line: Int, fault: Fault) {
    self.line = line
    self.fault = fault
  }

  /// A fault in a line.
  public enum Fault: Hashable, Sendable {
    /// The line, or an event in it, is invalid for this reason: a clause without a full stop.
    case invalid(String)
    /// The session does not begin with its start.
    case noStart(EventID)
    /// Events of the session are missing, and the log does not have them either.
    case missing(events: Int, session: EventID)
    /// The event, or the order of its session, differs from the log.
    case diverged(EventID)
    /// The export of another device extends a session that is written in this log.
    case writtenHere(session: Int)
  }

  /// The reason of a misplaced line about missing events.
  ///
  /// It must precede an event of its session, or follow all events as the only such line of a
  /// session that has some.
  static let strayOmission = "a line about missing events is in a place where none can be missing"

  /// The name of the error for scripts.
  public var kind: String {
    switch fault {
    case .diverged: "diverged"
    case .missing: "incomplete"
    case .writtenHere: "written_here"
    case .invalid, .noStart: "bad_data"
    }
  }
}

extension ImportError: CustomStringConvertible {
  /// The line and its fault in English.
  public var description: String { "line \(line): \(fault)" }
}

extension ImportError.Fault: CustomStringConvertible {
  /// The fault in English: a clause without a full stop.
  public var description: String {
    switch self {
    case .invalid(let reason): reason
    case .noStart(let session): "session \(session) does not begin with its start"
    case .missing(1, let session):
      "1 event of session \(session) is missing, also in this log"
    case .missing(let events, let session):
      "\(events) events of session \(session) are missing, also in this log"
    case .diverged(let id): "event \(id) differs from this log"
    case .writtenHere(let session):
      "the file continues session \(session), which is written in this log"
    }
  }
}
