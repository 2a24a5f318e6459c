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

extension EventID: LosslessStringConvertible {
  /// Reads a UUID in its usual form, 8-4-4-4-12 hexadecimal digits of either case.
  public init?(_ description: String) {
    var halves: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (offset, byte) in description.utf8.enumerated() {
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard digits < 32, let digit = Self.value(ofHexadecimal: byte) else { return nil }
      if digits < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.init(high: halves.0, low: halves.1)
  }

  /// The usual form, in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      write(to: buffer)
      return Self.textLength
    }
  }

  /// Appends the bytes of `description`, without a string in between.
  package func append(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.textLength))
    bytes.withUnsafeMutableBufferPointer { buffer in
      write(to: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
    }
  }

  private static let textLength = 36

  private func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
    var ascii = ASCIIWriter(buffer)
    ascii.put(high >> 32, hexadecimal: 8)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(high >> 16, hexadecimal: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(high, hexadecimal: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(low >> 48, hexadecimal: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(low, hexadecimal: 12)
  }

  /// What a hexadecimal digit of either case is worth.
  @inlinable
  package static func value(ofHexadecimal byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

/// Identities for events to be, each after the one before it where both are of one millisecond.
///
/// What is appended in the order of its identities is appended faster: the index of them grows at
/// its end.
public struct EventIDs: Sendable {
  private var newest: EventID?

  /// Begins anew.
  public init() {}

  /// Makes a UUID of version 7; one that would not come after the one before in its millisecond is a
  /// random number more than that (RFC 9562, section 6.2, method 2).
  ///
  /// - Parameters:
  ///   - moment: as in ``EventID/init(at:using:)``.
  ///   - generator: where the random bits come from.
  /// - Returns: an identity greater than the one before, where both are of one millisecond and it has
  ///   room.
  public mutating func next(
    at moment: Moment, using generator: inout some RandomNumberGenerator
  ) -> EventID {
    var id = EventID(at: moment, using: &generator)
    if let newest, id.milliseconds == newest.milliseconds, id <= newest {
      id = newest.successor(by: 1 + generator.next() >> 24) ?? id
    }
    newest = id
    return id
  }
}

extension EventID {
  fileprivate var milliseconds: UInt64 { high >> 16 }

  /// The identity that is so much greater; nil if its second half does not hold it.
  fileprivate func successor(by step: UInt64) -> EventID? {
    let sum = low + step
    return sum >> 62 == low >> 62 ? EventID(high: high, low: sum) : nil
  }
}
