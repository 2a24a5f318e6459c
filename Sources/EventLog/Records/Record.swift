import Glibc
package import SQLite
public import Text

/// An event of any kind as the log stores it: the kind is a name, the payload a text.
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
  /// The version of its payload's shape.
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
  /// BLAKE2b over all fields that are not local to this log, as stored.
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

  /// The columns of `events` in the order of their reads in `Statement.record`; those of a fold come
  /// first.
  static let columns = FoldedRow.columns + ", session, source, digest"
}

extension Statement {
  /// Reads the record of the current row, which has `Record.columns`.
  ///
  /// - Throws: `LogError.damaged` for a row that cannot be an event.
  func record() throws(LogError) -> Record {
    let session = Int(int(11))
    guard Numbering.range.contains(session) else {
      throw .damaged(position: Int(int(10)), .impossibleSession(session))
    }
    let row = try foldedRow()
    return Record(
      position: row.position, session: session, version: row.version, id: row.id,
      kind: String(decoding: row.kind, as: UTF8.self), kindVersion: row.kindVersion, at: row.at,
      basis: row.basis, recordedAt: row.recordedAt, ticks: row.ticks, clock: row.clock,
      source: text(12), data: String(decoding: row.data, as: UTF8.self), digest: bytes(13))
  }
}

extension Basis {
  /// Reads the name of a basis.
  init?(utf8 name: UnsafeBufferPointer<UInt8>) {
    let (basis, text): (Basis, StaticString) =
      switch name.count {
      case 3: (.ago, "ago")
      case 8: (.measured, "measured")
      default: (.stated, "stated")
      }
    guard name.elementsEqual(text) else { return nil }
    self = basis
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes of a fixed text.
  @inline(__always)
  package func elementsEqual(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
    return memcmp(baseAddress, text.utf8Start, count) == 0
  }
}

extension Connection {
  /// Returns the number for the next clock of the log.
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
      throw LogError.inconsistent(.refused(error.message))
    }
  }

  /// Adds an event to the log; the triggers require it to be the next one.
  package func insert(_ record: Record) throws {
    // In the order of the columns: their names would take an eighth of the preparation.
    let statement = try cached(
      "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    do {
      try statement.bind(
        record.position, record.id, record.session, record.version, record.kind,
        record.kindVersion, record.at.nanosecondsSince1970, record.basis.rawValue,
        record.recordedAt.nanosecondsSince1970, record.ticks, record.clock.rawValue,
        record.source, record.data, record.digest
      ).run()
    } catch let error where error.code.primary == .constraint {
      throw LogError.inconsistent(.refused(error.message))
    }
  }
}
