/// A stopwatch that is given the events in the order of their places: the one interpreter of
/// starts, stops and laps.
///
/// It takes any sequence: what cannot be, such as a second start or a stop of a clock that stands,
/// changes nothing. Its size is constant.
package struct Stopwatch: Hashable, Sendable {
  /// The rules.
  package internal(set) var plan: Plan
  /// The start that counts.
  package var start: Start?
  /// Since when the clock runs, or ran when the session finished; nil before the start and once
  /// stopped.
  package var runningSince: Duration?
  /// The running time of all intervals that have ended.
  package var elapsed: Duration = .zero
  /// The place of the last stop, while the clock is stopped.
  package var stoppedAt: Duration?
  /// The finish of the session.
  package var finish: Finish?
  /// The number of laps that count.
  package var lapCount = 0
  /// The split of the last lap that counts; zero before it.
  package var lastSplit: Duration = .zero
  /// The number of the last segment that was completed; 0 before it, and without a course.
  package var lastSegment = 0
  /// The place of the latest start, stop, resume or lap, whether it counts or not.
  package var latest: Duration?

  /// The start of a clock.
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

  struct LapReading: Hashable {
    var number: Int?
    var split: Duration
    var lap: Duration
    /// The segment that it completes.
    var segment: Int?
    var flags: LapFlags
  }

  package init(plan: Plan) {
    self.plan = plan
  }

  mutating func start(at place: Duration, isAhead: Bool) {
    note(place)
    guard start == nil else { return }
    start = Start(place: place, isAhead: isAhead)
    runningSince = place
  }

  mutating func stop(at place: Duration) {
    note(place)
    finishByLimit(through: place)
    guard finish == nil, let since = runningSince else { return }
    elapsed += place - since
    runningSince = nil
    stoppedAt = place
  }

  mutating func resume(at place: Duration) {
    note(place)
    finishByLimit(through: place)
    guard finish == nil, start != nil, runningSince == nil else { return }
    runningSince = place
    stoppedAt = nil
  }

  mutating func lap(
    at place: Duration, segment: Int? = nil, label: String? = nil
  ) -> LapReading {
    note(place)
    // Without a limit, which is usual, nothing is computed.
    if plan.limit != nil, let reached = limitPlace, reached < place {
      finishByLimit(through: place)
    }
    let split = runningTime(at: place) ?? .zero
    var reading = LapReading(number: nil, split: split, lap: split - lastSplit, flags: [])
    if let finish, !(finish.isLimit && finish.place == place) {
      reading.flags = .afterFinish
    } else if runningSince == nil && stoppedAt != place && finish == nil {
      reading.flags = .notRunning
    } else if let shortest = plan.minimumLap, reading.lap < shortest {
      reading.flags = .short
    } else {
      lapCount += 1
      lastSplit = split
      reading.number = lapCount
      if let segments = plan.segments {
        reading.segment = segments.completed(by: segment, label, after: lastSegment)
        lastSegment = reading.segment ?? lastSegment
      }
      if plan.laps.map({ lapCount >= $0 }) ?? false || plan.segments?.count == lastSegment {
        finish = Finish(place: place, runningTime: split, isLimit: false)
      }
    }
    return reading
  }

  private mutating func note(_ place: Duration) {
    latest = latest.map { max($0, place) } ?? place
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

  /// The phase at a place.
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
    finish = Finish(place: reached, runningTime: limit, isLimit: true)
  }
}
