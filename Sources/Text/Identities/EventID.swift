/// The identity of an event, the same in every log that holds it: a UUID, version 7 when made here.
///
/// The first event's identity is also that of its session, its `uid`.
public struct EventID: Hashable, Comparable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// Makes the UUID with these sixteen bytes, the first half and the second, each big-endian.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes a UUID of version 7 (RFC 9562, section 5.7).
  ///
  /// The 12 bits behind the milliseconds are random, as the RFC allows: order in the log is given
  /// by position, never by id.
  ///
  /// - Parameters:
  ///   - moment: its leading 48 bits are this moment's milliseconds since 1970.
  ///   - generator: where the 74 random bits come from.
  public init(at moment: Moment, using generator: inout some RandomNumberGenerator) {
    let milliseconds = UInt64(max(0, moment.nanosecondsSince1970 / 1_000_000))
    high = milliseconds << 16 | 0x7000 | generator.next() >> 52
    low = 0x8000_0000_0000_0000 | generator.next() >> 2
  }

  /// Whether the one comes first byte by byte; for ids made here, roughly by time.
  public static func < (left: EventID, right: EventID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The first eight bytes, big-endian.
  package var firstHalf: UInt64 { high }
  /// The last eight bytes, big-endian.
  package var secondHalf: UInt64 { low }
}
