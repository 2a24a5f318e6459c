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
  /// - Throws: unless salvaging, `LogError.damaged` at the first damaged or missing event, and
  ///   `LogError.inconsistent` for a session without a first one; the errors of `write`;
  ///   `DatabaseError`.
  /// - Complexity: O(n) in the events; memory for one piece.
  @discardableResult
  public func export(
    sessions: [Int]? = nil, salvaging isSalvaging: Bool = false,
    to write: (_ bytes: [UInt8]) throws -> Void
  ) throws -> ExportReport {
    let newest = try isSalvaging ? .max : newestPosition
    for session in isSalvaging ? [] : sessions ?? [] { _ = try uid(of: session) }
    var export = Export(self, through: newest, salvaging: isSalvaging)
    if let sessions {
      for session in Set(sessions).sorted() { try export.add(session, to: write) }
    } else {
      try export.add(nil, to: write)
    }
    return try export.finish(to: write)
  }
}

/// Writes the lines of an export in chunks.
struct Export {
  let log: EventLog
  let newest: Int
  private let isSalvaging: Bool
  var verifier: DigestVerifier
  private let checksum = Checksum()
  var bytes: [UInt8] = []
  private(set) var report = ExportReport()
  /// The progress of each session with written events; used only when salvaging.
  var salvaged: [Int: SalvagedSession] = [:]
  /// The ids of the written events; used only when salvaging.
  var salvagedIDs: Set<EventID> = []
  /// The events missing at the ends of sessions; used only when salvaging.
  var ends: [OmissionLine] = []

  static let missing: LogFlaw = "there is no event at this position"

  /// The number of events in a chunk, so that no long snapshot delays the checkpoint.
  private static let chunk = 500

  init(_ log: EventLog, through newest: Int, salvaging isSalvaging: Bool) {
    self.log = log
    self.newest = newest
    self.isSalvaging = isSalvaging
    verifier = DigestVerifier(of: log)
  }

  /// Exports a session in the order of its versions, or all sessions in the order of positions.
  mutating func add(_ session: Int?, to write: ([UInt8]) throws -> Void) throws {
    guard let connection = log.connection else { return }
    if isSalvaging { return try salvage(session, connection, to: write) }
    let statement = try connection.cached(
      session == nil
        ? """
        SELECT \(Record.columns) FROM events WHERE position > ? AND position <= ? \
        ORDER BY position LIMIT ?
        """
        : """
        SELECT \(Record.columns) FROM events WHERE version > ? AND position <= ? AND session = ?4 \
        ORDER BY version LIMIT ?3
        """)
    // Numbers below 1 exist only if someone has inserted them; they are reported, not skipped.
    var last = Int.min
    var expected = 1
    var count = Self.chunk
    while count == Self.chunk {
      try statement.bind(last, newest, Self.chunk)
      if let session { try statement.bind(session, at: 4) }
      count = 0
      defer { statement.reset() }
      while try statement.step() {
        let record = try statement.record()
        last = session == nil ? record.position : record.version
        // If an event is missing, the others have another meaning.
        guard last == expected else {
          throw session == nil
            ? missing(expected)
            : LogError.damaged(
              position: record.position, .notNext(version: expected))
        }
        let (uid, clock) = try verifier.verify(record)
        try requirePayload(record)
        put(record, uid, clock)
        expected += 1
        count += 1
      }
      try flush(to: write)
    }
    if session == nil, expected <= newest { throw missing(expected) }
  }

  private func missing(_ position: Int) -> LogError {
    .damaged(position: position, Self.missing)
  }

  /// Writes the numbers of events missing at the ends of sessions, and the closing line.
  mutating func finish(to write: ([UInt8]) throws -> Void) throws -> ExportReport {
    for line in ends { line.write(to: &bytes) }
    try flush(to: write)
    var last: [UInt8] = []
    ClosingLine(events: report.events, checksum: checksum.finish()).write(to: &last)
    try write(last)
    return report
  }

  /// Refuses an event that could not be imported.
  func requirePayload(_ record: Record) throws {
    guard record.data.isPayload else {
      throw LogError.damaged(
        position: record.position, .payloadIsNoObject)
    }
  }

  mutating func put(_ record: Record, _ uid: EventID, _ clock: ClockIdentity) {
    ExportedEvent(record: record, uid: uid, clock: clock).write(to: &bytes)
    report.events += 1
  }

  mutating func leaveOut(_ position: Int, _ flaw: LogFlaw) {
    report.leftOut.append(ExportReport.LeftOut(position: position, flaw: flaw))
  }

  mutating func flush(to write: ([UInt8]) throws -> Void) throws {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { checksum.add($0) }
    try write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

extension String {
  /// Whether it is a valid payload: a JSON object without line breaks.
  var isPayload: Bool {
    if self == "{}" { return true }
    guard utf8.first == UInt8(ascii: "{"), !utf8.contains(UInt8(ascii: "\n")) else { return false }
    do {
      try JSONReader.read(self) { reader throws(JSONReader.Malformed) in try reader.skip() }
      return true
    } catch {
      return false
    }
  }
}

/// The number of exported events, with the omitted ones.
public struct ExportReport: Hashable, Sendable {
  /// The number of events exported.
  public internal(set) var events = 0
  /// The missing, unreadable or damaged events; only when salvaging.
  public internal(set) var leftOut: [LeftOut] = []

  /// An event that was left out.
  public struct LeftOut: Hashable, Sendable {
    /// Its number in the log.
    public var position: Int
    /// The fault.
    public var flaw: LogFlaw
  }
}
