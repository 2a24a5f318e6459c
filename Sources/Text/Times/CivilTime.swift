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
