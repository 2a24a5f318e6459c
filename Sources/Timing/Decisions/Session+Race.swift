package import Text

extension Session {
  /// An event of a race as it stands.
  package struct StandingRaceEvent: Sendable {
    /// Its number within the session, from 1.
    package var version: Int
    package var id: EventID
    package var event: RaceEvent
    package var place: Duration
    package var at: Moment
    package var isStated: Bool
    package var isAmended: Bool
  }

  /// Returns an event of a race by its number within the session, from 1; nil if it does not stand,
  /// was removed, or is of another kind.
  package func raceEvent(_ version: Int) -> StandingRaceEvent? {
    let number = version - 1
    guard entries.indices.contains(number), let event = entries.raceEvent(number),
      entries.stands(number), let moment = moment(number)
    else { return nil }
    return StandingRaceEvent(
      version: version, id: entries.ids[number], event: event, place: moment.place,
      at: moment.at, isStated: moment.isStated, isAmended: moment.isAmended)
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

  /// Returns the number of crossings that stand and were not removed, up to a place; nil for all.
  ///
  /// - Complexity: O(n) in the events.
  package func crossingCount(through last: Duration? = nil) -> Int {
    raceEvents.reduce(0) { count, standing in
      guard case .crossed = standing.event, standing.place <= last ?? standing.place else {
        return count
      }
      return count + 1
    }
  }

  /// Returns an event by its number within the session, from 1; nil if there is none.
  package func event(version: Int) -> Event? {
    entries.indices.contains(version - 1) ? entries[version - 1] : nil
  }

  /// Whether no standing `reverted` takes an event back.
  package func stands(_ version: Int) -> Bool {
    entries.indices.contains(version - 1) && entries.stands(version - 1)
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

  /// The running time at a place; negative before the start, nil without one.
  package func runningTime(atPlace place: Duration) -> Duration? {
    runningClock.runningTime(at: place)
  }

  /// The clock as it ran; later events do not change it.
  package var runningClock: RunningClock {
    RunningClock(intervals: intervals, limit: summary.profile.plan.limit)
  }
}

/// The clock of a session: the times in which it ran.
package struct RunningClock: Hashable, Sendable {
  fileprivate let intervals: Intervals
  fileprivate let limit: Duration?

  /// The running time at a place; negative before the start, nil without one.
  package func runningTime(at place: Duration) -> Duration? {
    intervals.runningTime(at: place, limit: limit)
  }
}

/// The decisions on a race.
extension Past {
  /// Returns the crossing of a reference, with its place.
  func crossing(_ reference: EventReference) throws(Refusal) -> (id: EventID, place: Duration) {
    if let crossing = joinedCrossing(reference) { return crossing }
    guard let number = session.number(of: byID(reference)), session.entries.stands(number),
      session.entries.crossing(number) != nil, let moment = session.moment(number)
    else { throw .noSuchCrossing(reference, events: session.entries.count) }
    return (session.entries.ids[number], moment.place)
  }

  func order(_ references: [EventReference]) throws(Refusal) -> Event.Kind {
    var crossings: [(id: EventID, place: Duration)] = []
    for reference in references {
      let crossing = try crossing(reference)
      if let first = crossings.first, first.place != crossing.place { throw .notATie }
      crossings.append(crossing)
    }
    return .race(.ordered(crossings.map(\.id)))
  }

  func wave(
    _ wave: String, _ change: RaceFormatChange, starts: Bool
  ) throws(Refusal) -> Event.Kind {
    let before = session.ownFormat(ofWave: wave) ?? session.summary.profile.plan.race
    guard let format = change.applied(to: before) else { throw .noRace }
    return try append(
      starts ? .waveStarted(wave: wave, race: format) : .wavePlanned(wave: wave, race: format))
  }

  /// Decides an event of a race that depends on past events.
  func append(_ event: RaceEvent) throws(Refusal) -> Event.Kind {
    if case .waveStarted = event { try session.summary.refuseBeforeStart(time.place) }
    try session.permit(event)
    return .race(event)
  }
}

extension Session {
  /// The own format of a wave, which its newest event with one gave it; nil if it has that of the
  /// race.
  ///
  /// - Complexity: O(k) in the events that name the wave.
  package func ownFormat(ofWave wave: String) -> RaceFormat? {
    for event in events(ofWave: wave).reversed() {
      if case .waveStarted(_, let format?) = event, format.validationError == nil { return format }
      if case .wavePlanned(_, let format) = event, format.validationError == nil { return format }
    }
    return nil
  }

  /// The gun of a wave: the first start that stands; nil before it.
  ///
  /// - Complexity: O(k) in the events that name the wave.
  package func start(ofWave wave: String) -> StandingRaceEvent? {
    raceIndex.waves[wave]?.lazy.compactMap { raceEvent($0) }.first { standing in
      if case .waveStarted = standing.event { true } else { false }
    }
  }

  /// The standing events that start or plan a wave, in order.
  private func events(ofWave wave: String) -> some BidirectionalCollection<RaceEvent> {
    (raceIndex.waves[wave] ?? []).lazy.compactMap { raceEvent($0)?.event }
  }

  /// Refuses an event of a race that names a bib or a wave which is not there.
  ///
  /// - Complexity: O(k) in the events that name the bib or the wave.
  func permit(_ event: RaceEvent) throws(Refusal) {
    switch event {
    case .withdrawn(let bib): try requireEntry(bib)
    case .ruled(let ruling): try requireEntry(ruling.bib)
    case .waveStarted(let wave, let race):
      if start(ofWave: wave) != nil { throw .waveStarted(wave) }
      let entries = raceIndex.entriesInWaves[wave] ?? []
      if race == nil, events(ofWave: wave).isEmpty,
        !entries.contains(where: { raceEvent($0) != nil })
      {
        throw .noSuchWave(wave)
      }
    case .wavePlanned(let wave, _): if start(ofWave: wave) != nil { throw .waveStarted(wave) }
    case .entered, .crossed, .assigned, .linked, .ordered, .joined, .clocksCompared: break
    }
  }

  /// Whether a runner was entered before an event, and not withdrawn since.
  ///
  /// - Complexity: O(k) in the events that enter or withdraw the bib.
  package func hadEntry(_ bib: String, before version: Int) -> Bool {
    for earlier in (raceIndex.entries[bib] ?? []).reversed() where earlier < version {
      let event = raceEvent(earlier)?.event
      if case .entered = event { return true }
      if case .withdrawn = event { return false }
    }
    return false
  }

  private func requireEntry(_ bib: String) throws(Refusal) {
    guard hadEntry(bib, before: .max) else {
      throw .noSuchEntry(bib, nearest: entries(nearestTo: bib))
    }
  }

  /// Returns the entered bibs that another one may have been meant to be, at most three.
  ///
  /// - Complexity: O(n log n) in the bibs.
  package func entries(nearestTo bib: String) -> [String] {
    Spelling.neighbors(of: bib, among: enteredBibs, atMost: 3)
  }

  /// The number of runners who are entered.
  ///
  /// - Complexity: O(n) in the events that enter or withdraw them.
  package var entryCount: Int { enteredBibs.count }

  private var enteredBibs: [String] {
    raceIndex.entries.keys.filter { hadEntry($0, before: .max) }
  }
}

/// The events of a race by what they name, whether they stand or not: by their numbers within the
/// session, in order.
package struct RaceIndex: Sendable {
  /// The events that enter or withdraw a bib.
  package private(set) var entries: [String: [Int]] = [:]
  /// The events that start or plan a wave.
  package private(set) var waves: [String: [Int]] = [:]
  fileprivate var entriesInWaves: [String: [Int]] = [:]
  /// The rulings on a bib.
  package private(set) var rulings: [String: [Int]] = [:]
  /// The assignments of a crossing.
  package private(set) var assignments: [EventID: [Int]] = [:]
  /// The orders of crossings.
  package private(set) var orders: [Int] = []

  mutating func add(_ event: RaceEvent, version: Int) {
    switch event {
    case .entered(let entry):
      entries[entry.bib, default: []].append(version)
      if case .set(let wave) = entry.wave { entriesInWaves[wave, default: []].append(version) }
    case .withdrawn(let bib): entries[bib, default: []].append(version)
    case .waveStarted(let wave, _), .wavePlanned(let wave, _):
      waves[wave, default: []].append(version)
    case .ruled(let ruling): rulings[ruling.bib, default: []].append(version)
    case .assigned(let target, _): assignments[target, default: []].append(version)
    case .ordered: orders.append(version)
    case .crossed, .linked, .joined, .clocksCompared: break
    }
  }
}
