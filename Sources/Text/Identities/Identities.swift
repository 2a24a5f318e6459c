/// The identity of an event, the same in every log: a UUID.
///
/// Laptimer creates version 7. The id of a session's first event is also the `uid` of the session.
public struct EventID: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  package let high: UInt64
  /// The last eight bytes, big-endian.
  package let low: UInt64

  /// The nil UUID (RFC 9562, section 5.9), which no event has.
  package static let zero = EventID(high: 0, low: 0)

  /// Creates a UUID from the two halves of its sixteen bytes, each big-endian.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a UUID of version 8 (RFC 9562, section 5.8) from the first half of a digest.
  package init(version8 digest: [UInt8]) {
    let (high, low) = digest.withUnsafeBytes {
      (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self.init(high: high & ~0xF000 | 0x8000, low: low & ~(3 << 62) | 1 << 63)
  }

  /// Creates a UUID of version 7 (RFC 9562, section 5.7).
  ///
  /// The 12 bits after the milliseconds are random, as the RFC allows: the order of events in the
  /// log is their position, not their id.
  ///
  /// - Parameters:
  ///   - moment: its milliseconds since 1970 are the leading 48 bits.
  ///   - generator: the source of the 74 random bits.
  public init(at moment: Moment, using generator: inout some RandomNumberGenerator) {
    let milliseconds = UInt64(max(0, moment.nanosecondsSince1970 / 1_000_000))
    high = milliseconds << 16 | 0x7000 | generator.next() >> 52
    low = 0x8000_0000_0000_0000 | generator.next() >> 2
  }

  /// Compares byte by byte; ids of version 7 are roughly ordered by time.
  public static func < (left: EventID, right: EventID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension EventID: LosslessStringConvertible {
  /// Parses a UUID in its usual form, 8-4-4-4-12 hexadecimal digits of either case.
  public init?(_ description: String) {
    var description = description
    guard let id = description.withUTF8({ EventID(utf8: $0) }) else { return nil }
    self = id
  }

  /// Parses the bytes of a UUID in its usual form.
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == Self.textLength else { return nil }
    if let id = EventID(lowercase: UnsafeRawBufferPointer(bytes)) {
      self = id
      return
    }
    let upper = UInt8(ascii: "A")...UInt8(ascii: "F")
    let lowercase = bytes.map { upper.contains($0) ? $0 | 0x20 : $0 }
    guard let id = lowercase.withUnsafeBytes({ EventID(lowercase: $0) }) else { return nil }
    self = id
  }

  /// Parses the text of an id with digits in lower case, as the log has it, eight digits at a time;
  /// nil for any other text.
  private init?(lowercase text: UnsafeRawBufferPointer) {
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let dash = UInt8(ascii: "-")
    guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash,
      let first = Self.value(ofDigits: four(0) | four(4) << 32),
      let second = Self.value(ofDigits: four(9) | four(14) << 32),
      let third = Self.value(ofDigits: four(19) | four(24) << 32),
      let fourth = Self.value(ofDigits: four(28) | four(32) << 32)
    else { return nil }
    self.init(high: first << 32 | second, low: third << 32 | fourth)
  }

  /// Returns the value of eight hexadecimal digits in lower case, the first in the lowest byte; nil
  /// for other characters.
  private static func value(ofDigits digits: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A letter has bit 6, and its value is nine more than its low bits.
    let values = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ 9 &* (digits >> 6 & ones)
    // Written again, they are the same only if they were digits.
    let areLetters = (values &+ 0x0606_0606_0606_0606) >> 4 & ones
    guard values & 0xF0F0_F0F0_F0F0_F0F0 == 0,
      values &+ 0x3030_3030_3030_3030 &+ 0x27 &* areLetters == digits
    else { return nil }
    var value = values.byteSwapped
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value >> 16) & 0xFFFF_FFFF
  }

  /// The usual form, in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      write(to: buffer)
      return Self.textLength
    }
  }

  /// Appends the bytes of `description` without creating a string.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.textLength) { text in
      write(to: text)
      bytes.append(contentsOf: text)
    }
  }

  private static let textLength = 36

  private func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
    let text = UnsafeMutableRawBufferPointer(buffer)
    func put(_ digits: UInt64, at first: Int, _ second: Int) {
      let halves = (UInt32(truncatingIfNeeded: digits), UInt32(truncatingIfNeeded: digits >> 32))
      text.storeBytes(of: halves.0.littleEndian, toByteOffset: first, as: UInt32.self)
      text.storeBytes(of: halves.1.littleEndian, toByteOffset: second, as: UInt32.self)
    }
    let groups = (
      Self.digits(of: high >> 32), Self.digits(of: high & 0xFFFF_FFFF),
      Self.digits(of: low >> 32), Self.digits(of: low & 0xFFFF_FFFF)
    )
    put(groups.0, at: 0, 4)
    put(groups.1, at: 9, 14)
    put(groups.2, at: 19, 24)
    put(groups.3, at: 28, 32)
    for offset in [8, 13, 18, 23] { text[offset] = UInt8(ascii: "-") }
  }

  /// Returns the eight hexadecimal digits of a number of 32 bits in lower case, the first in the
  /// lowest byte: the opposite of `value(ofDigits:)`.
  private static func digits(of number: UInt64) -> UInt64 {
    var values = (number | number << 16) & 0x0000_FFFF_0000_FFFF
    values = (values | values << 8) & 0x00FF_00FF_00FF_00FF
    values = (values | values << 4) & 0x0F0F_0F0F_0F0F_0F0F
    values = values.byteSwapped
    let areLetters = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return values &+ 0x3030_3030_3030_3030 &+ 0x27 &* areLetters
  }

  /// Returns the value of a hexadecimal digit of either case.
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

/// Creates event ids that increase also within a millisecond.
///
/// Events appended in the order of their ids are appended faster, since their index grows at its
/// end.
public struct EventIDs: Sendable {
  private var newest: EventID?

  /// Creates a generator without a previous id.
  public init() {}

  /// Creates a UUID of version 7, greater than the previous one of the same millisecond.
  ///
  /// If it is not, the previous one plus a random number replaces it (RFC 9562, section 6.2,
  /// method 2), unless that exceeds the random bits.
  ///
  /// - Parameters:
  ///   - moment: as in ``EventID/init(at:using:)``.
  ///   - generator: the source of the random bits.
  /// - Returns: the id.
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

  /// The id increased by a step; nil if the sum exceeds the random bits of the second half.
  fileprivate func successor(by step: UInt64) -> EventID? {
    let sum = low + step
    return sum >> 62 == low >> 62 ? EventID(high: high, low: sum) : nil
  }
}

/// The boot clock of one boot of one device, in one time namespace.
public struct ClockIdentity: Hashable, Sendable {
  /// The random id that the kernel gave the boot.
  public var bootID: String
  /// The id of the machine, which is stored outside the log.
  public var device: String
  /// The offset of CLOCK_BOOTTIME in the time namespace from the machine's, in nanoseconds.
  public var offset: Int64

  /// Creates the identity of a clock.
  public init(bootID: String, device: String, offset: Int64 = 0) {
    self.bootID = bootID
    self.device = device
    self.offset = offset
  }
}

/// The number of a clock in a log.
public struct ClockID: RawRepresentable, Hashable, Sendable {
  /// The number, assigned by the log.
  public var rawValue: Int64

  /// Creates the id with a number.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}
