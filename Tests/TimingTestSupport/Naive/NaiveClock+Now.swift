package import Timing
package import Text

extension NaiveClock {
  /// Where a reading would lie that arrived next.
  func place(of now: Reading) -> Duration {
    NaiveTimeline.held(session.timeline.lay(.now(now)).place)
  }

  /// How well that place would be known.
  func quality(of now: Reading) -> ClockQuality { session.timeline.lay(.now(now)).quality }

  /// How far ahead the start of a countdown lies, if it does.
  func countdown(at place: Duration) -> Duration? {
    guard let start, places[start] > session.timeline.places[start], places[start] > place else {
      return nil
    }
    return places[start] - place
  }

  /// A place, but not before what was pressed last: what is known by then is not unknown again.
  func heldBack(_ place: Duration) -> Duration {
    max(place, last ?? place)
  }

  /// The phase at a place, countdowns and discarding aside.
  func state(at place: Duration) -> Phase {
    if start == nil { return .ready }
    if let finish, finish <= heldBack(place) { return .finished }
    return isOpen ? .running : .stopped
  }

  /// What the clock is doing.
  package func phase(at now: Reading) -> Phase {
    if profile.isDiscarded { return .discarded }
    return countdown(at: place(of: now)) == nil ? state(at: place(of: now)) : .countdown
  }

  /// How long it has run; negative in the countdown.
  package func runningTime(at now: Reading) -> Duration? {
    if start == nil { return nil }
    if let ahead = countdown(at: place(of: now)) { return .zero - ahead }
    return ran(until: heldBack(place(of: now)))
  }

  /// A reading, and some after it: exactly at the finish, the start and the end of a lap, one
  /// nanosecond beside them, a while later, and on a machine that was booted meanwhile.
  package func readingsThatMatter(after now: Reading) -> [Reading] {
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

  /// How well the running time is known: a clock that runs also rests on the reading of now.
  package func quality(at now: Reading) -> ClockQuality {
    switch phase(at: now) {
    case .running, .countdown: max(quality, quality(of: now))
    case .ready, .stopped, .finished, .discarded: quality
    }
  }

  /// The timestamps that stand, in the order of their places.
  package var timestamps: [Timestamp] {
    let stands = session.standing(of: session.events.count)
    return session.events.indices
      .filter { stands[$0] }
      .sorted { (places[$0], $0) < (places[$1], $1) }
      .compactMap { index in
        guard case .timestamped = session.events[index].kind else { return nil }
        let moment = session.corrected(index, stands)
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
