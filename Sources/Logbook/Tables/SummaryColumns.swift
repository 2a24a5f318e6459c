import EventLog
import Timing
import Text
import SQLite

/// A session's row in the table `sessions`, as the fold goes on from it.
enum SummaryColumns {
  /// The columns that `Statement.summary()` reads, in its order.
  static let selected = """
    name, tags, people, started_at, running_since, best_ns, events, phase = 'discarded', \
    plan_laps, plan_limit_ns, plan_min_lap_ns, \
    start_place, start_is_ahead, running_place, elapsed_ns, stop_place, \
    finish_place, finish_ns, finish_is_limit, lap_count, last_lap, last_split_ns, latest_place, \
    timestamp_place, reading_quality, has_stated, \
    newest_clock, newest_recorded_at, newest_ticks_ns, newest_place, newest_is_sound, \
    sound_clock, sound_recorded_at, sound_ticks_ns, sound_place
    """

  /// Reads the row of one session.
  static let selectOne = "SELECT \(selected) FROM sessions WHERE session = ?"

  /// Reads the rows of those that run or count down, with their numbers before them, newest first.
  static let selectOpen = """
    SELECT session, \(selected) FROM sessions \
    WHERE phase IN ('running', 'countdown') ORDER BY session DESC
    """

  /// Counts them.
  static let countOpen = "SELECT count(*) FROM sessions WHERE phase IN ('running', 'countdown')"
}

extension Statement {
  /// The summary in the row arrived at, its columns being `SummaryColumns.selected` from `first`
  /// on; the anchors of other clocks are not in it.
  func summary(from first: Int = 0) throws -> Summary {
    var summary = Summary()
    var column = first - 1
    func next() -> Int {
      column += 1
      return column
    }
    func span() -> Duration? { optionalInt(next()).map { .nanoseconds($0) } }
    func moment() -> Moment? {
      optionalInt(next()).map(Moment.init(nanosecondsSince1970:))
    }
    func anchor(isSound: Bool?) -> Anchor {
      let clock = ClockID(rawValue: int(next()))
      let recordedAt = moment() ?? Moment(nanosecondsSince1970: 0)
      let ticks = span() ?? .zero
      let place = span() ?? .zero
      return Anchor(
        reading: Reading(clock: clock, ticks: ticks, recordedAt: recordedAt), place: place,
        isSound: isSound ?? (int(next()) != 0))
    }
    summary.profile.name = optionalText(next())
    summary.profile.tags = try [String](storedJSON: text(next()))
    summary.profile.people = try [Person](storedJSON: text(next()))
    summary.clock.startedAt = moment()
    summary.clock.runningSince = moment()
    summary.clock.best = span()
    summary.version = Int(int(next()))
    summary.profile.isDiscarded = int(next()) != 0
    let laps = optionalInt(next()).map { Int($0) }
    let limit = span()
    summary.profile.plan = Plan(laps: laps, limit: limit, minimumLap: span())
    summary.clock.stopwatch = Stopwatch(plan: summary.profile.plan)
    let start = span()
    let isAhead = int(next()) != 0
    summary.clock.stopwatch.start = start.map { Stopwatch.Start(place: $0, isAhead: isAhead) }
    summary.clock.stopwatch.runningSince = span()
    summary.clock.stopwatch.elapsed = span() ?? .zero
    summary.clock.stopwatch.stoppedAt = span()
    let finish = span()
    let finishTime = span() ?? .zero
    let isLimit = int(next()) != 0
    summary.clock.stopwatch.finish = finish.map {
      Stopwatch.Finish(place: $0, runningTime: finishTime, isLimit: isLimit)
    }
    summary.clock.stopwatch.lapCount = Int(int(next()))
    summary.clock.lastLap = optionalInt(next()).map { Int($0) }
    summary.clock.stopwatch.lastSplit = span() ?? .zero
    summary.clock.stopwatch.latest = span()
    summary.latestTimestamp = span()
    summary.readingQuality = ClockQuality(rawValue: text(next())) ?? .unknown
    summary.hasStated = int(next()) != 0
    for number in [summary.version, summary.stopwatch.lapCount, summary.lastLap ?? 0]
    where number < 0 || number > Numbering.range.upperBound {
      throw LogError.inconsistent(reason: "a session cannot have \(number) events or laps")
    }
    let newest = anchor(isSound: nil)
    summary.timeline = Timeline(newest: newest, newestSound: anchor(isSound: true), others: [:])
    return summary
  }
}
