import Text

extension Session {
  /// A standing event that has its place in time.
  private struct Step {
    var place: Duration
    var index: Int
    /// Which goes first of those in the same place.
    var rank = 0
  }

  /// Judges all standing events anew: in the order of arrival what they say, then in the order of
  /// their places what they do.
  ///
  /// - Parameter last: the place up to which presses and timestamps are taken in, nil for all; the
  ///   start, which may lie ahead, always is.
  /// - Returns: the lists as they were before.
  /// - Complexity: O(n log n); O(n) but for the sorting.
  @discardableResult
  mutating func judge(through last: Duration? = nil) -> Change {
    let before = Change.judgedAnew(laps: laps, timestamps: timestamps)
    let standing = standing
    var profile = Profile()
    for index in entries.indices where standing[index] {
      profile.apply(entries[index].event.kind)
    }
    let corrections = corrections(standing)
    let steps = steps(standing, corrections)
    summary.rewind(to: profile)
    intervals = Intervals()
    laps = []
    timestamps = []
    for step in steps where isWithin(step, last) {
      take(step, corrections[entries[step.index].event.id])
    }
    let limit = profile.plan.limit
    for index in timestamps.indices {
      timestamps[index].runningTime =
        intervals.runningTime(at: timestamps[index].place, limit: limit)
    }
    return before
  }

  /// The places of what stands and is not removed, in order; ties by arrival, but laps last: the
  /// ends of an interval count as running, also where it begins with a later event.
  private func steps(_ standing: [Bool], _ corrections: [EventID: Correction]) -> [Step] {
    var steps: [Step] = []
    for index in entries.indices where standing[index] {
      let entry = entries[index]
      switch entry.event.kind {
      case .started, .stopped, .resumed, .timestamped:
        steps.append(Step(place: entry.arrival.place, index: index))
      case .lapped:
        let correction = corrections[entry.event.id]
        guard correction?.isRemoved != true else { continue }
        steps.append(
          Step(place: correction?.place(of: entry) ?? entry.arrival.place, index: index, rank: 1))
      default: break
      }
    }
    steps.sort { ($0.place, $0.rank, $0.index) < ($1.place, $1.rank, $1.index) }
    return steps
  }

  private func isWithin(_ step: Step, _ last: Duration?) -> Bool {
    guard let last, step.place > last else { return true }
    if case .started = entries[step.index].event.kind { return true }
    return false
  }

  private mutating func take(_ step: Step, _ correction: Correction?) {
    let entry = entries[step.index]
    let event = entry.event
    switch event.kind {
    case .started:
      let isAhead = entry.arrival.place > entry.arrival.anchor.place
      summary.press(.start(isAhead: isAhead), entry.arrival, at: event.at)
    case .stopped: summary.press(.stop, entry.arrival, at: event.at)
    case .resumed: summary.press(.resume, entry.arrival, at: event.at)
    case .lapped(let label):
      var lap = Summary.LapEntry(
        event: event.version, place: step.place, at: event.at, label: label,
        flags: entry.arrival.flags)
      correction?.apply(to: &lap)
      summary.note(lap.flags)
      laps.append(summary.take(lap))
    case .timestamped(let label):
      summary.note(entry.arrival.flags)
      summary.latestTimestamp = step.place
      timestamps.append(
        Timestamp(
          event: event.version, label: label, at: event.at, runningTime: nil, place: step.place))
    default: break
    }
    intervals.follow(summary.stopwatch)
  }
}

extension Summary {
  /// Goes back to before the first press; what the readings have told stays.
  fileprivate mutating func rewind(to profile: Profile) {
    self.profile = profile
    stopwatch = Stopwatch(plan: profile.plan)
    startedAt = nil
    runningSince = nil
    best = nil
    lastLap = nil
    hasStated = false
    latestTimestamp = nil
  }
}
