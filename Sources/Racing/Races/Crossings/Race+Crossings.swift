package import Text
import Timing

/// The crossings of all streams, each kept with the runner it is assigned to.
extension Race {
  /// An event of a stream; it is small, since there is one for each crossing.
  struct Source: Hashable, Comparable {
    private let streamNumber: Int32
    private let eventNumber: Int32

    /// The number of the stream; nil for the race's own.
    var stream: Int? { streamNumber < 0 ? nil : Int(streamNumber) }
    /// The number of the event within its session.
    var version: Int { Int(eventNumber) }

    init(stream: Int? = nil, version: Int) {
      streamNumber = Int32(truncatingIfNeeded: stream ?? -1)
      eventNumber = Int32(truncatingIfNeeded: version)
    }

    static func < (left: Source, right: Source) -> Bool {
      (left.streamNumber, left.eventNumber) < (right.streamNumber, right.eventNumber)
    }
  }

  /// A crossing of a runner.
  ///
  /// At one moment they are in the order in which they were recorded: those of the race's own stream
  /// first. The order does not depend on that of their arrival.
  struct Crossing: Hashable, Comparable {
    var place: Duration
    var id: EventID
    var source: Source
    /// The order of its stream; 0 for the race's own.
    var streamKey: UInt64 = 0
    var point: String?
    var flags: RaceFlags
    private var chipNumber: Int32
    private var doubtNanoseconds: Int64

    /// The largest possible error of the place; nil if it is unknown.
    var doubt: Duration? { doubtNanoseconds < 0 ? nil : .nanoseconds(doubtNanoseconds) }

    /// The number of its chip; nil without one.
    var chip: Int? { chipNumber < 0 ? nil : Int(chipNumber) }

    init(_ id: EventID, _ source: Source, at laid: StreamClock.Laid, point: String?, chip: Int?) {
      place = laid.place
      self.id = id
      self.source = source
      self.point = point
      flags = laid.flags
      chipNumber = Int32(truncatingIfNeeded: chip ?? -1)
      doubtNanoseconds = laid.doubt?.nanoseconds ?? -1
    }

    static func < (left: Crossing, right: Crossing) -> Bool {
      if left.place != right.place { return left.place < right.place }
      return (left.streamKey, left.source.version, left.id)
        < (right.streamKey, right.source.version, right.id)
    }
  }

  /// The event of an id; nil if no stream has it.
  ///
  /// - Complexity: O(log n) in the events of each stream.
  func source(of id: EventID) -> Source? {
    if let event = session.event(id) { return Source(version: event.version) }
    for (number, stream) in streams.enumerated() {
      if let event = stream.session.event(id) {
        return Source(stream: number, version: event.version)
      }
    }
    return nil
  }

  /// Returns the place of a crossing of any stream on the race's timeline; nil if it does not
  /// stand.
  package func place(ofCrossing id: EventID) -> Duration? {
    source(of: id).flatMap { held[$0]?.place }
  }

  mutating func placeCrossings(ofStream stream: Int) {
    guard deferred == nil else {
      deferred?.streams.insert(stream)
      return
    }
    for version in streams[stream].crossings { place(Source(stream: stream, version: version)) }
  }

  func event(_ source: Source) -> Event? {
    guard let stream = source.stream else { return session.event(version: source.version) }
    return streams[stream].session.event(version: source.version)
  }

  /// Returns a crossing as received; nil for other events.
  func crossing(_ source: Source) -> RaceEvent.Crossing? {
    guard let stream = source.stream else { return session.crossing(source.version) }
    return streams[stream].session.crossing(source.version)
  }

  /// Returns a crossing as it stands on the timeline of its stream; nil if it does not.
  func standing(_ source: Source) -> Session.StandingRaceEvent? {
    guard let stream = source.stream else { return session.raceEvent(source.version) }
    return streams[stream].session.raceEvent(source.version)
  }

  /// Keeps a crossing with the runner it is assigned to now, if it stands.
  mutating func place(_ source: Source) {
    guard deferred == nil else {
      deferred?.sources.append(source)
      return
    }
    let kept = kept(source)
    if let before = held[source] {
      noteChange(of: before.runner)
      let index = runners[before.runner].crossings.index(of: source, at: before.place)
      if let index, let kept, before.runner == kept.runner, before.place == kept.crossing.place {
        runners[before.runner].crossings[index] = kept.crossing
        return
      }
      if let index { runners[before.runner].crossings.remove(at: index) }
    }
    guard let kept else {
      held[source] = nil
      return
    }
    note(source, kept)
    runners[kept.runner].crossings.insertInOrder(kept.crossing)
  }

  /// Notes where a crossing is about to be kept.
  mutating func note(_ source: Source, _ kept: (runner: Int, crossing: Crossing)) {
    noteChange(of: kept.runner)
    hasCrossings = true
    held[source] = (kept.crossing.place, kept.runner)
    if let chip = kept.crossing.chip { chips[chip].note(holder: kept.runner) }
  }

  /// Keeps the crossings of a chip with the runners who have it now.
  ///
  /// Each list of a runner is changed once, since a chip may have very many. `first` is the place
  /// from which on they may have changed; nil for all.
  mutating func placeCrossings(ofChip chip: Int, from first: Duration? = nil) {
    guard deferred == nil else {
      deferred?.chips.insert(chip)
      return
    }
    var sources: [Source] = []
    for runner in chips[chip].holders {
      noteChange(of: runner)
      sources += runners[runner].removeCrossings(from: first) { $0.chip == chip }
    }
    keep(sources)
  }

  /// The crossing as it stands, and its runner; nil if it does not stand, or is another event.
  mutating func kept(_ source: Source) -> (runner: Int, crossing: Crossing)? {
    guard let standing = standing(source), case .crossed(let crossing) = standing.event,
      let laid = laid(source, standing)
    else { return nil }
    let chip = crossing.chip.map { number(ofChip: $0) }
    var kept = Crossing(standing.id, source, at: laid, point: crossing.point, chip: chip)
    if let stream = source.stream {
      kept.streamKey = streams[stream].orderKey
      kept.point = kept.point ?? streams[stream].point
    }
    if let assignment = assignment(of: kept.id) {
      kept.flags.insert(.amended)
      return (number(of: assignment.bib.map { .bib($0) } ?? .nobody), kept)
    }
    if let bib = crossing.bib { return (number(of: .bib(bib)), kept) }
    guard let chip else { return (number(of: .nobody), kept) }
    if let link = chips[chip].link(at: kept.place) { return (number(of: .bib(link.bib)), kept) }
    if let runner = chips[chip].runner { return (runner, kept) }
    let runner = number(of: chips[chip].owner().map { .bib($0.bib) } ?? .chip(chips[chip].id))
    chips[chip].runner = runner
    return (runner, kept)
  }

  /// A crossing on the race's timeline, after all corrections; nil if it does not stand.
  ///
  /// The corrections of its own stream apply first, then those of the race's.
  private func laid(_ source: Source, _ standing: Session.StandingRaceEvent) -> StreamClock.Laid? {
    guard let number = source.stream else {
      return StreamClock.Laid(place: standing.place, flags: standing.flags)
    }
    guard streams[number].counts,
      let reading = streams[number].session.event(version: source.version)?.reading,
      var laid = streams[number].clock.lay(standing.place, by: reading.clock, on: clock)
    else { return nil }
    laid.flags.formUnion(standing.flags)
    for version in corrections[standing.id] ?? [] where session.stands(version) {
      guard let correction = session.event(version: version)?.kind,
        correction.corrects(.race(standing.event))
      else { continue }
      guard case .amended(_, let amendment) = correction else { return nil }
      laid.flags.insert(.amended)
      if let place = session.placeStated(by: version) {
        laid = StreamClock.Laid(
          place: place, flags: laid.flags.subtracting([.bridged, .compared]).union(.stated))
      } else if case .by(let span) = amendment.move {
        laid.place += span
      }
    }
    laid.place = laid.place.heldOnTimeline
    return laid
  }

  /// Whether a crossing, of a bib or chip that is not entered, was assigned to nobody.
  func isSettled(_ crossing: Crossing, _ runner: Runner) -> Bool {
    // Other amended crossings were moved.
    runner.key == .nobody && crossing.flags.contains(.amended) && assignment(of: crossing.id) != nil
  }

  /// The latest standing assignment of a crossing.
  func assignment(of crossing: EventID) -> (bib: String?, version: Int)? {
    for version in (session.raceIndex.assignments[crossing] ?? []).reversed() {
      if case .assigned(_, let bib)? = session.raceEvent(version)?.event { return (bib, version) }
    }
    return nil
  }

  mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    // The events that name a runner arrive in any order, and may spell the bib differently.
    runners.append(Runner(key: key.bib.map { .bib($0.canonical) } ?? key))
    numbers[key] = runners.count - 1
    return runners.count - 1
  }
}

extension Session.StandingRaceEvent {
  /// The basis of its moment.
  fileprivate var flags: RaceFlags {
    var flags: RaceFlags = []
    if isStated { flags.insert(.stated) }
    if isAmended { flags.insert(.amended) }
    return flags
  }
}

extension Race.Runner {
  /// Removes crossings.
  ///
  /// `first` is the place from which they are removed; nil for all. Returns their sources.
  ///
  /// - Complexity: O(k) in the crossings from that place.
  mutating func removeCrossings(
    from first: Duration? = nil, where isRemoved: (Race.Crossing) -> Bool
  ) -> [Race.Source] {
    let start = first.map { first in crossings.partitioningIndex { $0.place >= first } } ?? 0
    let removed = crossings[start...].filter(isRemoved).map(\.source)
    if !removed.isEmpty {
      crossings.replaceSubrange(start..., with: crossings[start...].filter { !isRemoved($0) })
    }
    return removed
  }
}

extension [Race.Crossing] {
  fileprivate mutating func insertInOrder(_ crossing: Race.Crossing) {
    if isEmpty || self[count - 1] < crossing {
      append(crossing)
    } else {
      insert(crossing, at: partitioningIndex { $0 >= crossing })
    }
  }

  /// The index of the crossing of an event.
  func index(of source: Race.Source, at place: Duration) -> Int? {
    self[partitioningIndex { $0.place >= place }...].firstIndex { $0.source == source }
  }
}
