package import Timing
package import Text

extension NaiveClock {
  /// The place of a reading that arrives next.
  func place(of now: Reading) -> Duration {
    NaiveTimeline.clamped(session.timeline.locate(.now(now)).place)
  }

  /// The quality of that place.
  func quality(of now: Reading) -> ClockQuality { session.timeline.locate(.now(now)).quality }

  /// The time until the start of a countdown; nil outside of one.
  func countdown(at place: Duration) -> Duration? {
    guard let start, places[start] > session.timeline.places[start], places[start] > place else {
      return nil
    }
    return places[start] - place
  }

  /// The later of a place and that of the last press.
  func clampedToLastPress(_ place: Duration) -> Duration {
    max(place, last ?? place)
  }

  /// The phase at a place, without regard to countdowns and discarding.
  func state(at place: Duration) -> Phase {
    if start == nil { return .ready }
    if let finish, finish <= clampedToLastPress(place) { return .finished }
    return isOpen ? .running : .stopped
  }

  /// The phase at a reading.
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
      Reading(
        clock: now.clock, ticks: now.ticks + span, recordedAt: now.recordedAt + span)
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
    let isStanding = session.standing(of: session.events.count)
    return session.events.indices
      .filter { isStanding[$0] }
      .sorted { (places[$0], $0) < (places[$1], $1) }
      .compactMap { index in
        guard case .timestamped = session.events[index].kind else { return nil }
        let moment = session.corrected(index, isStanding)
        if moment.isRemoved { return nil }
        let place = moment.place
        return Timestamp(
          event: session.events[index].version, label: moment.label ?? "", at: moment.at,
          runningTime: startPlace.map { place < $0 ? place - $0 : ran(until: place) }, place: place)
      }
  }

  /// The wall-clock time of the start.
  package var startedAt: Moment? { start.map { moments[$0] } }

  /// The shortest lap time of the largest group.
  package var best: Duration? { NaiveStatistics.groups(laps).largest.map(\.lap).min() }
}
