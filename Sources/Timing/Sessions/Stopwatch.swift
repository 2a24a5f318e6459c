package import Text

/// The state of a session's clock after some of its presses, in the order of their places.
///
/// ``step(_:)`` is the only code that knows what a press does to a clock and its laps. It takes any
/// sequence: what cannot be, such as a second start or a stop of a clock that stands, changes
/// nothing. Its size is constant.
package struct Stopwatch: Hashable, Sendable {
  package var plan: Plan
  /// The start that counts.
  package var start: Start?
  /// The wall-clock time of the start that counts.
  package var startedAt: Moment?
  /// The place since which the clock runs, or ran when the session finished; nil before the start
  /// and once stopped.
  package var runningSince: Duration?
  /// The wall-clock time since which the clock runs; nil before the start, once stopped, and after
  /// a press that found the session finished.
  package var runningSinceMoment: Moment?
  /// The running time of all intervals that have ended.
  package var elapsed: Duration = .zero
  /// The place of the last stop, while the clock is stopped.
  package var stoppedAt: Duration?
  package var finish: Finish?
  package var lapCount = 0
  /// The event of the last lap that counts, by its number within the session.
  package var lastLap: Int?
  /// The split of the last lap that counts; zero before it.
  package var lastSplit: Duration = .zero
  /// The number of the last segment that was completed; 0 before it, and without a course.
  package var lastSegment = 0
  /// The shortest of the laps that count, whatever their labels; none on a course, where no two laps
  /// are alike.
  package var bests = ShownBests()
  /// The place of the latest start, stop, resume or lap, whether it counts or not.
  package var latest: Duration?
  /// The place of the latest timestamp.
  package var latestTimestamp: Duration?
  /// Whether the user stated the time of a press or timestamp.
  package var hasStated = false

  package struct Start: Hashable, Sendable {
    /// The place from which it runs.
    package var place: Duration
    /// Whether it was in the future when it was recorded: a countdown.
    package var isAhead: Bool

    package init(place: Duration, isAhead: Bool) {
      self.place = place
      self.isAhead = isAhead
    }
  }

  /// The completion of a plan.
  package struct Finish: Hashable, Sendable {
    /// The place at which the clock stopped.
    package var place: Duration
    /// The running time then.
    package var runningTime: Duration
    /// Whether the limit was reached, not the number of laps.
    package var isLimit: Bool

    package init(place: Duration, runningTime: Duration, isLimit: Bool) {
      self.place = place
      self.runningTime = runningTime
      self.isLimit = isLimit
    }
  }

  /// The state before the first press.
  package init(plan: Plan) {
    self.plan = plan
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
    let place = entry.place
    if entry.role.isPress { latest = latest.map { max($0, place) } ?? place }
    switch entry.role {
    case .start:
      guard start == nil else { return .nothing }
      start = Start(place: place, isAhead: entry.isAhead)
      startedAt = entry.at
      run(entry)
    case .stop:
      finishByLimit(through: place)
      guard finish == nil, let since = runningSince else { return .nothing }
      elapsed += place - since
      (runningSince, runningSinceMoment) = (nil, nil)
      stoppedAt = place
    case .resume:
      finishByLimit(through: place)
      guard finish == nil, start != nil, runningSince == nil else { return .nothing }
      stoppedAt = nil
      run(entry)
    case .lap: return .lap(lap(entry))
    case .timestamp:
      latestTimestamp = latestTimestamp.map { max($0, place) } ?? place
      return .timestamp(
        Timestamp(
          event: entry.event, label: entry.label ?? "", at: entry.at,
          runningTime: runningTime(at: place), place: place))
    case .statement, .rules, .correction, .reversal, .passage, .ruling, .nothing: break
    }
    return .nothing
  }

  private mutating func run(_ entry: Entry) {
    (runningSince, runningSinceMoment) = (entry.place, entry.at)
  }

  private mutating func lap(_ entry: Entry) -> Lap {
    let place = entry.place
    // Without a limit, which is usual, nothing is computed.
    if plan.limit != nil, let reached = limitPlace, reached < place {
      finishByLimit(through: place)
    }
    let split = runningTime(at: place) ?? .zero
    var lap = Lap(
      event: entry.event, number: nil, split: split, lap: split - lastSplit, at: entry.at,
      label: entry.label, flags: entry.flags, place: place)
    if let finish, !(finish.isLimit && finish.place == place) {
      lap.flags.insert(.afterFinish)
    } else if runningSince == nil && stoppedAt != place && finish == nil {
      lap.flags.insert(.notRunning)
    } else if let shortest = plan.minimumLap, lap.lap < shortest {
      lap.flags.insert(.short)
    } else {
      count(&lap, segment: entry.segment)
    }
    return lap
  }

  /// Counts a lap; `segment` is the number of the segment that it states.
  private mutating func count(_ lap: inout Lap, segment: Int?) {
    lapCount += 1
    lastSplit = lap.split
    lap.number = lapCount
    lastLap = lap.event
    if let segments = plan.segments {
      lap.segment = segments.completed(by: segment, lap.label, after: lastSegment)
      lastSegment = lap.segment ?? lastSegment
    }
    if lap.segment == nil { bests.add(lap.lap, split: lap.split) }
    if plan.laps.map({ lapCount >= $0 }) ?? false || plan.segments?.count == lastSegment {
      finish(at: lap.place, lap.split, isLimit: false)
    }
  }

  private mutating func finish(at place: Duration, _ runningTime: Duration, isLimit: Bool) {
    finish = Finish(place: place, runningTime: runningTime, isLimit: isLimit)
    runningSinceMoment = nil
  }
}

extension [String] {
  /// Returns the number of the segment that a lap completes, from 1, if these are the names of the
  /// segments; nil after the last one.
  ///
  /// The lap can name a segment by its number, or by its label. That segment counts if it is after
  /// the last one completed; else the next one. Segments in between are skipped.
  func completed(by number: Int?, _ label: String?, after last: Int) -> Int? {
    if let number, number > last, number <= count { return number }
    return label.flatMap { segment(named: $0, after: last) } ?? (last < count ? last + 1 : nil)
  }

  /// The number of the first segment with a name after another one; nil if there is none.
  func segment(named name: String, after last: Int) -> Int? {
    guard last < count else { return nil }
    return self[Swift.max(0, last)...].firstIndex(of: name).map { $0 + 1 }
  }
}

/// The state of a stopwatch at a place that is not before its latest event.
extension Stopwatch {
  /// The place at which the limit is reached without further events; nil if it is not.
  package var limitPlace: Duration? {
    guard finish == nil, let limit = plan.limit, let since = runningSince else { return nil }
    return since + max(.zero, limit - elapsed)
  }

  /// The running time at a place; negative in the countdown, nil without a start.
  func runningTime(at place: Duration) -> Duration? {
    guard let start else { return nil }
    if let finish, place >= finish.place { return finish.runningTime }
    if place < start.place { return place - start.place }
    guard let since = runningSince else { return elapsed }
    let time = elapsed + max(.zero, place - since)
    return plan.limit.map { min($0, time) } ?? time
  }

  package func phase(at place: Duration) -> Phase {
    guard let start else { return .ready }
    if start.isAhead, place < start.place { return .countdown }
    if finish != nil { return .finished }
    if let limitPlace, limitPlace <= place { return .finished }
    return runningSince == nil ? .stopped : .running
  }

  /// Finishes the session if its limit is reached at this place or before.
  mutating func finishByLimit(through place: Duration) {
    guard let reached = limitPlace, reached <= place, let limit = plan.limit else { return }
    finish(at: reached, limit, isLimit: true)
  }
}
