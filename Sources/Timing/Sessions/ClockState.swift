package import Text

/// The state of a session's clock after some of its presses, in the order of their places.
package struct ClockState: Hashable, Sendable {
  /// The interpreter of the presses.
  package var stopwatch: Stopwatch
  /// The wall-clock time of the standing start.
  package var startedAt: Moment?
  /// The wall-clock time since which the clock runs, or ran when the session finished; nil before
  /// the start and once stopped.
  package var runningSince: Moment?
  /// The event of the last lap that counts, by its number within the session.
  package var lastLap: Int?
  /// The shortest lap time of the laps that count, whatever their labels; nil on a course, where no
  /// two laps are alike.
  package var best: Duration?

  /// The state before the first press.
  package init(plan: Plan) {
    stopwatch = Stopwatch(plan: plan)
  }

  /// A press other than a lap.
  enum Press: Hashable {
    case start(isAhead: Bool)
    case stop
    case resume
  }

  /// A lap that has not been judged yet.
  struct LapEntry: Hashable {
    var event: Int
    var place: Duration
    var at: Moment
    var label: String?
    /// The number of the segment that the event states.
    var segment: Int?
    var flags: LapFlags

    /// The lap of an event, as it arrived.
    init(_ event: Event, _ placement: Placement) {
      self.init(version: event.version, event.kind, at: event.at, placement)
    }

    init(version: Int, _ kind: Event.Kind, at: Moment, _ placement: Placement) {
      event = version
      place = placement.place
      self.at = at
      if case .lapped(let label, let segment) = kind {
        self.label = label
        self.segment = segment
      }
      flags = placement.flags
    }
  }

  /// Applies a press other than a lap.
  mutating func apply(_ press: Press, at place: Duration, _ moment: Moment) {
    let wasRunningSince = stopwatch.runningSince
    switch press {
    case .start(let isAhead):
      if stopwatch.start == nil { startedAt = moment }
      stopwatch.start(at: place, isAhead: isAhead)
    case .stop: stopwatch.stop(at: place)
    case .resume: stopwatch.resume(at: place)
    }
    if stopwatch.finish != nil || stopwatch.runningSince == nil {
      runningSince = nil
    } else if wasRunningSince == nil {
      runningSince = moment
    }
  }

  /// Applies a lap.
  ///
  /// - Returns: the lap as it is judged.
  mutating func apply(_ entry: LapEntry) -> Lap {
    let reading = stopwatch.lap(
      at: entry.place, Stopwatch.SegmentName(number: entry.segment, label: entry.label))
    if reading.number != nil {
      lastLap = entry.event
      if reading.segment == nil { best = best.map { min($0, reading.lap) } ?? reading.lap }
    }
    if stopwatch.finish != nil { runningSince = nil }
    return Lap(
      event: entry.event, number: reading.number, split: reading.split, lap: reading.lap,
      at: entry.at, label: entry.label, segment: reading.segment,
      flags: entry.flags.union(reading.flags), place: entry.place)
  }
}

extension ClockState {
  /// Whether the clock ran without a pause, up to its stop or until now.
  package var hasOneInterval: Bool {
    guard let start = stopwatch.start else { return false }
    if let since = stopwatch.runningSince {
      return since == start.place && stopwatch.elapsed == .zero
    }
    return stopwatch.stoppedAt.map { $0 - start.place == stopwatch.elapsed } ?? false
  }
}
