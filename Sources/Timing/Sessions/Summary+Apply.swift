extension Summary {
  /// What an event adds to the lists of a session.
  package enum Addition: Hashable, Sendable {
    case nothing
    case lap(Lap)
    case timestamp(Timestamp)
  }

  /// Takes in an event that happened in order and corrects nothing.
  ///
  /// - Returns: what it adds; nil, and nothing is changed, if the past is needed to take it in.
  /// - Complexity: O(1).
  package mutating func apply(_ event: Event) -> Addition? {
    guard let arrival = arrival(of: event.claim, isPress: event.kind.isPress) else { return nil }
    return apply(event, arrival)
  }

  /// Takes in an event that has its place.
  mutating func apply(_ event: Event, _ arrival: Arrival) -> Addition? {
    guard isInOrder(event, arrival) else { return nil }
    arrive(event, arrival)
    profile.apply(event.kind)
    switch event.kind {
    case .started:
      clock.stopwatch.plan = profile.plan
      note(arrival.flags)
      clock.apply(.start(isAhead: arrival.isAhead), at: arrival.place, event.at)
    case .stopped:
      note(arrival.flags)
      clock.apply(.stop, at: arrival.place, event.at)
    case .resumed:
      note(arrival.flags)
      clock.apply(.resume, at: arrival.place, event.at)
    case .lapped(let label):
      note(arrival.flags)
      return .lap(
        clock.apply(
          ClockState.LapEntry(
            event: event.version, place: arrival.place, at: event.at, label: label,
            flags: arrival.flags)))
    case .timestamped(let label):
      note(arrival.flags)
      latestTimestamp = latestTimestamp.map { max($0, arrival.place) } ?? arrival.place
      return .timestamp(
        Timestamp(
          event: event.version, label: label, at: event.at,
          runningTime: stopwatch.runningTime(at: arrival.place), place: arrival.place))
    default: break
    }
    return .nothing
  }

  /// Lays the event's reading onto the timeline, whatever else becomes of the event.
  mutating func arrive(_ event: Event, _ arrival: Arrival) {
    version = event.version
    readingQuality = max(readingQuality, arrival.quality)
    if timeline?.lay(arrival.anchor) == nil { timeline = Timeline(first: arrival.anchor) }
  }

  private mutating func note(_ flags: LapFlags) {
    if flags.contains(.stated) { hasStated = true }
  }

  /// Whether nothing that came before is seen in another light through this event.
  private func isInOrder(_ event: Event, _ arrival: Arrival) -> Bool {
    switch event.kind {
    case .started: version == 0
    case .resumed where arrival.place == stopwatch.latest: false
    // In its place the stop comes before the lap that finished the session.
    case .stopped where arrival.place == stopwatch.finish?.place: false
    case .stopped, .resumed, .lapped:
      arrival.place >= max(stopwatch.latest ?? arrival.place, latestTimestamp ?? arrival.place)
    case .timestamped: arrival.place >= stopwatch.latest ?? arrival.place
    case .named, .tagged, .untagged, .identified, .discarded, .unknown: true
    case .planned, .amended, .removed, .reverted: false
    }
  }
}

extension Event.Kind {
  /// Whether it is one of the presses of a stopwatch, whose order is that of their places.
  var isPress: Bool {
    switch self {
    case .started, .stopped, .resumed, .lapped: true
    default: false
    }
  }
}
