public import Text

/// What is known of a session without its past: of constant size, however many events it has.
///
/// It is enough to tell the phase and the running time at any reading, and to decide and take in
/// all that happens in order. What reaches into the past (corrections, stated moments, a change of
/// plan) needs the whole ``Session``.
public struct Summary: Hashable, Sendable {
  /// How many events the session has.
  public package(set) var version = 0
  /// What is said of it besides its times.
  public package(set) var profile = Profile()
  /// The wall-clock time of the start that stands.
  public package(set) var startedAt: Moment?
  /// The wall-clock time since which the clock runs, or ran when the session finished or was
  /// discarded; nil before the start and once stopped.
  public package(set) var runningSince: Moment?
  /// The event of the last lap that counts, by its number within the session.
  public package(set) var lastLap: Int?
  /// The shortest lap time of the laps that count.
  public package(set) var best: Duration?
  /// The time onto which its readings are laid; nil before the first.
  package var timeline: Timeline?
  /// Its clock, as of its latest event.
  package var stopwatch = Stopwatch(plan: Plan())
  /// How well the worst of its readings is placed.
  package var readingQuality = ClockQuality.exact
  /// Whether anything that stands was stated, and not measured.
  package var hasStated = false
  /// The place of the latest timestamp.
  package var latestTimestamp: Duration?

  package init() {}

  /// How many laps count.
  public var lapCount: Int { stopwatch.lapCount }

  /// How well the times of the session are known: the worst of them all.
  public var quality: ClockQuality {
    hasStated ? max(.stated, readingQuality) : readingQuality
  }
}
