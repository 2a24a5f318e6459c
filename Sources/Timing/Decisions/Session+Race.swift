import Text

/// The decisions on a race.
extension Past {
  /// Returns the crossing of a reference, with its place.
  func crossing(_ reference: EventReference) throws(Refusal) -> (id: EventID, place: Duration) {
    if let crossing = joinedCrossing(reference) { return crossing }
    switch reference {
    case .event, .id:
      if let number = session.number(of: reference), session.standing[number],
        let moment = session.moment(number), session.entries.crossing(number) != nil
      {
        return (session.entries.ids[number], moment.place)
      }
    case .number, .stream, .start, .stop: break
    }
    throw .noSuchCrossing(reference, events: session.entries.count)
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
    if case .waveStarted = event, let start = session.summary.stopwatch.start,
      time.place < start.place
    {
      throw .beforeStart(by: start.place - time.place)
    }
    try session.permit(event)
    return .race(event)
  }
}

extension Session {
  /// The own format of a wave, which its newest event with one gave it; nil if it has that of the
  /// race.
  ///
  /// - Complexity: O(k) in the events that name the wave.
  func ownFormat(ofWave wave: String) -> RaceFormat? {
    for event in events(ofWave: wave).reversed() {
      if case .waveStarted(_, let format?) = event, format.validationError == nil { return format }
      if case .wavePlanned(_, let format) = event, format.validationError == nil { return format }
    }
    return nil
  }

  /// The standing events that start, plan or name a wave, in order.
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
    Bib.nearest(to: bib, among: enteredBibs)
  }

  /// The number of runners who are entered.
  ///
  /// - Complexity: O(n) in the events that enter or withdraw them.
  package var entryCount: Int { enteredBibs.count }

  private var enteredBibs: [String] {
    raceIndex.entries.keys.filter { hadEntry($0, before: .max) }
  }

  private func isStarted(_ wave: String) -> Bool {
    events(ofWave: wave).contains { if case .waveStarted = $0 { true } else { false } }
  }

  /// Whether a wave was planned, or an entry names it.
  private func isNamed(_ wave: String) -> Bool {
    events(ofWave: wave).contains { event in
      switch event {
      case .wavePlanned, .entered: true
      case .withdrawn, .waveStarted, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared:
        false
      }
    }
  }
}

/// The events of a race by the bibs and waves that they name, so that a decision reads these alone.
struct RaceIndex: Sendable {
  /// The events that enter or withdraw a bib, by their numbers within the session, in order.
  fileprivate var entries: [String: [Int]] = [:]
  /// The events that start, plan or name a wave.
  fileprivate var waves: [String: [Int]] = [:]

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
