package import Text
package import Timing

/// The clock of a session by its standing events: its intervals, finish and laps.
package struct NaiveClock {
  /// A period in which the clock runs, without an end while it still runs.
  struct Interval {
    var from: Duration
    var to: Duration?

    func contains(_ place: Duration) -> Bool { from <= place && to.map { place <= $0 } ?? true }
  }

  package let session: NaiveSession
  let places: [Duration]
  let moments: [Moment]
  package let profile: Profile
  /// The quality of its times, without that of the current reading.
  package let quality: ClockQuality
  /// The event that started the clock: the start with the earliest place.
  let start: Int?
  /// The largest place of the standing presses.
  let last: Duration?
  private(set) var intervals: [Interval] = []
  /// The place at which the plan is complete.
  package private(set) var finish: Duration?
  /// All laps, ordered by place.
  package private(set) var laps: [Lap] = []

  package init(_ session: NaiveSession) {
    self.session = session
    profile = session.profile
    quality = session.quality
    last = session.lastPress(before: session.events.count)
    let corrected = session.events.indices.map { session.corrected($0) }
    places = corrected.map(\.place)
    moments = corrected.map(\.at)
    (start, intervals) = session.clock
    judge()
  }

  var isOpen: Bool { intervals.last.map { $0.to == nil } ?? false }

  var startPlace: Duration? { start.map { places[$0] } }

  /// The place at which the running time reaches the limit.
  private var limitPlace: Duration? {
    guard let limit = profile.plan.limit else { return nil }
    var sum = Duration.zero
    for interval in intervals {
      let place = interval.from + (limit - sum)
      guard let end = interval.to, end < place else { return place }
      sum += end - interval.from
    }
    return nil
  }

  private mutating func judge() {
    let limit = limitPlace
    var counted = 0
    var split = Duration.zero
    var passed = 0
    for lap in session.correctedLaps {
      if finish == nil, let limit, lap.place > limit { finish = limit }
      var flags = session.clockFlags(of: lap)
      var number: Int?
      var segment: Int?
      let ran = self.ran(until: lap.place)
      if finish != nil {
        flags.insert(.afterFinish)
      } else if !intervals.contains(where: { $0.contains(lap.place) }) {
        flags.insert(.notRunning)
      } else if let shortest = profile.plan.minimumLap, ran - split < shortest {
        flags.insert(.short)
      } else {
        counted += 1
        number = counted
        segment = nextSegment(of: lap, after: passed)
        passed = segment ?? passed
      }
      laps.append(
        Lap(
          event: session.events[lap.index].version, number: number, split: ran, lap: ran - split,
          at: lap.at, label: lap.label, segment: segment, flags: flags, place: lap.place))
      if number != nil { split = ran }
      if let most = profile.plan.laps, let number, number >= most { finish = lap.place }
      if segment != nil && segment == profile.plan.segments?.count { finish = lap.place }
    }
    if finish == nil { finish = limit }
  }

  /// The running time at a place, which does not grow after the finish.
  func ran(until place: Duration) -> Duration {
    intervals.reduce(.zero) { sum, interval in
      let end = min(interval.to ?? place, place, finish ?? place)
      return sum + max(.zero, end - interval.from)
    }
  }

  /// The segment that a lap completes: the one that it states or that its label names, if that is
  /// still ahead, else the next one.
  private func nextSegment(of lap: CorrectedEvent, after passed: Int) -> Int? {
    guard let segments = profile.plan.segments else { return nil }
    let ahead = segments.indices.map { $0 + 1 }.filter { $0 > passed }
    if case .lapped(_, let stated?) = session.events[lap.index].kind, ahead.contains(stated) {
      return stated
    }
    if let label = lap.label, let named = ahead.first(where: { segments[$0 - 1] == label }) {
      return named
    }
    return ahead.first
  }

  func allowsLap(at place: Duration) -> Bool {
    if let finish, finish <= place { return true }
    return intervals.contains { $0.contains(place) }
  }
}

extension NaiveSession {
  /// The flags of a lap from its reading and its corrections.
  func clockFlags(of lap: CorrectedEvent) -> LapFlags {
    var flags: LapFlags =
      switch timeline.qualities[lap.index] {
      case .exact: []
      case .stated: .stated
      case .stepped: .stepped
      case .bridged: .bridged
      case .unknown: .unknown
      }
    if waited[lap.index] { flags.insert(.waited) }
    if late[lap.index] { flags.insert(.late) }
    if lap.isStated { flags.insert(.stated) }
    if lap.isAmended { flags.insert(.amended) }
    return flags
  }
}

extension NaiveClock {
  /// The wall-clock time of the lap that finished the session, else of the newest stop while the
  /// clock is stopped; nil while it runs, and for a limit.
  package var endedAt: Moment? {
    if let finish { return laps.last { $0.number != nil && $0.place == finish }?.at }
    if intervals.isEmpty || isOpen { return nil }
    let stops = session.events.indices.filter {
      if case .stopped = session.events[$0].kind { session.isStanding[$0] } else { false }
    }
    return stops.max { (places[$0], $0) < (places[$1], $1) }.map { moments[$0] }
  }

  func place(of now: Reading) -> Duration {
    NaiveTimeline.clamped(session.timeline.locate(.now(now)).place)
  }

  func quality(of now: Reading) -> ClockQuality { session.timeline.locate(.now(now)).quality }

  /// The time until the start of a countdown; nil outside of one.
  func countdown(at place: Duration) -> Duration? {
    guard let start, places[start] > session.timeline.places[start], places[start] > place else {
      return nil
    }
    return places[start] - place
  }

  func clampedToLastPress(_ place: Duration) -> Duration { max(place, last ?? place) }

  /// The phase at a place, without regard to countdowns and discarding.
  func state(at place: Duration) -> Phase {
    if start == nil { return .ready }
    if let finish, finish <= clampedToLastPress(place) { return .finished }
    return isOpen ? .running : .stopped
  }

  package func phase(at now: Reading) -> Phase {
    if profile.isDiscarded { return .discarded }
    return countdown(at: place(of: now)) == nil ? state(at: place(of: now)) : .countdown
  }

  /// The running time at a reading; negative in a countdown, and nil without a start.
  package func runningTime(at now: Reading) -> Duration? {
    if start == nil { return nil }
    if let ahead = countdown(at: place(of: now)) { return .zero - ahead }
    return ran(until: clampedToLastPress(place(of: now)))
  }

  /// A reading, and others at the finish, the start and the last lap, one nanosecond beside them,
  /// 7 s later, and after a reboot.
  package func boundaryReadings(after now: Reading) -> [Reading] {
    let here = place(of: now)
    var spans: [Duration] = [.zero, .seconds(7)]
    for place in [finish, startPlace, laps.last?.place].compactMap({ $0 }) {
      spans += [place - here, place - here - .nanoseconds(1), place - here + .nanoseconds(1)]
    }
    var readings = spans.map { span in
      Reading(clock: now.clock, ticks: now.ticks + span, recordedAt: now.recordedAt + span)
    }
    readings.append(
      Reading(
        clock: ClockID(rawValue: 99), ticks: .seconds(1), recordedAt: now.recordedAt + .seconds(3)))
    return readings
  }

  /// The quality of the running time, which for a running clock depends on the reading.
  package func quality(at now: Reading) -> ClockQuality {
    switch phase(at: now) {
    case .running, .countdown: max(quality, quality(of: now))
    case .ready, .stopped, .finished, .discarded: quality
    }
  }

  /// The standing timestamps, ordered by place.
  package var timestamps: [Timestamp] {
    session.events.indices
      .filter { session.isStanding[$0] }
      .sorted { (places[$0], $0) < (places[$1], $1) }
      .compactMap { index in
        guard case .timestamped = session.events[index].kind else { return nil }
        let moment = session.corrected(index)
        if moment.isRemoved { return nil }
        let place = moment.place
        return Timestamp(
          event: session.events[index].version, label: moment.label ?? "", at: moment.at,
          runningTime: startPlace.map { place < $0 ? place - $0 : ran(until: place) }, place: place)
      }
  }

  package var startedAt: Moment? { start.map { moments[$0] } }

  package var best: Duration? { NaiveStatistics.groups(laps).largest.map(\.lap).min() }
}
