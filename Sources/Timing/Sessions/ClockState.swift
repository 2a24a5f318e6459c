package import Text

/// The state of a session's clock after some of its presses, in the order of their places.
///
/// ``step(_:)`` is the only code that knows what a press does to a clock and its laps.
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
  /// The shortest of the laps that count, whatever their labels; none on a course, where no two laps
  /// are alike.
  package var bests = ShownBests()
  /// The place of the latest timestamp.
  package var latestTimestamp: Duration?
  /// Whether the user stated the time of a press or timestamp.
  package var hasStated = false

  /// The state before the first press.
  package init(plan: Plan) {
    stopwatch = Stopwatch(plan: plan)
  }

  /// A start, stop, resume, lap or timestamp as it stands.
  struct Entry: Hashable {
    /// Its number within the session.
    var event: Int
    var role: Event.Role
    var place: Duration
    var at: Moment
    var label: String?
    /// The number of the segment that a lap states.
    var segment: Int?
    var flags: LapFlags
    /// Whether it is after its reading: a countdown.
    var isAhead: Bool

    /// An event as it arrived.
    init(_ event: Event, _ placement: Placement) {
      self.event = event.version
      role = event.kind.role
      place = placement.place
      at = event.at
      if case .lapped(let label, let segment) = event.kind {
        (self.label, self.segment) = (label, segment)
      } else if case .timestamped(let label) = event.kind {
        self.label = label
      }
      flags = placement.flags
      isAhead = placement.isAhead
    }
  }

  /// The additions of an event to the lists of a session.
  package enum Step: Hashable, Sendable {
    case nothing
    case lap(Lap)
    case timestamp(Timestamp)
  }

  /// Applies the next press or timestamp, and returns its lap, whether it counts or not, or the
  /// timestamp with the running time so far.
  ///
  /// - Complexity: O(1).
  mutating func step(_ entry: Entry) -> Step {
    if entry.flags.contains(.stated) { hasStated = true }
    let wasRunning = stopwatch.runningSince != nil
    switch entry.role {
    case .start:
      if stopwatch.start == nil { startedAt = entry.at }
      stopwatch.start(at: entry.place, isAhead: entry.isAhead)
    case .stop: stopwatch.stop(at: entry.place)
    case .resume: stopwatch.resume(at: entry.place)
    case .lap:
      let lap = lap(entry)
      if stopwatch.finish != nil { runningSince = nil }
      return .lap(lap)
    case .timestamp:
      latestTimestamp = latestTimestamp.map { max($0, entry.place) } ?? entry.place
      return .timestamp(
        Timestamp(
          event: entry.event, label: entry.label ?? "", at: entry.at,
          runningTime: stopwatch.runningTime(at: entry.place), place: entry.place))
    case .statement, .rules, .correction, .reversal, .passage, .ruling, .nothing: return .nothing
    }
    if stopwatch.finish != nil || stopwatch.runningSince == nil {
      runningSince = nil
    } else if !wasRunning {
      runningSince = entry.at
    }
    return .nothing
  }

  private mutating func lap(_ entry: Entry) -> Lap {
    let reading = stopwatch.lap(at: entry.place, segment: entry.segment, label: entry.label)
    if reading.number != nil {
      lastLap = entry.event
      if reading.segment == nil { bests.add(reading.lap, split: reading.split) }
    }
    return Lap(
      event: entry.event, number: reading.number, split: reading.split, lap: reading.lap,
      at: entry.at, label: entry.label, segment: reading.segment,
      flags: entry.flags.union(reading.flags), place: entry.place)
  }
}
