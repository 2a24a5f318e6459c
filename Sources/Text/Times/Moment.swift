/// A point in wall-clock time, in whole nanoseconds since 1970-01-01T00:00:00Z.
///
/// The range is 1677-09-21 to 2262-04-11. Arithmetic saturates at its ends, so that readings of a
/// broken clock do not trap.
public struct Moment: Hashable, Comparable, Sendable {
  /// The nanoseconds since 1970 without leap seconds; negative before.
  public var nanosecondsSince1970: Int64

  /// Creates the moment at a number of nanoseconds after 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Whether one moment is before the other on the wall clock.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// The wall-clock time from the right moment to the left one; exact.
  public static func - (left: Moment, right: Moment) -> Duration {
    let (difference, overflows) =
      left.nanosecondsSince1970.subtractingReportingOverflow(right.nanosecondsSince1970)
    if !overflows { return .nanoseconds(difference) }
    return .nanoseconds(left.nanosecondsSince1970) - .nanoseconds(right.nanosecondsSince1970)
  }

  /// The moment a span later, clamped to the range.
  public static func + (moment: Moment, span: Duration) -> Moment {
    Moment(
      nanosecondsSince1970: (Duration.nanoseconds(moment.nanosecondsSince1970) + span).nanoseconds)
  }

  /// The moment a span earlier, clamped to the range.
  public static func - (moment: Moment, span: Duration) -> Moment {
    moment + (.zero - span)
  }
}

extension Moment {
  /// RFC 3339 in UTC with nine decimals: `2026-11-21T10:00:00.250000000Z`.
  ///
  /// The text is 30 bytes of ASCII; these texts sort in the order of their moments.
  public var rfc3339: String {
    String(unsafeUninitializedCapacity: Self.rfc3339Length) { buffer in
      writeRFC3339(to: buffer)
      return Self.rfc3339Length
    }
  }

  /// Appends the bytes of `rfc3339` without creating a string.
  package func appendRFC3339(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.rfc3339Length))
    bytes.withUnsafeMutableBufferPointer { buffer in
      writeRFC3339(to: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
    }
  }

  private static let rfc3339Length = 30

  private func writeRFC3339(to buffer: UnsafeMutableBufferPointer<UInt8>) {
    let time = CivilTime(secondsSince1970: Int(secondsSince1970))
    let second = UInt64(time.secondOfDay)
    var ascii = ASCIIWriter(buffer)
    ascii.put(UInt64(time.date.year), digits: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(UInt64(time.date.month), digits: 2)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(UInt64(time.date.day), digits: 2)
    ascii.put(UInt8(ascii: "T"))
    ascii.put(second / 3600, digits: 2)
    ascii.put(UInt8(ascii: ":"))
    ascii.put(second / 60 % 60, digits: 2)
    ascii.put(UInt8(ascii: ":"))
    ascii.put(second % 60, digits: 2)
    ascii.put(UInt8(ascii: "."))
    ascii.put(UInt64(nanosecondOfSecond), digits: 9)
    ascii.put(UInt8(ascii: "Z"))
  }
}

extension Moment {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package var secondsSince1970: Int64 {
    let (quotient, remainder) = nanosecondsSince1970.quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The nanoseconds after `secondsSince1970`, 0 to 999,999,999.
  package var nanosecondOfSecond: Int64 {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return remainder < 0 ? remainder + 1_000_000_000 : remainder
  }

  /// Creates the moment at seconds and nanoseconds after 1970; nil outside the range.
  package init?(secondsSince1970 seconds: Int, nanoseconds: Int) {
    let sum = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
    guard let nanosecondsSince1970 = Int64(exactly: sum) else { return nil }
    self.init(nanosecondsSince1970: nanosecondsSince1970)
  }
}

extension Moment {
  /// Parses a moment in RFC 3339: `2026-11-21T10:00:00.25Z`, `2026-11-21 11:00:00+01:00`.
  ///
  /// All offsets are accepted, `t`, `z` and a space for `T` and `Z`, as the RFC allows, and a time
  /// without seconds. A leap second, `:60`, is accepted in the last minute of a month in UTC, and
  /// equals the following second, as in POSIX: `23:59:60.5Z` is `00:00:00.5Z`. Decimals after the
  /// ninth must be zeros.
  ///
  /// - Parameter text: the text.
  /// - Throws: the reason why the text is not such a moment.
  public init(rfc3339 text: String) throws(MomentTextError) {
    let parts = try MomentText(text)
    guard let date = parts.date, let offset = parts.offset else {
      throw parts.date == nil ? .malformed : .offsetMissing
    }
    self = try Moment(date: date, offset: offset, parts)
  }

  /// Parses a moment as people write it.
  ///
  /// - With an offset: as `init(rfc3339:)`.
  /// - Without an offset, `2026-11-21T10:00:00`, `2026-11-21 10:00`: local time.
  /// - A time on a named day, `yesterday 10:00`, `monday 9:30`: local time; a weekday is the latest
  ///   one at which that time is not in the future.
  /// - `now`.
  /// - A time of day, `10:00`, `9:30`, `10:00:00.5`: the latest one in the past, or `now`. One that
  ///   comes next within an hour is refused: the day before is rarely meant.
  ///
  /// A time that daylight saving repeats is its first occurrence, see ``StatedTime`` for the second;
  /// one that it skips is an error. A leap second needs an offset.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - now: the present, for a time of day.
  ///   - clock: the local clock.
  /// - Throws: the reason why the text is not a moment.
  public init(
    text: String, now: Moment, clock: some LocalClock
  ) throws(MomentTextError) {
    self = try StatedTime(text, now: now, clock: clock).moments(near: now).first
  }

  /// Creates the moment of a text with a day and an offset.
  init(date: CivilDate, offset: Int, _ parts: MomentText) throws(MomentTextError) {
    let second = date.daysSince1970 * 86_400 + parts.secondOfDay - offset
    if parts.isLeapSecond {
      let following = CivilTime(secondsSince1970: second)
      guard following.secondOfDay == 0, following.date.day == 1 else { throw .noLeapSecond }
    }
    guard let moment = Moment(secondsSince1970: second, nanoseconds: parts.nanoseconds) else {
      throw .outOfRange
    }
    self = moment
  }
}

/// The source of an event's time.
public enum Basis: String, Hashable, Sendable, CaseIterable {
  /// The event happened at its reading, or with a countdown, that much later.
  case measured
  /// The user stated how long before its reading the event happened (`--ago`).
  case ago
  /// The user stated the time of the event (`--at`).
  case stated
}

/// A reading of this machine's clocks, before a log has numbered them.
public struct Instant: Hashable, Sendable {
  /// The clock of the ticks.
  public var clock: ClockIdentity
  /// CLOCK_BOOTTIME.
  public var ticks: Duration
  /// The wall clock.
  public var recordedAt: Moment

  /// Creates an instant from the values read.
  public init(clock: ClockIdentity, ticks: Duration, recordedAt: Moment) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
  }

  /// The limit of the difference between two measurements of the same distance of wall clock and
  /// ticks, in nanoseconds.
  ///
  /// A reading taken within a microsecond is off by at most half of one.
  package static var jitter: Int64 { 1_000 }
}
