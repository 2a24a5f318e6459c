/// A time as a user states it, which can mean several moments.
///
/// A time of day without a date, `10:00`, is of the day of a session or of an event. A time without
/// an offset that daylight saving repeats means two moments.
public struct StatedTime: Sendable {
  private enum Form: Hashable {
    case moments(first: Moment, second: Moment?)
    case timeOfDay(MomentText)
  }

  private let form: Form
  private let now: Moment
  private let clock: any LocalClock

  /// Parses a time as people write it, see ``Moment/init(text:now:clock:)``.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - now: the present.
  ///   - clock: the local clock.
  /// - Throws: the reason why the text is not a time.
  public init(_ text: String, now: Moment, clock: any LocalClock) throws(MomentTextError) {
    (self.now, self.clock) = (now, clock)
    if text.lowercased() == "now" {
      form = .moments(first: now, second: nil)
    } else if let day = try Self.onNamedDay(text, now: now, clock: clock) {
      form = .moments(first: day.first, second: day.second)
    } else {
      let parts = try MomentText(text)
      if let date = parts.date, let offset = parts.offset {
        form = .moments(first: try Moment(date: date, offset: offset, parts), second: nil)
      } else if let date = parts.date {
        guard let day = try clock.moments(on: date, parts) else { throw .skipped }
        form = .moments(first: day.first, second: day.second)
      } else {
        guard parts.secondOfDay < 86_400 else { throw .noSuchTime }
        form = .timeOfDay(parts)
      }
    }
  }

  /// Whether it is a time of day without a date.
  public var isTimeOfDay: Bool { if case .timeOfDay = form { true } else { false } }

  /// Returns the moments that it can mean: two if daylight saving repeats the time.
  ///
  /// A time of day is the one nearest to the anchor that is not in the future. One that comes next
  /// within an hour is refused: the day before is rarely meant.
  ///
  /// - Parameter anchor: the moment near which a time of day is.
  /// - Returns: the moments in their order.
  /// - Throws: the reason why it is not a moment.
  public func moments(
    near anchor: Moment
  ) throws(MomentTextError) -> (first: Moment, second: Moment?) {
    let parts: MomentText
    switch form {
    case .moments(let first, let second): return (first, second)
    case .timeOfDay(let time): parts = time
    }
    let (around, shown) = (clock.time(at: min(anchor, now)), clock.time(at: now))
    // Clocks that are set back over midnight have already shown times of the next day.
    let days = [-1, 0, 1].compactMap { days in
      CivilTime(
        date: CivilDate(daysSince1970: around.date.daysSince1970 + days),
        secondOfDay: parts.secondOfDay)
    }
    func distance(_ time: CivilTime) -> Int {
      abs(time.secondsSince1970 - around.secondsSince1970)
    }
    for time in days.sorted(by: { (distance($0), $0) < (distance($1), $1) }) {
      guard let found = try clock.moments(on: time.date, parts) else {
        if time > shown { continue }
        throw .skipped
      }
      if found.first <= now { return (found.first, found.second.flatMap { $0 <= now ? $0 : nil }) }
      if found.first - now < .seconds(3600) { throw .ahead(found.first) }
    }
    throw .skipped
  }

  /// Whether it can mean a moment, for some anchor.
  public func canMean(_ moment: Moment) -> Bool {
    switch form {
    case .moments(let first, let second): moment == first || moment == second
    case .timeOfDay(let parts):
      clock.time(at: moment).secondOfDay == parts.secondOfDay
        && moment.nanosecondOfSecond == parts.nanoseconds
    }
  }

  /// Whether the local day of a moment is today.
  public func isToday(_ moment: Moment) -> Bool {
    clock.time(at: moment).date == clock.time(at: now).date
  }

  /// Parses a time on a named day: `yesterday 10:00`, `monday 9:30`, `last monday 9:30`; nil for
  /// texts that do not begin with the name of a day.
  ///
  /// A weekday is the latest one at which that time is not in the future.
  private static func onNamedDay(
    _ text: String, now: Moment, clock: any LocalClock
  ) throws(MomentTextError) -> (first: Moment, second: Moment?)? {
    // A text that begins with a digit, as most, is not split, nor is the local date computed for it.
    guard text.first(where: { $0 != " " })?.isLetter ?? false else { return nil }
    let words = text.split(separator: " ")
    let today = clock.time(at: now).date
    if NamedDay(words.joined(separator: " "), today: today) != nil { throw .timeMissing }
    guard let time = words.last,
      let day = NamedDay(words.dropLast().joined(separator: " "), today: today)
    else { return nil }
    let parts = try MomentText(String(time))
    guard parts.date == nil else { throw .malformed }
    guard let moments = try clock.moments(on: day.date, parts) else { throw .skipped }
    guard day.isWeekday, moments.first > now else { return moments }
    let before = CivilDate(daysSince1970: day.date.daysSince1970 - 7)
    guard let moments = try clock.moments(on: before, parts) else { throw .skipped }
    return moments
  }
}

extension StatedTime: Hashable {
  /// Whether both can mean the same moments; local clocks of one program are the same.
  public static func == (left: StatedTime, right: StatedTime) -> Bool {
    left.form == right.form && left.now == right.now
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(form)
    hasher.combine(now)
  }
}

extension LocalClock {
  /// Returns the moments at which the clock shows the time of a text on a day; nil if it skips that
  /// time.
  fileprivate func moments(
    on date: CivilDate, _ parts: MomentText
  ) throws(MomentTextError) -> (first: Moment, second: Moment?)? {
    guard let time = CivilTime(date: date, secondOfDay: parts.secondOfDay) else {
      throw .noSuchTime
    }
    let seconds = seconds(showing: time)
    guard let first = seconds.first else { return nil }
    func moment(_ second: Int) throws(MomentTextError) -> Moment {
      guard let moment = Moment(secondsSince1970: second, nanoseconds: parts.nanoseconds) else {
        throw .outOfRange
      }
      return moment
    }
    return (try moment(first), seconds.count > 1 ? try moment(seconds[1]) : nil)
  }
}
