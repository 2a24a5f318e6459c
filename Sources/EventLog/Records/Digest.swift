import CSodium
package import Text

/// BLAKE2b of 32 bytes over all fields of an event that are not local to one log.
///
/// Each field is preceded by its length, as eight bytes, little-endian; numbers are also eight
/// bytes, little-endian, in two's complement; texts are UTF-8. The fields, in order: the text
/// `laptimer event 1`, id, session (the id of its first event), kind, kind_version, at, basis,
/// recorded_at, ticks_ns, boot_id, device, offset, source, data.
package struct Digest {
  static let length = 32

  private let memory: UnsafeMutableRawBufferPointer
  private var count = 0

  private init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// Returns the digest of an event.
  ///
  /// - Complexity: O(length of its texts); about 0.3 µs.
  package static func of(_ record: Record, session: EventID, clock: ClockIdentity) -> [UInt8] {
    with(
      id: record.id, session: session, kind: record.kind.utf8, kindVersion: record.kindVersion,
      at: record.at, basis: record.basis, recordedAt: record.recordedAt, ticks: record.ticks,
      clock: clock, source: record.source.utf8, data: record.data.utf8
    ) { Array($0) }
  }

  /// Gives the digest of an event with these fields, whose texts are UTF-8, to a closure, in memory that
  /// is valid inside it only.
  ///
  /// The message is written to memory with room for it.
  static func with<Text: Collection<UInt8>, Value>(
    id: EventID, session: EventID, kind: Text, kindVersion: Int, at: Moment, basis: Basis,
    recordedAt: Moment, ticks: Int64, clock: ClockIdentity, source: Text, data: Text,
    _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    let texts =
      kind.count + clock.bootID.utf8.count + clock.device.utf8.count + source.count + data.count
    // Lengths, ids, numbers and the short texts take less than 256 bytes.
    return try withUnsafeTemporaryAllocation(byteCount: texts + 256, alignment: 8) { memory in
      var message = Digest(memory)
      message.add("laptimer event 1".utf8)
      message.add(id)
      message.add(session)
      message.add(kind)
      message.add(Int64(kindVersion))
      message.add(at.nanosecondsSince1970)
      message.add(basis.rawValue.utf8)
      message.add(recordedAt.nanosecondsSince1970)
      message.add(ticks)
      message.add(clock.bootID.utf8)
      message.add(clock.device.utf8)
      message.add(clock.offset)
      message.add(source)
      message.add(data)
      return try withBLAKE2b(of: UnsafeRawBufferPointer(rebasing: memory[..<message.count]), body)
    }
  }

  private mutating func add(_ text: some Collection<UInt8>) {
    let length = text.count
    store(UInt64(length).littleEndian)
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: text)
    count += length
  }

  private mutating func add(_ number: Int64) {
    store(UInt64(8).littleEndian)
    store(UInt64(bitPattern: number).littleEndian)
  }

  private mutating func add(_ id: EventID) {
    store(UInt64(16).littleEndian)
    store(id.high.bigEndian)
    store(id.low.bigEndian)
  }

  private mutating func store(_ word: UInt64) {
    memory.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
    count += 8
  }
}

/// Gives the BLAKE2b of 32 bytes without a key (RFC 7693) to a closure, in memory that is valid inside
/// it only.
func withBLAKE2b<Value>(
  of message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Value
) rethrows -> Value {
  var digest = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
  return try withUnsafeMutablePointer(to: &digest) { words in
    try words.withMemoryRebound(to: UInt8.self, capacity: Digest.length) { digest in
      // It fails only for unsupported lengths: "The minimum recommended output size is
      // crypto_generichash_BYTES" (libsodium, Generic hashing), which is 32.
      crypto_generichash(
        digest, Digest.length, message.bindMemory(to: UInt8.self).baseAddress,
        UInt64(message.count), nil, 0)
      return try body(UnsafeRawBufferPointer(start: digest, count: Digest.length))
    }
  }
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

  /// Verifies that an event is the appended one; looks its session and its clock up if not given.
  @discardableResult
  mutating func verify(
    _ record: Record, of uid: EventID? = nil, by clock: ClockIdentity? = nil
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    let uid = if let uid { uid } else { try self.uid(of: record.session) }
    let clock = if let clock { clock } else { try self.clock(record.clock, at: record.position) }
    guard Digest.of(record, session: uid, clock: clock) == record.digest else {
      throw LogError.damaged(position: record.position, .digest)
    }
    return (uid, clock)
  }
}
