import Timing

/// An export on its way.
struct Export {
  let log: EventLog
  let newest: Int
  private let isSalvaging: Bool
  private var seals: Seals
  private let checksum = Checksum()
  var bytes: [UInt8] = []
  private var report = ExportReport()
  /// Sessions whose first event was written; known when salvaging only.
  private var begun: Set<Int> = []

  /// How many events are read in one go, so that no long snapshot keeps the checkpoint waiting.
  private static let chunk = 500

  init(_ log: EventLog, through newest: Int, salvaging isSalvaging: Bool) {
    self.log = log
    self.newest = newest
    self.isSalvaging = isSalvaging
    seals = Seals(of: log)
  }

  /// Exports a session in the order of its versions, or all in the order of their positions.
  mutating func add(_ session: Int?, to write: ([UInt8]) throws -> Void) throws {
    guard let connection = log.connection else { return }
    if isSalvaging { return try salvage(session, connection, to: write) }
    let statement = try connection.cached(
      session == nil
        ? """
        SELECT \(EventRow.whole) FROM events WHERE position > ? AND position <= ? \
        ORDER BY position LIMIT ?
        """
        : """
        SELECT \(EventRow.whole) FROM events WHERE version > ? AND position <= ? AND session = ?4 \
        ORDER BY version LIMIT ?3
        """)
    // Below 1 there is none, unless someone has put it there: it is not passed over in silence.
    var last = Int.min
    var count = Self.chunk
    while count == Self.chunk {
      try statement.bind(last, newest, Self.chunk)
      if let session { try statement.bind(session, at: 4) }
      count = 0
      defer { statement.reset() }
      while try statement.step() {
        let logged = try statement.loggedEvent(log.upcasting)
        try add(logged)
        last = session == nil ? logged.position : logged.event.version
        count += 1
      }
      try hand(to: write)
    }
  }

  /// Writes the closing line.
  mutating func finish(to write: ([UInt8]) throws -> Void) throws -> ExportReport {
    var last: [UInt8] = []
    ClosingLine(events: report.events, checksum: checksum.finish()).write(to: &last)
    try write(last)
    return report
  }

  mutating func add(_ logged: LoggedEvent) throws {
    let (uid, clock) = try seals.verify(logged)
    guard logged.data.isPayload else {
      throw LogError.damaged(
        position: logged.position, reason: "its payload is no JSON object on one line")
    }
    // The first one may have been left out, or not be found where it was.
    if isSalvaging, logged.event.id != uid, !begun.contains(logged.session) {
      throw LogError.damaged(
        position: logged.position, reason: "the first event of its session is left out")
    }
    if isSalvaging { begun.insert(logged.session) }
    ExportedEvent(logged, uid: uid, clock: clock).write(to: &bytes)
    report.events += 1
  }

  mutating func leaveOut(_ position: Int, _ reason: String) {
    report.leftOut.append(ExportReport.LeftOut(position: position, reason: reason))
  }

  mutating func hand(to write: ([UInt8]) throws -> Void) throws {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { checksum.add($0) }
    try write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

extension String {
  /// Whether it is a payload as the log holds it: a JSON object, without line breaks.
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
