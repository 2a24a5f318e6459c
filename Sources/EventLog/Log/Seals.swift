import Timing
import Text

/// What seals are verified with beside the events themselves: the identities of the sessions and
/// clocks that the log has given numbers to.
///
/// It looks each of them up once; it keeps no more than some thousand.
struct Seals {
  private let log: EventLog
  private var uids: [Int: EventID] = [:]
  private var clocks: [ClockID: ClockIdentity] = [:]

  init(of log: EventLog) {
    self.log = log
  }

  /// The identity of a session.
  mutating func uid(of session: Int) throws -> EventID {
    if let uid = uids[session] { return uid }
    if uids.count >= 4096 { uids.removeAll(keepingCapacity: true) }
    let uid = try log.uid(of: session)
    uids[session] = uid
    return uid
  }

  /// The identity of a clock; nil if the log has none of this number.
  mutating func clock(_ id: ClockID) throws -> ClockIdentity? {
    if let clock = clocks[id] { return clock }
    if clocks.count >= 4096 { clocks.removeAll(keepingCapacity: true) }
    let clock = try log.clock(id)
    clocks[id] = clock
    return clock
  }

  /// Verifies that an event is what was appended.
  ///
  /// - Returns: the identities of its session and its clock.
  /// - Throws: `LogError.damaged` if it is not.
  @discardableResult
  mutating func verify(_ logged: LoggedEvent) throws -> (uid: EventID, clock: ClockIdentity) {
    try verify(logged, of: uid(of: logged.session))
  }

  /// Verifies that an event is what was appended to the session of this identity.
  @discardableResult
  mutating func verify(
    _ logged: LoggedEvent, of uid: EventID
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    guard let clock = try clock(logged.event.reading.clock) else {
      throw LogError.damaged(position: logged.position, reason: "its clock is not in the log")
    }
    return try verify(logged, of: uid, by: clock)
  }

  /// Verifies that an event is what was appended to the session of this identity, by this clock.
  func verify(
    _ logged: LoggedEvent, of uid: EventID, by clock: ClockIdentity
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    guard Digest.of(logged, session: uid, clock: clock) == logged.digest else {
      throw LogError.damaged(position: logged.position, reason: "its digest is another")
    }
    return (uid, clock)
  }
}
