/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year; 0 is 1 BC.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Creates a day; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day at a number of days after 1970-01-01; before it, if negative.
  ///
  /// The formula is Howard Hinnant's `civil_from_days`
  /// (https://howardhinnant.github.io/date_algorithms.html): years begin in March, so that the
  /// leap day is the last day, and 400 years, an era, always have 146,097 days.
  ///
  /// - Parameter days: a number of days within the range of `Moment` or a four-digit year.
  public init(daysSince1970 days: Int) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days after 1970-01-01; Hinnant's `days_from_civil`.
  public var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether one day is before the other.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

/// A date and a time of day to the second, in an unspecified time zone.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// The day.
  public let date: CivilDate
  /// The second of the day: 3,600 × hours + 60 × minutes + seconds, from 0 to 86,399.
  public let secondOfDay: Int

  /// Creates a time; nil if the second is out of range.
  public init?(date: CivilDate, secondOfDay: Int) {
    guard 0..<86_400 ~= secondOfDay else { return nil }
    (self.date, self.secondOfDay) = (date, secondOfDay)
  }

  /// Creates the time at a number of seconds after 1970-01-01 00:00:00, on a clock that is never
  /// set.
  public init(secondsSince1970 seconds: Int) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    date = CivilDate(daysSince1970: days)
    secondOfDay = seconds - days * 86_400
  }

  /// The seconds since 1970-01-01 00:00:00, on a clock that is never set.
  public var secondsSince1970: Int { date.daysSince1970 * 86_400 + secondOfDay }

  /// Whether a clock that is never set shows one before the other.
  public static func < (left: CivilTime, right: CivilTime) -> Bool {
    (left.date, left.secondOfDay) < (right.date, right.secondOfDay)
  }
}

/// The local time of a time zone, including daylight saving and historical changes.
public protocol LocalClock: Sendable {
  /// Returns the local time at a moment, to the second.
  func time(at moment: Moment) -> CivilTime

  /// Returns the moments at which the clock shows a time: none if it skips that time, two if it
  /// repeats it.
  ///
  /// - Returns: the seconds since 1970-01-01T00:00:00Z, ascending; they may exceed the range of
  ///   `Moment`.
  func seconds(showing time: CivilTime) -> [Int]
}

/// The parts of a moment's text, each of them valid; their combination is not checked.
package struct MomentText: Hashable {
  /// The day; nil for a bare time of day.
  package private(set) var date: CivilDate?
  /// Seconds since midnight; 86,400 for a leap second at midnight.
  package private(set) var secondOfDay = 0
  /// Whether the second is 60.
  package private(set) var isLeapSecond = false
  /// The fraction of the second.
  package private(set) var nanoseconds = 0
  /// The offset from UTC in seconds; nil if the text has none.
  package private(set) var offset: Int?

  package init(_ text: String) throws(MomentTextError) {
    guard !text.isEmpty else { throw .empty }
    var scanner = TextScanner(text)
    let hour = try readDate(&scanner)
    try readTime(&scanner, hour: hour)
    if date != nil { try readOffset(&scanner) }
    guard scanner.isAtEnd else { throw .malformed }
    guard !isLeapSecond || offset != nil else { throw .noSuchTime }
  }

  /// Reads the day and its separator from the time, if there is a day; returns the hour if the text
  /// begins with a time of day.
  private mutating func readDate(_ scanner: inout TextScanner) throws(MomentTextError) -> Int? {
    let first = scanner.wholeNumber()
    if 1...2 ~= first.digits, scanner.next == UInt8(ascii: ":") { return Int(first.value) }
    guard first.digits == 4, scanner.take("-"), let month = scanner.number(digits: 2),
      scanner.take("-"), let day = scanner.number(digits: 2)
    else { throw .malformed }
    date = CivilDate(year: Int(first.value), month: month, day: day)
    guard date != nil else { throw .noSuchDay }
    guard !scanner.isAtEnd else { throw .timeMissing }
    guard scanner.take("T", or: "t") || scanner.take(" ") else { throw .malformed }
    return nil
  }

  private mutating func readTime(
    _ scanner: inout TextScanner, hour: Int?
  ) throws(MomentTextError) {
    guard let hour = hour ?? scanner.number(digits: 2), scanner.take(":"),
      let minute = scanner.number(digits: 2)
    else { throw .malformed }
    var second = 0
    if scanner.take(":") {
      guard let number = scanner.number(digits: 2) else { throw .malformed }
      second = number
      if scanner.take(".") {
        guard let fraction = scanner.fraction() else { throw .malformed }
        guard let nanoseconds = fraction.nanoseconds(of: DurationUnit.seconds.size) else {
          throw .finerThanNanoseconds
        }
        self.nanoseconds = nanoseconds
      }
    }
    guard hour < 24, minute < 60, second <= 60 else { throw .noSuchTime }
    isLeapSecond = second == 60
    secondOfDay = hour * 3600 + minute * 60 + second
  }

  private mutating func readOffset(_ scanner: inout TextScanner) throws(MomentTextError) {
    if scanner.take("Z", or: "z") {
      offset = 0
      return
    }
    let isNegative = scanner.next == UInt8(ascii: "-")
    guard scanner.take("+", or: "-") else { return }
    guard let hours = scanner.number(digits: 2), scanner.take(":"),
      let minutes = scanner.number(digits: 2)
    else { throw .malformed }
    guard hours < 24, minutes < 60 else { throw .noSuchOffset }
    offset = (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}

/// The reason why a text is not a moment.
public enum MomentTextError: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// It has none of the forms of a moment.
  case malformed
  /// It is neither a day, a span back nor a moment.
  case malformedBound
  /// It is a time of day that comes next within an hour, at this moment.
  case ahead(Moment)
  /// It has a day without a time of day.
  case timeMissing
  /// It lacks an offset from UTC.
  case offsetMissing
  /// The calendar has no such day.
  case noSuchDay
  /// The hour is above 23, or the minute or second above 59.
  case noSuchTime
  /// The offset from UTC is above 23:59.
  case noSuchOffset
  /// It has a second 60 that is not the last second of a month in UTC.
  case noLeapSecond
  /// It is finer than a nanosecond.
  case finerThanNanoseconds
  /// The local clock skipped that time when it was set forward.
  case skipped
  /// It is before 1677-09-21 or after 2262-04-11, beyond 64-bit nanoseconds.
  case outOfRange
}

extension MomentTextError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .malformed:
      """
      a moment is written like 10:00:00, 'yesterday 10:00', '2026-11-21 10:00', \
      2026-11-21T10:00:00Z or now
      """
    case .malformedBound:
      """
      it is neither a day (2026-11-21, yesterday, monday, 'last monday'), a week, month or year \
      ('this week', 'last month'), a span back (7d, 2w, 3h) nor a moment ('2026-11-21 10:00', \
      'yesterday 10:00', 10:00, now)
      """
    case .ahead: "it is less than an hour ahead"
    case .timeMissing: "the time of day is missing after the date"
    case .offsetMissing: "the offset from UTC, or Z for none, is missing after the time"
    case .noSuchDay: "the calendar has no such day"
    case .noSuchTime: "there is no such time of day"
    case .noSuchOffset: "an offset from UTC is at most 23:59"
    case .noLeapSecond: "second 60 occurs only at the end of a month in UTC"
    case .finerThanNanoseconds: "it is finer than a nanosecond"
    case .skipped: "that time was skipped when the clocks were set forward"
    case .outOfRange: "it is before 1677-09-21 or after 2262-04-11"
    }
  }
}
