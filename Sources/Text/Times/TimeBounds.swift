extension Moment {
  /// Parses a bound of a period as people write it.
  ///
  /// - A day, `2026-11-15`, `today`, `yesterday`, `monday`, `mon`: its beginning, or its end. A
  ///   weekday is the latest one, today included; `last monday` is before today.
  /// - `this week`, `last week`, `this month`, `last month`, `this year`, `last year`: likewise. A
  ///   week begins on Monday.
  /// - A span back, `7d`, `2w`, `3h`, `1h30m`: exactly that long before now, not midnight; a day is
  ///   24 hours.
  /// - A moment, as in `init(text:now:clock:)`.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isEnd: whether a day means its last nanosecond rather than its first.
  ///   - now: the present.
  ///   - clock: the local clock.
  /// - Throws: the reason why the text is not a bound.
  public init(
    bound text: String, isEnd: Bool, now: Moment, clock: some LocalClock
  ) throws(MomentTextError) {
    let today = clock.time(at: now).date
    if let days = try Self.days(of: text, today: today) {
      let first = isEnd ? CivilDate(daysSince1970: days.last.daysSince1970 + 1) : days.first
      let moment = try Moment(beginningOf: first, clock: clock)
      self = isEnd ? moment - .nanoseconds(1) : moment
    } else if let span = try Duration(back: text) {
      self = now - span
    } else {
      do throws(MomentTextError) {
        let moments = try StatedTime(text, now: now, clock: clock).moments(near: now)
        self = isEnd ? moments.second ?? moments.first : moments.first
      } catch {
        throw error == .malformed ? .malformedBound : error
      }
    }
  }

  /// The first moment of a day, which is not midnight if the clock skips that.
  private init(beginningOf day: CivilDate, clock: some LocalClock) throws(MomentTextError) {
    for second in stride(from: 0, to: 86_400, by: 900) {
      guard let time = CivilTime(date: day, secondOfDay: second),
        let first = clock.seconds(showing: time).first
      else { continue }
      guard let moment = Moment(secondsSince1970: first, nanoseconds: 0) else {
        throw .outOfRange
      }
      self = moment
      return
    }
    throw .skipped
  }

  /// Parses a day or a period; nil if the text has neither form.
  private static func days(
    of text: String, today: CivilDate
  ) throws(MomentTextError) -> (first: CivilDate, last: CivilDate)? {
    if let named = NamedDay(text, today: today) { return (named.date, named.date) }
    let words = text.lowercased().split(separator: " ")
    if words.count == 2, ["this", "last"].contains(words[0]),
      let period = CalendarPeriod(rawValue: String(words[1])), period != .day
    {
      var first = period.first(of: today)
      if words[0] == "last" {
        first = period.first(of: CivilDate(daysSince1970: first.daysSince1970 - 1))
      }
      return (first, period.last(from: first))
    }
    var scanner = TextScanner(text)
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"),
      let day = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    guard let date = CivilDate(year: year, month: month, day: day) else { throw .noSuchDay }
    return (date, date)
  }
}

/// The periods of the calendar by which sessions are grouped and chosen.
package enum CalendarPeriod: String, Sendable {
  case day, week, month, year

  /// The first day of the period with a day; a week begins on Monday.
  package func first(of day: CivilDate) -> CivilDate {
    let days = day.daysSince1970
    return switch self {
    case .day: day
    // 1970-01-05 was a Monday.
    case .week: CivilDate(daysSince1970: days - ((days - 4) % 7 + 7) % 7)
    case .month: CivilDate(daysSince1970: days - day.day + 1)
    case .year: CivilDate(year: day.year, month: 1, day: 1) ?? day
    }
  }

  /// The last day of the period that begins on a day.
  package func last(from first: CivilDate) -> CivilDate {
    // No period is longer, and the next one is not over by then.
    let most =
      switch self {
      case .day: 1
      case .week: 7
      case .month: 31
      case .year: 366
      }
    let next = self.first(of: CivilDate(daysSince1970: first.daysSince1970 + most))
    return CivilDate(daysSince1970: next.daysSince1970 - 1)
  }
}

extension Duration {
  /// Parses a span back from now; nil if the text is not a number with a unit.
  fileprivate init?(back text: String) throws(MomentTextError) {
    var scanner = TextScanner(text)
    let number = scanner.wholeNumber()
    let unit = scanner.letters(atMost: 2)
    guard number.digits > 0, !unit.isEmpty else { return nil }
    if scanner.isAtEnd, unit == "d" || unit == "w" {
      guard number.value <= 36_500 else { throw .outOfRange }
      self = .seconds(Int(number.value) * 86_400 * (unit == "w" ? 7 : 1))
      return
    }
    do throws(DurationTextError) {
      try self.init(text: text)
    } catch {
      throw .malformedBound
    }
  }
}

/// A day by its name, relative to today: `today`, `yesterday`, `monday`, `mon`, `last monday`, in any
/// case.
struct NamedDay {
  /// The day; that of a weekday is the latest one, today included, and with `last` before today.
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
      let isLast = word.hasPrefix("last ")
      let name = isLast ? word.dropFirst(5) : word[...]
      let weekday = Self.weekdays.firstIndex { $0 == name || $0.prefix(3) == name }
      guard let weekday else { return nil }
      let before = isLast ? 1 : 0
      let back = ((days - before - weekday) % 7 + 7) % 7 + before
      (date, isWeekday) = (CivilDate(daysSince1970: days - back), true)
    }
  }
}
