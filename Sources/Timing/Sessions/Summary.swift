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
  /// The time onto which its readings are laid; nil before the first.
  package var timeline: Timeline?
  /// The state of its clock after all presses.
  package var clock = ClockState(plan: Plan())
  /// How well the worst of its readings is placed.
  package var readingQuality = ClockQuality.exact
  /// Whether anything that stands was stated, and not measured.
  package var hasStated = false
  /// The place of the latest timestamp.
  package var latestTimestamp: Duration?

  package init() {}

  /// Its stopwatch, as of its latest event.
  package var stopwatch: Stopwatch { clock.stopwatch }

  /// The wall-clock time of the start that stands.
  public var startedAt: Moment? { clock.startedAt }

  /// The wall-clock time since which the clock runs, or ran when the session finished or was
  /// discarded; nil before the start and once stopped.
  public var runningSince: Moment? { clock.runningSince }

  /// The event of the last lap that counts, by its number within the session.
  public var lastLap: Int? { clock.lastLap }

  /// The shortest lap time of the laps that count.
  public var best: Duration? { clock.best }

  /// Whether any of the places that it knows lies beyond the timeline.
  package var isBeyondTimeline: Bool {
    [timeline?.newest.place, clock.stopwatch.latest, latestTimestamp]
      .contains { $0?.isBeyondTimeline == true }
  }

  /// How many laps count.
  public var lapCount: Int { stopwatch.lapCount }

  /// How well the times of the session are known: the worst of them all.
  public var quality: ClockQuality {
    hasStated ? max(.stated, readingQuality) : readingQuality
  }
}
