/// A point of wall-clock time, counted in whole nanoseconds from 1970-01-01T00:00:00Z.
///
/// Covers 1677-09-21 to 2262-04-11. Arithmetic saturates at these ends, so that no reading of a
/// broken clock can bring a fold down.
public struct Moment: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970, leap seconds not counted; negative before.
  public var nanosecondsSince1970: Int64

  /// Makes the moment that lies so many nanoseconds after 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Whether the one moment comes before the other on the wall clock.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// The wall-clock time from the right moment to the left one; exact.
  public static func - (left: Moment, right: Moment) -> Duration {
    .nanoseconds(left.nanosecondsSince1970) - .nanoseconds(right.nanosecondsSince1970)
  }

  /// The moment that lies so much later, or at the end of what can be told.
  public static func + (moment: Moment, span: Duration) -> Moment {
    Moment(
      nanosecondsSince1970: (Duration.nanoseconds(moment.nanosecondsSince1970) + span).nanoseconds)
  }

  /// The moment that lies so much earlier, or at the end of what can be told.
  public static func - (moment: Moment, span: Duration) -> Moment {
    moment + (.zero - span)
  }
}

extension Moment {
  /// RFC 3339 in UTC with nine decimals: `2026-11-21T10:00:00.250000000Z`.
  ///
  /// Always 30 bytes of ASCII; the order of such texts is that of their moments.
  public var rfc3339: String {
    String(unsafeUninitializedCapacity: Self.rfc3339Length) { buffer in
      writeRFC3339(to: buffer)
      return Self.rfc3339Length
    }
  }

  /// Appends the bytes of `rfc3339`, without a string in between.
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

  /// Makes the moment so many nanoseconds after a second; nil beyond what can be told.
  package init?(secondsSince1970 seconds: Int, nanoseconds: Int) {
    let sum = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
    guard let nanosecondsSince1970 = Int64(exactly: sum) else { return nil }
    self.init(nanosecondsSince1970: nanosecondsSince1970)
  }
}

extension Moment {
  /// Reads a moment of RFC 3339: `2026-11-21T10:00:00.25Z`, `2026-11-21 11:00:00+01:00`.
  ///
  /// Any offset; `t`, `z` and a space are taken for `T` and `Z`, as the RFC allows, and the seconds
  /// may be left out. A leap second, `:60`, is read where one can be, in the last second of a month
  /// of UTC, and is the second that follows, as POSIX counts: `23:59:60.5Z` is `00:00:00.5Z`.
  /// More than nine decimals are read when the rest of them are zeros.
  ///
  /// - Parameter text: the whole text.
  /// - Throws: why the text is not such a moment.
  public init(rfc3339 text: String) throws(MomentTextError) {
    let parts = try MomentText(text)
    guard let date = parts.date, let offset = parts.offset else {
      throw parts.date == nil ? .malformed : .offsetMissing
    }
    self = try Self.moment(date: date, offset: offset, parts)
  }

  /// Reads a moment as people write it.
  ///
  /// - With an offset: as `init(rfc3339:)` does.
  /// - Without one, `2026-11-21T10:00:00`, `2026-11-21 10:00`: what the local clocks showed then.
  /// - A bare time of day, `10:00`, `9:30`, `10:00:00.5`: the latest one past, `now` included.
  ///
  /// An hour that daylight saving repeats is its first; one that it skips is refused. No leap
  /// second is read without an offset.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - now: the present, from which a bare time looks back.
  ///   - clock: the clocks of the place where the text was written.
  /// - Throws: why the text is not a moment.
  public init(
    text: String, now: Moment, clock: some LocalClock
  ) throws(MomentTextError) {
    let parts = try MomentText(text)
    guard let date = parts.date else {
      self = try Self.latest(parts, now: now, clock: clock)
      return
    }
    if let offset = parts.offset {
      self = try Self.moment(date: date, offset: offset, parts)
      return
    }
    guard let time = CivilTime(date: date, secondOfDay: parts.secondOfDay) else {
      throw .noSuchTime
    }
    guard let second = clock.firstSecond(showing: time) else { throw .skipped }
    guard let moment = Moment(secondsSince1970: second, nanoseconds: parts.nanoseconds) else {
      throw .outOfRange
    }
    self = moment
  }

  private static func moment(
    date: CivilDate, offset: Int, _ parts: MomentText
  ) throws(MomentTextError) -> Moment {
    let second = date.daysSince1970 * 86_400 + parts.secondOfDay - offset
    if parts.isLeapSecond {
      let following = CivilTime(secondsSince1970: second)
      guard following.secondOfDay == 0, following.date.day == 1 else { throw .noLeapSecond }
    }
    guard let moment = Moment(secondsSince1970: second, nanoseconds: parts.nanoseconds) else {
      throw .outOfRange
    }
    return moment
  }

  /// The latest moment, not after now, at which the clocks showed a time of day.
  ///
  /// Looks at tomorrow too: clocks that are set back over midnight have shown times of a day that
  /// is not today's any more.
  private static func latest(
    _ parts: MomentText, now: Moment, clock: some LocalClock
  ) throws(MomentTextError) -> Moment {
    let shown = clock.time(at: now)
    for days in [1, 0, -1] {
      let date = CivilDate(daysSince1970: shown.date.daysSince1970 + days)
      guard let time = CivilTime(date: date, secondOfDay: parts.secondOfDay) else {
        throw .noSuchTime
      }
      guard let second = clock.firstSecond(showing: time) else {
        if time > shown { continue }
        throw .skipped
      }
      guard let moment = Moment(secondsSince1970: second, nanoseconds: parts.nanoseconds) else {
        throw .outOfRange
      }
      if moment <= now { return moment }
    }
    throw .skipped
  }
}
