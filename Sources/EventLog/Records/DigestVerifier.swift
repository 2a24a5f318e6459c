import Text

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

  /// Returns the identity of a session.
  mutating func uid(of session: Int) throws -> EventID {
    if let uid = uids[session] { return uid }
    if uids.count >= 4096 { uids.removeAll(keepingCapacity: true) }
    let uid = try log.uid(of: session)
    uids[session] = uid
    return uid
  }

  /// Returns the identity of a clock; nil if the log has none with this number.
  mutating func clock(_ id: ClockID) throws -> ClockIdentity? {
    if let clock = clocks[id] { return clock }
    if clocks.count >= 4096 { clocks.removeAll(keepingCapacity: true) }
    let clock = try log.clock(id)
    clocks[id] = clock
    return clock
  }

  /// Verifies that an event is the appended one.
  ///
  /// - Returns: the identities of its session and its clock.
  /// - Throws: `LogError.damaged` if it is not.
  @discardableResult
  mutating func verify(_ record: Record) throws -> (uid: EventID, clock: ClockIdentity) {
    try verify(record, of: uid(of: record.session))
  }

  /// Verifies that an event is the one appended to the session with this identity.
  @discardableResult
  mutating func verify(
    _ record: Record, of uid: EventID
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    guard let clock = try clock(record.clock) else {
      throw LogError.damaged(position: record.position, .unknownClock)
    }
    return try verify(record, of: uid, by: clock)
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
