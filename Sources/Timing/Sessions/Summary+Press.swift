import Text

/// What the presses of a stopwatch do to a session, in the order of their places.
extension Summary {
  /// A press that is no lap.
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
    var flags: LapFlags
  }

  mutating func press(_ press: Press, _ arrival: Arrival, at: Moment) {
    note(arrival.flags)
    let wasRunningSince = stopwatch.runningSince
    switch press {
    case .start(let isAhead):
      if stopwatch.start == nil { startedAt = at }
      stopwatch.start(at: arrival.place, isAhead: isAhead)
    case .stop: stopwatch.stop(at: arrival.place)
    case .resume: stopwatch.resume(at: arrival.place)
    }
    if stopwatch.finish != nil || stopwatch.runningSince == nil {
      runningSince = nil
    } else if wasRunningSince == nil {
      runningSince = at
    }
  }

  mutating func take(_ entry: LapEntry) -> Lap {
    let reading = stopwatch.lap(at: entry.place)
    if reading.number != nil {
      lastLap = entry.event
      best = best.map { min($0, reading.lap) } ?? reading.lap
    }
    if stopwatch.finish != nil { runningSince = nil }
    return Lap(
      event: entry.event, number: reading.number, split: reading.split, lap: reading.lap,
      at: entry.at, label: entry.label, flags: entry.flags.union(reading.flags),
      place: entry.place)
  }

  mutating func note(_ flags: LapFlags) {
    if flags.contains(.stated) { hasStated = true }
  }
}
