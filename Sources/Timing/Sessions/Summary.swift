public import Text

/// The state of a session without its events; its size does not grow with them, only with the
/// labels of laps.
///
/// It suffices for the phase and the running time at any reading, and to decide and apply events in
/// order. Events that change the past (corrections, stated moments, a change of the plan) need the
/// whole ``Session``, which steps over its presses by the same code.
public struct Summary: Hashable, Sendable {
  /// The number of events.
  public package(set) var version = 0
  /// The properties other than times.
  public package(set) var profile = Profile()
  /// The timeline of its readings; nil before the first.
  package var timeline: Timeline?
  /// The state of its clock after all presses.
  package var stopwatch = Stopwatch(plan: Plan())
  /// The worst quality of its readings.
  package var readingQuality = ClockQuality.exact
  /// The shortest laps of each label; nil if no lap that counts has one, and on a course.
  package var labelBests: LabelBests?

  package init() {}

  /// The wall-clock time of the standing start.
  public var startedAt: Moment? { stopwatch.startedAt }

  /// The wall-clock time since which the clock runs, or ran when the session was discarded; nil before
  /// the start, once stopped, and after a press that found the session finished.
  public var runningSince: Moment? { stopwatch.runningSinceMoment }

  /// The event of the last lap that counts, by its number within the session.
  public var lastLap: Int? { stopwatch.lastLap }

  /// The shortest lap time of the largest group of alike laps, see ``AlikeLaps``; nil on a course.
  ///
  /// - Complexity: O(n) in the labels.
  public var best: Duration? { labelBests?.best ?? stopwatch.bests.exact }

  /// Whether any of its places is beyond the timeline.
  package var isBeyondTimeline: Bool {
    [timeline?.newest.place, stopwatch.latest, stopwatch.latestTimestamp]
      .contains { $0?.isBeyondTimeline == true }
  }

  /// The number of laps that count.
  public var lapCount: Int { stopwatch.lapCount }

  /// The worst quality of the session's times.
  public var quality: ClockQuality {
    stopwatch.hasStated ? max(.stated, readingQuality) : readingQuality
  }

  /// Applies an event that happened in order and corrects nothing, and returns its additions; nil,
  /// without a change, if past events are needed.
  ///
  /// - Complexity: O(1).
  package mutating func apply(_ event: Event) -> Stopwatch.Step? {
    let role = event.kind.role
    guard let placement = placement(of: event.time, isPress: role.isPress),
      isInOrder(event, placement)
    else { return nil }
    enter(event, placement)
    return role.isStepped ? step(Stopwatch.Entry(event, placement)) : .nothing
  }

  /// Adds an event that has no effect on earlier ones, except for its step.
  mutating func enter(_ event: Event, _ placement: Placement) {
    arrive(event, placement)
    profile.apply(event.kind, isFirst: event.version == 1)
    if event.kind.role == .start { stopwatch.plan = profile.plan }
  }

  /// Adds the event's reading to the timeline.
  mutating func arrive(_ event: Event, _ placement: Placement) {
    version = event.version
    readingQuality = max(readingQuality, placement.quality)
    let anchor = placement.anchor
    if timeline?.lay(anchor) == nil { timeline = Timeline(newest: anchor, newestSound: anchor) }
  }

  /// Steps the clock over the next press or timestamp.
  mutating func step(_ entry: Stopwatch.Entry) -> Stopwatch.Step {
    let best = stopwatch.bests.exact
    let step = stopwatch.step(entry)
    if case .lap(let lap) = step, lap.label != nil || labelBests != nil {
      addLabel(of: lap, best: best)
    }
    return step
  }

  /// Adds a lap to the bests by label; without any so far, the laps before it have no label.
  ///
  /// `best` is the shortest lap before it.
  private mutating func addLabel(of lap: Lap, best: Duration?) {
    guard let number = lap.number, lap.segment == nil else { return }
    if labelBests == nil {
      var bests = LabelBests()
      if let best { bests.add(.init(count: number - 1, first: 1, best: best), label: nil) }
      labelBests = bests
    }
    labelBests?.add(lap)
  }

  /// Whether the event has no effect on earlier ones.
  func isInOrder(_ event: Event, _ placement: Placement) -> Bool {
    switch event.kind.role {
    case .start: version == 0
    case .resume where placement.place == stopwatch.latest: false
    // In its place the stop comes before the lap that finished the session.
    case .stop where placement.place == stopwatch.finish?.place: false
    case .stop, .resume, .lap:
      placement.place
        >= max(stopwatch.latest ?? placement.place, stopwatch.latestTimestamp ?? placement.place)
    case .timestamp: placement.place >= stopwatch.latest ?? placement.place
    case .statement, .passage, .ruling, .nothing: true
    case .rules, .correction, .reversal: false
    }
  }

  /// The place of a reading without an event; zero before the first event.
  package func place(of reading: Reading) -> Duration {
    timeline?.position(of: reading).anchor.place ?? .zero
  }

  /// The phase.
  public func phase(at now: Reading) -> Phase {
    phase(atPlace: place(of: now))
  }

  /// The running time; negative in the countdown, nil without a start.
  public func runningTime(at now: Reading) -> Duration? {
    runningTime(atPlace: place(of: now))
  }

  /// The wall-clock time at which the limit will be reached, or was; nil without one, or while the
  /// clock stands short of it.
  public var limitAt: Moment? {
    guard let limit = stopwatch.plan.limit, let runningSince, !profile.isDiscarded else {
      return nil
    }
    return runningSince + (limit - stopwatch.elapsed)
  }

  /// The phase at a place, or at the latest press if that is later.
  ///
  /// A reading before the latest press waited for the log, and sees that press. Only a countdown is
  /// shown as of the reading.
  package func phase(atPlace place: Duration) -> Phase {
    if profile.isDiscarded { return .discarded }
    if stopwatch.phase(at: place) == .countdown { return .countdown }
    return stopwatch.phase(at: max(place, stopwatch.latest ?? place))
  }

  /// The running time at a place, or at the latest press if that is later; in the countdown, the
  /// rest of the countdown as a negative time.
  package func runningTime(atPlace place: Duration) -> Duration? {
    if stopwatch.phase(at: place) == .countdown { return stopwatch.runningTime(at: place) }
    return stopwatch.runningTime(at: max(place, stopwatch.latest ?? place))
  }

  /// Returns the place of the next event, which is not a press, in O(1); nil if past events are
  /// needed.
  package func place(ofNext event: Event) -> Duration? {
    guard let place = placement(of: event.time, isPress: false)?.place,
      place >= stopwatch.latest ?? place
    else { return nil }
    return place
  }

  /// Whether the clock and the rules are the same in both, apart from laps.
  package func hasSameClock(as other: Summary) -> Bool {
    let (clock, otherClock) = (stopwatch, other.stopwatch)
    return clock.start == otherClock.start && clock.finish == otherClock.finish
      && clock.stoppedAt == otherClock.stoppedAt && clock.runningSince == otherClock.runningSince
      && profile.isDiscarded == other.profile.isDiscarded && profile.plan == other.profile.plan
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
