package import Text

/// The decisions on a race.
extension Session {
  /// Returns the crossing of a reference, with its place.
  func crossing(
    _ reference: EventReference, _ joined: [EventID: JoinedCrossing]
  ) throws(Refusal) -> (id: EventID, place: Duration) {
    var version: Int?
    if case .event(let number) = reference { version = number }
    if case .id(let id) = reference {
      if let crossing = joined[id] { return (id, crossing.place) }
      version = event(id)?.version
    }
    guard let version, entries.indices.contains(version - 1), standing[version - 1],
      let moment = moment(version - 1), case .race(.crossed) = entries[version - 1].event.kind
    else { throw .noSuchCrossing(reference, events: entries.count) }
    return (entries[version - 1].event.id, moment.place)
  }

  /// Decides an event of a race that depends on past events.
  func decide(_ event: RaceEvent, at time: DecisionTime) throws(Refusal) -> Event.Kind {
    if case .waveStarted = event, let start = summary.stopwatch.start, time.place < start.place {
      throw .beforeStart(by: start.place - time.place)
    }
    try permit(event)
    return .race(event)
  }

  /// The own format of a wave, which its newest event with one gave it; nil if it has that of the
  /// race.
  ///
  /// - Complexity: O(k) in the events that name the wave.
  func ownFormat(ofWave wave: String) -> RaceFormat? {
    for version in (raceIndex.waves[wave] ?? []).reversed() {
      switch raceEvent(version)?.event {
      case .waveStarted(_, let format?) where format.validationError == nil: return format
      case .wavePlanned(_, let format) where format.validationError == nil: return format
      case .entered, .withdrawn, .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled,
        .ordered, .joined, .clocksCompared, nil:
        break
      }
    }
    return nil
  }

  /// Refuses an event of a race that names a bib or a wave which is not there.
  ///
  /// - Complexity: O(k) in the events that name the bib or the wave.
  func permit(_ event: RaceEvent) throws(Refusal) {
    switch event {
    case .withdrawn(let bib): try requireEntry(bib)
    case .ruled(let ruling): try requireEntry(ruling.bib)
    case .waveStarted(let wave, let race):
      if isStarted(wave) { throw .waveStarted(wave) }
      guard race != nil || isNamed(wave) else { throw .noSuchWave(wave) }
    case .wavePlanned(let wave, _): if isStarted(wave) { throw .waveStarted(wave) }
    case .entered, .crossed, .assigned, .linked, .ordered, .joined, .clocksCompared: break
    }
  }

  /// Whether a runner was entered before an event, and not withdrawn since.
  ///
  /// - Complexity: O(k) in the events that enter or withdraw the bib.
  package func hadEntry(_ bib: String, before version: Int) -> Bool {
    for earlier in (raceIndex.entries[bib] ?? []).reversed() where earlier < version {
      switch raceEvent(earlier)?.event {
      case .entered: return true
      case .withdrawn: return false
      case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared, nil:
        break
      }
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
    Bib.nearest(to: bib, among: raceIndex.entries.keys.filter { hadEntry($0, before: .max) })
  }

  private func isStarted(_ wave: String) -> Bool {
    (raceIndex.waves[wave] ?? []).contains { version in
      if case .waveStarted? = raceEvent(version)?.event { true } else { false }
    }
  }

  /// Whether a wave was planned, or an entry names it.
  private func isNamed(_ wave: String) -> Bool {
    (raceIndex.waves[wave] ?? []).contains { version in
      switch raceEvent(version)?.event {
      case .wavePlanned, .entered: true
      case .withdrawn, .waveStarted, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared, nil:
        false
      }
    }
  }
}

/// A crossing of a session that joined the race, as a decision of the race's own session needs it.
public struct JoinedCrossing: Hashable, Sendable {
  /// Its place on the timeline of the race.
  public var place: Duration

  /// Creates a crossing at a place.
  public init(place: Duration) {
    self.place = place
  }
}

/// The events of a race by the bibs and waves that they name, so that a decision reads these alone.
struct RaceIndex: Sendable {
  /// The events that enter or withdraw a bib, by their numbers within the session, in order.
  fileprivate var entries: [String: [Int]] = [:]
  /// The events that start, plan or name a wave.
  fileprivate var waves: [String: [Int]] = [:]

  /// Adds the next event.
  mutating func add(_ event: RaceEvent, version: Int) {
    switch event {
    case .entered(let entry):
      entries[entry.bib, default: []].append(version)
      if case .set(let wave) = entry.wave { waves[wave, default: []].append(version) }
    case .withdrawn(let bib): entries[bib, default: []].append(version)
    case .waveStarted(let wave, _), .wavePlanned(let wave, _):
      waves[wave, default: []].append(version)
    case .crossed, .assigned, .linked, .ruled, .ordered, .joined, .clocksCompared: break
    }
  }
}

/// What a fold over a race needs of its session.
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

  /// Returns an event of a race; nil if it does not stand, was removed, or is of another kind.
  ///
  /// - Parameter version: its number within the session, from 1.
  /// - Returns: the event with its moment.
  /// - Complexity: O(1).
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

  /// Returns a crossing; nil if it does not stand, or was removed.
  ///
  /// - Parameter version: the number of the crossing within the session, from 1.
  /// - Returns: the crossing with its moment.
  /// - Complexity: O(1).
  package func standingCrossing(_ version: Int) -> StandingCrossing? {
    let number = version - 1
    guard entries.indices.contains(number), standing[number], let moment = moment(number) else {
      return nil
    }
    return StandingCrossing(
      id: entries.ids[number], place: moment.place, at: moment.at, isStated: moment.isStated,
      isAmended: correction(of: number)?.isAmended ?? false)
  }

  /// Returns a crossing as received, whether it stands or not; nil for other kinds.
  ///
  /// - Parameter version: the number of the event within the session, from 1.
  /// - Returns: the crossing.
  /// - Complexity: O(1).
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
  /// - Parameter isCounted: whether a crossing is considered.
  /// - Returns: the place.
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

  /// The number of runners who are entered.
  ///
  /// - Complexity: O(n) in the events.
  package var entryCount: Int {
    var bibs: Set<String> = []
    for standing in raceEvents {
      switch standing.event {
      case .entered(let entry): bibs.insert(entry.bib)
      case .withdrawn(let bib): bibs.remove(bib)
      case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared:
        break
      }
    }
    return bibs.count
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

/// What the tables of a race need of an event in order.
extension Summary {
  /// A moment of a new event on the timeline.
  package struct Passage: Sendable {
    /// The place.
    package var place: Duration
    /// Whether the user stated it.
    package var isStated: Bool
    /// The place of the event's reading.
    package var newest: Duration
    /// The running time at the place; negative before the start, nil without one.
    package var runningTime: Duration?
  }

  /// Places the next event, which is not a press.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - sound: the sound readings near its time, if that was stated; nil if they are not known.
  /// - Returns: its moment; nil if past events are needed.
  /// - Complexity: O(1).
  package func passage(of event: Event, among sound: SoundReadings? = nil) -> Passage? {
    guard let placement = placement(of: event.time, isPress: false, among: sound),
      placement.place >= stopwatch.latest ?? placement.place
    else { return nil }
    return Passage(
      place: placement.place, isStated: placement.flags.contains(.stated),
      newest: placement.anchor.place, runningTime: stopwatch.runningTime(at: placement.place))
  }

  /// Adds an event that corrects one of a race, of which the session itself keeps only the reading.
  ///
  /// - Returns: false, without a change, if past events are needed.
  /// - Complexity: O(1).
  package mutating func applyCorrection(ofRace event: Event) -> Bool {
    guard let placement = placement(of: event.time, isPress: false, among: nil),
      !placement.isBeyondTimeline
    else { return false }
    arrive(event, placement)
    return true
  }

  /// The place of an earlier event that has not been corrected, and whose clock is that of the
  /// newest one; nil if other events are needed.
  ///
  /// - Complexity: O(1).
  package func place(ofEarlier event: Event) -> Duration? {
    guard event.basis != .stated, let newest = timeline?.newest,
      newest.reading.clock == event.reading.clock
    else { return nil }
    let place =
      newest.place - (newest.reading.ticks - event.reading.ticks)
      + (event.at - event.reading.recordedAt)
    return place.isBeyondTimeline ? nil : place
  }

  /// Whether the clock and the rules are the same in both, apart from laps.
  package func hasSameClock(as other: Summary) -> Bool {
    let (clock, otherClock) = (stopwatch, other.stopwatch)
    return clock.start == otherClock.start && clock.finish == otherClock.finish
      && clock.stoppedAt == otherClock.stoppedAt && clock.runningSince == otherClock.runningSince
      && profile.isDiscarded == other.profile.isDiscarded && profile.plan == other.profile.plan
  }

  /// Whether a reading is of the clock of the newest event, and the wall clock was not set since.
  package func isSteady(at reading: Reading) -> Bool {
    guard let timeline, timeline.newest.reading.clock == reading.clock else { return false }
    return timeline.position(of: reading).quality == .exact
  }

  /// The place of the start that counts; nil without one.
  package var startPlace: Duration? { stopwatch.start?.place }

  /// The place at which the clock stopped; nil while it runs.
  package var stopPlace: Duration? { stopwatch.finish?.place ?? stopwatch.stoppedAt }

  /// The place of the newest event's reading.
  package var newestPlace: Duration { timeline?.newest.place ?? .zero }
}
