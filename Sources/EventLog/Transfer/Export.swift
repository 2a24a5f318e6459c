import Timing

/// An export on its way.
struct Export {
  private let log: EventLog
  private let newest: Int
  private let isSalvaging: Bool
  private var seals: Seals
  private let checksum = Checksum()
  private var bytes: [UInt8] = []
  private var report = ExportReport()
  /// Sessions whose first event was left out.
  private var headless: Set<Int> = []

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
    var last = 0
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

  /// Reads event by event, so that one which cannot be read does not hide those behind it.
  private mutating func salvage(
    _ session: Int?, _ connection: Connection, to write: ([UInt8]) throws -> Void
  ) throws {
    let statement = try connection.cached(
      "SELECT \(EventRow.whole) FROM events WHERE position = ? AND session = ifnull(?, session)")
    for position in stride(from: 1, through: newest, by: 1) {
      defer { statement.reset() }
      do {
        try statement.bind(position, session)
        guard try statement.step() else {
          if session == nil { leaveOut(position, "there is no event at this position") }
          continue
        }
        let number = Int(statement.int(11))
        do {
          try add(try statement.loggedEvent(log.upcasting))
        } catch let error as LogError {
          if statement.int(1) == 1 { headless.insert(number) }
          leaveOut(position, error.reason)
        }
      } catch let error as DatabaseError where error.isDamage {
        leaveOut(position, error.message)
      }
      if bytes.count >= 1 << 16 { try hand(to: write) }
    }
    try hand(to: write)
  }

  private mutating func add(_ logged: LoggedEvent) throws {
    if headless.contains(logged.session) {
      throw LogError.damaged(
        position: logged.position, reason: "the first event of its session is left out")
    }
    let (uid, clock) = try seals.verify(logged)
    guard logged.data.isPayload else {
      throw LogError.damaged(
        position: logged.position, reason: "its payload is no JSON object on one line")
    }
    ExportedEvent(logged, uid: uid, clock: clock).write(to: &bytes)
    report.events += 1
  }

  private mutating func leaveOut(_ position: Int, _ reason: String) {
    report.leftOut.append(ExportReport.LeftOut(position: position, reason: reason))
  }

  private mutating func hand(to write: ([UInt8]) throws -> Void) throws {
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
