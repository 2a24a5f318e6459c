import Host
import Text
import Timing

/// The periods by which sessions are grouped.
enum StatsPeriod: String, CaseIterable, Sendable {
  case day, week, month

  /// The calendar period, which has its first and last days.
  var calendar: CalendarPeriod {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    }
  }
}

struct PeriodRow: JSONObject {
  var first: CivilDate
  var figures: SessionFigures
  /// A sentence on the part of the period that counts; nil if all of it does.
  var part: Message?

  var object: JSONFields { ["period": first.text, "partial": part != nil] + figures.object }
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
    // An end in the future cuts nothing off.
    self.until = until.flatMap { $0 < context.now ? $0 : nil }
    now = context.now
    clock = context.world.localClock()
  }

  /// Returns a sentence on the part of a period, from its first day, that counts, with the option
  /// for all of it; nil if all of it counts.
  ///
  /// Throws an error for days beyond the range of `Moment`.
  func part(ofPeriodFrom first: CivilDate) throws(MomentTextError) -> Message? {
    let local = LocalTime(clock: clock)
    let last = period.calendar.last(from: first)
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
