import CSodium
import Glibc
package import Text

/// BLAKE2b of 32 bytes over all fields of an event that are not local to one log.
///
/// Each field is preceded by its length, as eight bytes, little-endian; numbers are also eight
/// bytes, little-endian, in two's complement; texts are UTF-8. The fields, in order: the text
/// `laptimer event 1`, id, session (the id of its first event), kind, kind_version, at, basis,
/// recorded_at, ticks_ns, boot_id, device, offset, source, data.
package struct Digest {
  /// The buffer for the fields, one after the other.
  private let message: UnsafeMutableRawBufferPointer
  private var count = 0

  private init(_ message: UnsafeMutableRawBufferPointer) { self.message = message }

  private static let mark: StaticString = "laptimer event 1"

  /// The length of a digest in bytes.
  static let length = 32

  /// Returns the digest of an event.
  ///
  /// - Complexity: O(length of its texts); about 0.3 µs.
  package static func of(
    _ record: Record, session: EventID, clock: ClockIdentity
  ) -> [UInt8] {
    let texts =
      mark.utf8CodeUnitCount + record.kind.utf8.count + record.basis.rawValue.utf8.count
      + clock.bootID.utf8.count + clock.device.utf8.count + record.source.utf8.count
      + record.data.utf8.count
    // Besides the texts there are two ids and five numbers; each of the fourteen fields has its
    // length before it.
    let length = texts + 2 * 16 + 5 * 8 + 14 * 8
    return withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { message in
      var digest = Digest(message)
      digest.add(mark)
      digest.add(record.id)
      digest.add(session)
      digest.add(record.kind)
      digest.add(Int64(record.kindVersion))
      digest.add(record.at.nanosecondsSince1970)
      digest.add(record.basis.rawValue)
      digest.add(record.recordedAt.nanosecondsSince1970)
      digest.add(record.ticks)
      digest.add(clock.bootID)
      digest.add(clock.device)
      digest.add(clock.offset)
      digest.add(record.source)
      digest.add(record.data)
      precondition(digest.count == length, "the message of a digest is not as long as laid out")
      return blake2b(UnsafeRawBufferPointer(message))
    }
  }

  static func message(of clock: ClockIdentity) -> [UInt8] {
    let length = clock.bootID.utf8.count + clock.device.utf8.count + 8 + 3 * 8
    return withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { message in
      var digest = Digest(message)
      digest.add(clock.bootID)
      digest.add(clock.device)
      digest.add(clock.offset)
      return [UInt8](message)
    }
  }

  static func length(
    of row: FoldedRow, source: UnsafeBufferPointer<UInt8>, by clock: [UInt8]
  ) -> Int {
    let texts =
      mark.utf8CodeUnitCount + row.kind.count + row.basis.rawValue.utf8.count + source.count
      + row.data.count
    return texts + 2 * 16 + 4 * 8 + 11 * 8 + clock.count
  }

  /// Writes the message of a row to memory of its length.
  static func write(
    _ row: FoldedRow, source: UnsafeBufferPointer<UInt8>, of session: EventID, by clock: [UInt8],
    to message: UnsafeMutableRawBufferPointer
  ) {
    var digest = Digest(message)
    digest.add(mark)
    digest.add(row.id)
    digest.add(session)
    digest.add(row.kind)
    digest.add(Int64(row.kindVersion))
    digest.add(row.at.nanosecondsSince1970)
    digest.add(row.basis.rawValue)
    digest.add(row.recordedAt.nanosecondsSince1970)
    digest.add(row.ticks)
    clock.withUnsafeBytes { digest.add(bytes: $0) }
    digest.add(source)
    digest.add(row.data)
    precondition(
      digest.count == message.count, "the message of a digest is not as long as laid out")
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    add(length: text.count)
    add(bytes: UnsafeRawBufferPointer(text))
  }

  private mutating func add(_ text: StaticString) {
    add(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  private mutating func add(_ number: Int64) {
    add(length: 8)
    store(number.littleEndian)
  }

  private mutating func add(_ id: EventID) {
    add(length: 16)
    store(id.firstHalf.bigEndian)
    store(id.secondHalf.bigEndian)
  }

  private mutating func add(length: Int) {
    store(UInt64(length).littleEndian)
  }

  private mutating func add(bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: message[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  private mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    message.storeBytes(of: number, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }
}

/// Returns the BLAKE2b of 32 bytes without a key (RFC 7693).
func blake2b(_ message: UnsafeRawBufferPointer) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Digest.length)
  // It fails only for unsupported lengths: "The minimum recommended output size is
  // crypto_generichash_BYTES" (libsodium, Generic hashing), which is 32.
  crypto_generichash(
    &digest, Digest.length, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count),
    nil, 0)
  return digest
}

/// Verifies events by their digests.
///
/// A digest covers the identities of session and clock. Each is looked up once; at most a few
/// thousand are cached.
struct DigestVerifier {
  private let log: EventLog
  private var uids: [Int: EventID] = [:]
  private var clocks: [ClockID: ClockIdentity] = [:]

  init(of log: EventLog) {
    self.log = log
  }

  mutating func uid(of session: Int) throws -> EventID {
    if let uid = uids[session] { return uid }
    if uids.count >= 4096 { uids.removeAll(keepingCapacity: true) }
    let uid = try log.uid(of: session)
    uids[session] = uid
    return uid
  }

  /// Returns the identity of a clock; if the log has none with this number, the error names an
  /// event of the clock.
  mutating func clock(_ id: ClockID, at position: Int) throws -> ClockIdentity {
    if let clock = clocks[id] { return clock }
    if clocks.count >= 4096 { clocks.removeAll(keepingCapacity: true) }
    guard let clock = try log.clock(id) else {
      throw LogError.damaged(position: position, "its clock is not in the log")
    }
    clocks[id] = clock
    return clock
  }

  @discardableResult
  mutating func verify(_ record: Record) throws -> (uid: EventID, clock: ClockIdentity) {
    try verify(record, of: uid(of: record.session))
  }

  /// Verifies that an event is the one appended to the session with this identity.
  @discardableResult
  mutating func verify(
    _ record: Record, of uid: EventID
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    try verify(record, of: uid, by: clock(record.clock, at: record.position))
  }

  /// Verifies that an event is the one appended to the session with this identity, by this clock.
  func verify(
    _ record: Record, of uid: EventID, by clock: ClockIdentity
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    guard Digest.of(record, session: uid, clock: clock) == record.digest else {
      throw LogError.damaged(position: record.position, .digest)
    }
    return (uid, clock)
  }
}
