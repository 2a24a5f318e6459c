package import Text

extension Session {
  /// An event of a race as it stands.
  package struct StandingRaceEvent: Sendable {
    /// Its number within the session, from 1.
    package var version: Int
    package var id: EventID
    package var event: RaceEvent
    /// The place of its moment.
    package var place: Duration
    /// The wall-clock time.
    package var at: Moment
    package var isStated: Bool
    package var isAmended: Bool
  }

  /// Returns an event of a race by its number within the session, from 1; nil if it does not stand,
  /// was removed, or is of another kind.
  package func raceEvent(_ version: Int) -> StandingRaceEvent? {
    let number = version - 1
    guard entries.indices.contains(number), let event = entries.raceEvent(number),
      standing[number], let moment = moment(number)
    else { return nil }
    return StandingRaceEvent(
      version: version, id: entries.ids[number], event: event, place: moment.place,
      at: moment.at, isStated: moment.isStated,
      isAmended: correction(of: number)?.isAmended ?? false)
  }

  /// A crossing as it stands, without its bib, chip and point: there are very many.
  package struct StandingCrossing: Sendable {
    package var id: EventID
    /// The place of its moment.
    package var place: Duration
    /// The wall-clock time.
    package var at: Moment
    package var isStated: Bool
    package var isAmended: Bool
  }

  /// Returns a crossing by its number within the session, from 1; nil if it does not stand, or was
  /// removed.
  package func standingCrossing(_ version: Int) -> StandingCrossing? {
    let number = version - 1
    guard entries.indices.contains(number), standing[number], let moment = moment(number) else {
      return nil
    }
    return StandingCrossing(
      id: entries.ids[number], place: moment.place, at: moment.at, isStated: moment.isStated,
      isAmended: correction(of: number)?.isAmended ?? false)
  }

  /// Returns a crossing as received, whether it stands or not, by its number within the session,
  /// from 1; nil for other kinds.
  package func crossing(_ version: Int) -> RaceEvent.Crossing? {
    entries.indices.contains(version - 1) ? entries.crossing(version - 1) : nil
  }

  /// The events of a race that stand and were not removed, in the order of their arrival.
  ///
  /// - Complexity: O(n) in the events.
  package var raceEvents: some Sequence<StandingRaceEvent> {
    (0..<entries.count).lazy.compactMap { raceEvent($0 + 1) }
  }

  /// The start that counts, by its number within the session, with its moment; nil without one.
  ///
  /// - Complexity: O(n) in the presses before it.
  package var start: (version: Int, place: Duration, at: Moment)? {
    guard let firstStart, let moment = moment(firstStart) else { return nil }
    return (firstStart + 1, moment.place, moment.at)
  }

  /// Returns the place of the latest crossing that stands and was not removed; nil without one.
  ///
  /// - Complexity: O(n) in the events.
  package func latestCrossing(
    where isCounted: (StandingRaceEvent) -> Bool = { _ in true }
  ) -> Duration? {
    var latest: Duration?
    for standing in raceEvents {
      guard case .crossed = standing.event, isCounted(standing) else { continue }
      latest = max(latest ?? standing.place, standing.place)
    }
    return latest
  }

  /// The number of crossings that stand and were not removed.
  ///
  /// - Complexity: O(n) in the events.
  package var crossingCount: Int {
    raceEvents.reduce(0) { if case .crossed = $1.event { $0 + 1 } else { $0 } }
  }

  /// Returns an event by its number within the session, from 1; nil if there is none.
  package func event(version: Int) -> Event? {
    entries.indices.contains(version - 1) ? entries.event(version - 1) : nil
  }

  /// Returns the kind of an event by its number within the session, from 1; nil if there is none.
  package func kind(version: Int) -> Event.Kind? {
    entries.indices.contains(version - 1) ? entries.kind(version - 1) : nil
  }

  /// Whether no standing `reverted` takes an event back.
  package func stands(_ version: Int) -> Bool {
    entries.indices.contains(version - 1) && standing[version - 1]
  }

  /// The reading of an event with its place, and how well the place is known.
  package func anchor(_ version: Int) -> (anchor: Anchor, quality: ClockQuality) {
    let placement = entries.placement(version - 1)
    return (placement.anchor, placement.quality)
  }

  /// The place to which an `amended` moves its target, if it states one; nil for other events.
  ///
  /// The target may be an event of another session.
  package func placeStated(by version: Int) -> Duration? { statedPlaces[version - 1] }

  /// The place of the start that counts, and of the last stop; nil without them.
  package var startPlace: Duration? { summary.startPlace }

  /// The place at which the clock stopped; nil while it runs.
  package var stopPlace: Duration? { summary.stopPlace }

  /// The place of its newest event's reading.
  package var newestPlace: Duration { summary.newestPlace }

  /// The running time at a place; negative before the start, nil without one.
  ///
  /// - Complexity: O(log n) in the stops.
  package func runningTime(atPlace place: Duration) -> Duration? {
    intervals.runningTime(at: place, limit: summary.profile.plan.limit)
  }
}
