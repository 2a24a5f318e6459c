package import SQLite
public import Text

/// An event of any kind, as the log stores it: its kind is a name, its payload a text.
public struct Record: Hashable, Sendable {
  /// The number of the event in this log, from 1 on without a gap.
  public var position: Int
  /// The number of its session in this log.
  public var session: Int
  /// The number of the event in its session, from 1 on without a gap.
  public var version: Int
  /// The identity of the event, the same in every log.
  public var id: EventID
  /// The name of its kind.
  public var kind: String
  /// The version of the shape of its payload.
  public var kindVersion: Int
  /// The wall-clock time for which the event is recorded.
  public var at: Moment
  /// The basis of that time.
  public var basis: Basis
  /// The wall clock when its command began.
  public var recordedAt: Moment
  /// CLOCK_BOOTTIME at that instant, in nanoseconds.
  public var ticks: Int64
  /// The clock of these ticks.
  public var clock: ClockID
  /// The part of the program that appended it.
  public var source: String
  /// Its payload, a JSON object.
  public var data: String
  /// BLAKE2b over all fields that are not local to this log, as it is stored.
  public var digest: [UInt8]

  package init(
    position: Int, session: Int, version: Int, id: EventID, kind: String, kindVersion: Int,
    at: Moment, basis: Basis, recordedAt: Moment, ticks: Int64, clock: ClockID, source: String,
    data: String, digest: [UInt8] = []
  ) {
    self.position = position
    self.session = session
    self.version = version
    self.id = id
    self.kind = kind
    self.kindVersion = kindVersion
    self.at = at
    self.basis = basis
    self.recordedAt = recordedAt
    self.ticks = ticks
    self.clock = clock
    self.source = source
    self.data = data
    self.digest = digest
  }

  /// The columns of `events` in the order in which `Statement.record()` reads them.
  static let columns = """
    id, version, kind, kind_version, at, basis, recorded_at, ticks_ns, clock, data, position, \
    session, source, digest
    """
}

extension Statement {
  /// Reads the record of the row arrived at, its columns being `Record.columns`.
  ///
  /// - Parameter isVerified: whether the digest is needed.
  /// - Returns: the record.
  /// - Throws: `LogError.damaged` for a row that cannot be an event.
  func record(withDigest isVerified: Bool = true) throws(LogError) -> Record {
    let (position, session, version) = (Int(int(10)), Int(int(11)), Int(int(1)))
    func damaged(_ reason: String) -> LogError { .damaged(position: position, reason: reason) }
    guard Numbering.range.contains(session) else {
      throw damaged("no session has the number \(session)")
    }
    guard let id = withBlob(0, { EventID($0) }) else { throw damaged("its id is no UUID") }
    guard let basis = Basis(rawValue: text(5)) else { throw damaged("its basis is not known") }
    for number in [version, position] where !Numbering.range.contains(number) {
      throw damaged("no event has the number \(number)")
    }
    return Record(
      position: position, session: session, version: version, id: id, kind: text(2),
      kindVersion: Int(int(3)), at: Moment(nanosecondsSince1970: int(4)), basis: basis,
      recordedAt: Moment(nanosecondsSince1970: int(6)), ticks: int(7),
      clock: ClockID(rawValue: int(8)), source: text(12), data: text(9),
      digest: isVerified ? bytes(13) : [])
  }
}

extension Connection {
  /// The number that the next clock of the log gets.
  package func nextClock() throws -> ClockID {
    try cached("SELECT ifnull(max(clock), 0) + 1 FROM clocks")
      .first { ClockID(rawValue: $0.int(0)) } ?? ClockID(rawValue: 1)
  }

  /// Adds a clock to the log.
  package func insert(_ identity: ClockIdentity, _ clock: ClockID) throws {
    let statement = try cached(
      "INSERT INTO clocks (clock, boot_id, device, \"offset\") VALUES (?, ?, ?, ?)")
    do {
      try statement.bind(clock.rawValue, identity.bootID, identity.device, identity.offset).run()
    } catch let error where error.code.primary == .constraint {
      throw LogError.inconsistent(reason: error.message)
    }
  }

  /// Adds an event to the log; the triggers demand that it is the next one.
  package func insert(_ record: Record) throws {
    let statement = try cached(
      """
      INSERT INTO events (position, id, session, version, kind, kind_version, at, basis, \
      recorded_at, ticks_ns, clock, source, data, digest) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    do {
      try statement.bind(
        record.position, record.id, record.session, record.version, record.kind,
        record.kindVersion, record.at.nanosecondsSince1970, record.basis.rawValue,
        record.recordedAt.nanosecondsSince1970, record.ticks, record.clock.rawValue,
        record.source, record.data, record.digest
      ).run()
    } catch let error where error.code.primary == .constraint {
      throw LogError.inconsistent(reason: error.message)
    }
  }
}
