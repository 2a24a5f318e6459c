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

  /// The columns of `events` in the order of their reads in `Statement.record`; those of a fold
  /// come first.
  static let columns = FoldedRow.columns + ", session, source, digest"
}

extension Statement {
  /// Reads the part of the current row, which has `Record.columns`, that a fold needs; throws
  /// `LogError.damaged` if it cannot be an event.
  func numberedRow() throws(LogError) -> FoldedRow {
    let session = Int(int(11))
    guard Numbering.range.contains(session) else {
      throw .damaged(position: Int(int(10)), "no session has the number \(session)")
    }
    return try foldedRow()
  }

  /// Reads the record of the current row, which has `Record.columns`; throws `LogError.damaged` if
  /// it cannot be an event.
  func record() throws(LogError) -> Record {
    let row = try numberedRow()
    return Record(
      position: row.position, session: Int(int(11)), version: row.version, id: row.id,
      kind: String(decoding: row.kind, as: UTF8.self), kindVersion: row.kindVersion, at: row.at,
      basis: row.basis, recordedAt: row.recordedAt, ticks: row.ticks, clock: row.clock,
      source: text(12), data: String(decoding: row.data, as: UTF8.self), digest: bytes(13))
  }
}

extension Basis {
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
    } catch {
      throw error.asFlaw
    }
  }

  /// Adds an event to the log; the triggers require it to be the next one.
  package func insert(_ record: Record) throws {
    precondition(record.digest.count == Digest.length, "an event has a digest")
    // In the order of the columns: their names would take an eighth of the preparation.
    let statement = try cached(
      "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    do {
      try statement.bind(Int64(record.position), at: 1)
      try statement.bind(record.id, at: 2)
      try statement.bind(Int64(record.session), at: 3)
      try statement.bind(Int64(record.version), at: 4)
      try statement.bind(record.kind, at: 5)
      try statement.bind(Int64(record.kindVersion), at: 6)
      try statement.bind(record.at.nanosecondsSince1970, at: 7)
      try statement.bind(record.basis.rawValue, at: 8)
      try statement.bind(record.recordedAt.nanosecondsSince1970, at: 9)
      try statement.bind(record.ticks, at: 10)
      try statement.bind(record.clock.rawValue, at: 11)
      try statement.bind(record.source, at: 12)
      try statement.bind(record.data, at: 13)
      try statement.bind(record.digest, at: 14)
      try statement.run()
    } catch {
      throw error.asFlaw
    }
  }
}

extension DatabaseError {
  /// The contradiction in the log if a constraint refused a row, else the error itself.
  var asFlaw: any Error {
    code.primary == .constraint ? LogError.inconsistent("\(message)") : self
  }
}

/// Limits of an event's content.
public enum EventBounds {
  /// The largest number of tags that an event adds or removes, and of people that it names.
  public static let mostItems = 100
  /// The largest size of a payload in bytes.
  public static let mostBytes = 1 << 20
}

extension String {
  /// The reason why the text is not a valid name, label or tag; nil if it is.
  package var labelFault: String? { isEmpty ? "is empty" : lengthFault }

  /// The reason why the text is too long for a name, label or tag; nil if it is not.
  package var lengthFault: String? {
    utf8.count > Label.mostBytes ? "is longer than 1,024 bytes" : nil
  }

  /// The reason why the text is too long for a payload; nil if it is not.
  package var payloadLengthFault: String? {
    utf8.count > EventBounds.mostBytes ? "the payload is longer than 1 MiB" : nil
  }
}

/// The numbers of events and sessions in a log: 1, 2, 3, … without a gap.
package enum Numbering {
  /// All valid numbers; JSON readers represent integers exactly up to the last one.
  package static let range = 1...Int(1) << 53
}

extension EventID {
  /// Creates an id from the sixteen bytes of the UUID in their order; nil for any other count.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}

extension EventID {
  /// Returns the id of an event that one command appends after its first one: a UUID of version 8
  /// (RFC 9562), the BLAKE2b of this id and the number, so that a repeated command has the same
  /// ids.
  ///
  /// The command's event 1 has this id itself.
  package func inBatch(number: Int) -> EventID {
    if number == 1 { return self }
    let message = (
      high.bigEndian, low.bigEndian, UInt64(truncatingIfNeeded: number).bigEndian
    )
    return EventID(version8: withUnsafeBytes(of: message) { withBLAKE2b(of: $0) { Array($0) } })
  }
}

extension EventID: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    let bytes = (high.bigEndian, low.bigEndian)
    return withUnsafeBytes(of: bytes) { $0.bind(to: statement, at: index) }
  }
}
