import Text
import Timing

/// The periods by which sessions are grouped.
enum StatsPeriod: String, CaseIterable, Sendable {
  case day, week, month

  /// The first day of the period with a day; a week begins on Monday.
  func first(of day: CivilDate) -> CivilDate {
    let days = day.daysSince1970
    switch self {
    case .day: return day
    // 1970-01-05 was a Monday.
    case .week: return CivilDate(daysSince1970: days - ((days - 4) % 7 + 7) % 7)
    case .month: return CivilDate(daysSince1970: days - day.day + 1)
    }
  }

  /// The last day of the period that begins on a day.
  func last(from first: CivilDate) -> CivilDate {
    let days = first.daysSince1970
    switch self {
    case .day: return first
    case .week: return CivilDate(daysSince1970: days + 6)
    case .month:
      // Every month ends within 31 days, and the next one does not.
      let next = self.first(of: CivilDate(daysSince1970: days + 31))
      return CivilDate(daysSince1970: next.daysSince1970 - 1)
    }
  }
}

/// The sessions of a period.
struct PeriodRow {
  /// The first day.
  var first: CivilDate
  var figures: SessionFigures
  /// A sentence on the part of the period that counts; nil if all of it does.
  var part: String?
}

/// The bounds within which sessions count, and the periods that these cut.
struct PeriodBounds {
  private let period: StatsPeriod
  private let since: Moment?
  private let until: Moment?
  private let now: Moment
  private let clock: any LocalClock

  /// Creates the bounds of an answer; without a period, none is cut.
  init(period: StatsPeriod?, since: Moment?, until: Moment?, _ context: Context) {
    self.period = period ?? .day
    self.since = since
    // An end that lies ahead cuts nothing off.
    self.until = until.flatMap { $0 < context.now ? $0 : nil }
    now = context.now
    clock = context.world.localClock()
  }

  /// Returns a sentence on the part of a period that counts, with the option for all of it; nil if
  /// all of it counts.
  ///
  /// - Parameter first: the first day of the period.
  /// - Returns: the sentence.
  /// - Throws: `MomentTextError` for days beyond the range of `Moment`.
  func part(ofPeriodFrom first: CivilDate) throws(MomentTextError) -> String? {
    let local = LocalTime(clock: clock)
    let last = period.last(from: first)
    let (start, end) = (try bound(first, isEnd: false), try bound(last, isEnd: true))
    var (part, options): ([String], [String]) = ([], [])
    if let since, since > start, since <= end {
      part.append("from \(local.minute(of: since)) on")
      options.append("--since \(first.text)")
    }
    if let until, until < end, until >= start {
      part.append("until \(local.minute(of: until))")
      options.append("--until \(last.text)")
    }
    guard !part.isEmpty else { return nil }
    return """
      The \(period.rawValue) \(first.text) counts only \(part.joined(separator: " and ")); \
      '\(options.joined(separator: " "))' counts all of it.
      """
  }

  private func bound(_ day: CivilDate, isEnd: Bool) throws(MomentTextError) -> Moment {
    try Moment(bound: day.text, isEnd: isEnd, now: now, clock: clock)
  }
}

extension CivilDate {
  /// The date as `2026-11-21`.
  var text: String {
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
