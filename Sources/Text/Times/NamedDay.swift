/// A day by its name, relative to today: `today`, `yesterday`, `monday`, `mon`, in any case.
struct NamedDay {
  /// The day; that of a weekday is the latest one, today included.
  let date: CivilDate
  /// Whether the name is that of a weekday, which comes again a week later.
  let isWeekday: Bool

  /// The days of the week; 1970-01-01 was a Thursday.
  private static let weekdays = [
    "thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday",
  ]

  /// Parses a name; nil for other texts.
  init?(_ text: some StringProtocol, today: CivilDate) {
    let word = text.lowercased()
    let days = today.daysSince1970
    switch word {
    case "today": (date, isWeekday) = (today, false)
    case "yesterday": (date, isWeekday) = (CivilDate(daysSince1970: days - 1), false)
    default:
      let weekday = Self.weekdays.firstIndex { $0 == word || $0.prefix(3) == word }
      guard let weekday else { return nil }
      let back = ((days - weekday) % 7 + 7) % 7
      (date, isWeekday) = (CivilDate(daysSince1970: days - back), true)
    }
  }
}

extension Moment {
  /// Parses a time on a named day: `yesterday 10:00`, `monday 9:30`.
  ///
  /// A weekday is the latest one at which that time is not in the future.
  ///
  /// - Returns: the moment; nil for texts that do not begin with the name of a day.
  /// - Throws: the reason why the text is not a moment.
  init?(
    onNamedDay text: String, now: Moment, clock: some LocalClock
  ) throws(MomentTextError) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let name = words.first, let day = NamedDay(name, today: clock.time(at: now).date) else {
      return nil
    }
    guard words.count == 2 else { throw .timeMissing }
    let parts = try MomentText(String(words[1]))
    guard parts.date == nil else { throw .malformed }
    let moment = try Moment(day.date, parts, clock: clock)
    guard day.isWeekday, moment > now else {
      self = moment
      return
    }
    let before = CivilDate(daysSince1970: day.date.daysSince1970 - 7)
    self = try Moment(before, parts, clock: clock)
  }

  /// The first moment at which the clock shows the time of a text on a day.
  init(_ date: CivilDate, _ parts: MomentText, clock: some LocalClock) throws(MomentTextError) {
    guard let time = CivilTime(date: date, secondOfDay: parts.secondOfDay) else {
      throw .noSuchTime
    }
    guard let second = clock.firstSecond(showing: time) else { throw .skipped }
    guard let moment = Moment(secondsSince1970: second, nanoseconds: parts.nanoseconds) else {
      throw .outOfRange
    }
    self = moment
  }
}
