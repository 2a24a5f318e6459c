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
