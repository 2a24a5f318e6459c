package import Text

/// The start of a clock after a correction.
package struct MovedStart: Hashable, Sendable {
  /// Its place.
  package var place: Duration
  /// Its wall-clock time.
  package var at: Moment
  /// Whether the correction states its time.
  package var isStated: Bool

  package init(place: Duration, at: Moment, isStated: Bool) {
    self.place = place
    self.at = at
    self.isStated = isStated
  }

  /// Returns the start moved by a span; nil if it is then beyond the timeline.
  package func moved(by span: Duration) -> MovedStart? {
    guard let moment = at.exactly(plus: span), !(place + span).isBeyondTimeline else { return nil }
    return MovedStart(place: place + span, at: moment, isStated: isStated)
  }
}

extension ClockState {
  /// Returns the clock with another start, the only press besides laps and maybe one stop, and all
  /// of its laps after both starts.
  ///
  /// - Parameters:
  ///   - start: the new start.
  ///   - recordedAhead: how far the start was in the future when it was recorded.
  /// - Returns: the clock; the shortest lap is the former one.
  package func moving(to start: MovedStart, recordedAhead: Duration) -> ClockState {
    var clock = self
    guard let former = stopwatch.start?.place else { return clock }
    clock.stopwatch.start = Stopwatch.Start(
      place: start.place, isAhead: start.place > .zero - recordedAhead)
    clock.startedAt = start.at
    if stopwatch.runningSince != nil {
      clock.stopwatch.runningSince = start.place
      clock.runningSince = start.at
    } else {
      clock.stopwatch.elapsed -= start.place - former
    }
    clock.stopwatch.lastSplit -= start.place - former
    return clock
  }
}
