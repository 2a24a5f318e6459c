package import Text

/// The places of events of a race that are after all others, for its tables.
extension Summary {
  /// A moment of a new event on the timeline.
  package struct Passage: Sendable {
    /// The place.
    package var place: Duration
    /// Whether the user stated it.
    package var isStated: Bool
    /// The place of the event's reading.
    package var newest: Duration
    /// The running time at the place; negative before the start, nil without one.
    package var runningTime: Duration?
  }

  /// Places the next event, which is not a press, in O(1); nil if past events are needed.
  package func passage(of event: Event) -> Passage? {
    guard let placement = placement(of: event.time, isPress: false),
      placement.place >= stopwatch.latest ?? placement.place
    else { return nil }
    return Passage(
      place: placement.place, isStated: placement.flags.contains(.stated),
      newest: placement.anchor.place, runningTime: stopwatch.runningTime(at: placement.place))
  }

  /// Whether the clock and the rules are the same in both, apart from laps.
  package func hasSameClock(as other: Summary) -> Bool {
    let (clock, otherClock) = (stopwatch, other.stopwatch)
    return clock.start == otherClock.start && clock.finish == otherClock.finish
      && clock.stoppedAt == otherClock.stoppedAt && clock.runningSince == otherClock.runningSince
      && profile.isDiscarded == other.profile.isDiscarded && profile.plan == other.profile.plan
  }

  /// Whether a reading is of the clock of the newest event, and the wall clock was not set since.
  package func isSteady(at reading: Reading) -> Bool {
    guard let timeline, timeline.newest.reading.clock == reading.clock else { return false }
    return timeline.position(of: reading).quality == .exact
  }

  /// The place of the start that counts; nil without one.
  package var startPlace: Duration? { stopwatch.start?.place }

  /// The place at which the clock stopped; nil while it runs.
  package var stopPlace: Duration? { stopwatch.finish?.place ?? stopwatch.stoppedAt }

  /// The place of the newest event's reading.
  package var newestPlace: Duration { timeline?.newest.place ?? .zero }

  /// Returns the wall-clock time at a place, by the newest reading; nil before the first event.
  package func moment(atPlace place: Duration) -> Moment? {
    timeline.map { $0.newest.reading.recordedAt + (place - $0.newest.place) }
  }
}
