public import Timing

/// An event as the log holds it: with its place in the log, and its payload as it was stored.
public struct LoggedEvent: Hashable, Sendable {
  /// Its number in this log, from 1 on without a gap.
  public var position: Int
  /// The number of its session in this log.
  public var session: Int
  /// What happened.
  public var event: Event
  /// The name of its kind.
  public var kind: String
  /// The version of the shape of its payload.
  public var kindVersion: Int
  /// What appended it.
  public var source: String
  /// Its payload, a JSON object.
  public var data: String
  /// BLAKE2b over all of it that is not local to this log, as it is stored.
  public var digest: [UInt8]
}
