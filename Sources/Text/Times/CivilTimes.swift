/// A day of the Gregorian calendar, extended backwards to before it was in use.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year; 0 is 1 BC.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Makes the day of these numbers; nil when the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Makes the day that lies so many days after 1970-01-01, or before it, when negative.
  ///
  /// The formula is Howard Hinnant's `civil_from_days`
  /// (https://howardhinnant.github.io/date_algorithms.html): years begin in March, so that the
  /// leap day comes last, and 400 of them, an era, always have 146,097 days.
  ///
  /// - Parameter days: any number of days that a `Moment` or a year of four digits has.
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

  /// How many days after 1970-01-01 it lies; Hinnant's `days_from_civil`.
  public var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether the one comes before the other.
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

/// What a calendar and a clock on a wall show together, to the second; in whatever zone.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// The day.
  public let date: CivilDate
  /// The second of the day as the clock shows it: 3,600 × hours + 60 × minutes + seconds, from 0
  /// to 86,399.
  public let secondOfDay: Int

  /// Makes a time of day; nil when there are no such seconds in a day.
  public init?(date: CivilDate, secondOfDay: Int) {
    guard 0..<86_400 ~= secondOfDay else { return nil }
    (self.date, self.secondOfDay) = (date, secondOfDay)
  }

  /// Makes the time that is shown so many seconds after 1970-01-01 00:00:00 on the same wall, were
  /// its clock never set.
  public init(secondsSince1970 seconds: Int) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    date = CivilDate(daysSince1970: days)
    secondOfDay = seconds - days * 86_400
  }

  /// The seconds after 1970-01-01 00:00:00 on the same wall, were its clock never set.
  public var secondsSince1970: Int { date.daysSince1970 * 86_400 + secondOfDay }

  /// Whether the one is shown before the other on a clock that is never set.
  public static func < (left: CivilTime, right: CivilTime) -> Bool {
    (left.date, left.secondOfDay) < (right.date, right.secondOfDay)
  }
}

/// What the clocks of a place show, with daylight saving and whatever else was ever decreed there.
public protocol LocalClock {
  /// What they show at a moment, to the second.
  func time(at moment: Moment) -> CivilTime

  /// The first moment at which they show this time; nil when they skip it.
  ///
  /// A time that they show twice, when they are set back, is meant by its first.
  ///
  /// - Returns: seconds since 1970-01-01T00:00:00Z, which may lie beyond what a `Moment` holds.
  func firstSecond(showing time: CivilTime) -> Int?
}
