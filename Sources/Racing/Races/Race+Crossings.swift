import Text
import Timing

/// The crossings of all streams, each kept with the runner whose it is.
extension Race {
  /// An event of a stream; it is small, since there is one for each crossing.
  struct Source: Hashable {
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
  }

  /// A crossing of a runner.
  ///
  /// The order of crossings does not depend on that of their arrival.
  struct Crossing: Hashable, Comparable {
    var place: Duration
    var id: EventID
    var source: Source
    var point: String?
    var flags: RaceFlags
    private var doubtNanoseconds: Int64

    /// The largest possible error of the place; nil if it is unknown.
    var doubt: Duration? { doubtNanoseconds < 0 ? nil : .nanoseconds(doubtNanoseconds) }

    init(_ id: EventID, _ source: Source, at laid: StreamClock.Laid, point: String?) {
      place = laid.place
      self.id = id
      self.source = source
      self.point = point
      flags = laid.flags
      doubtNanoseconds = laid.doubt?.nanoseconds ?? -1
    }

    static func < (left: Crossing, right: Crossing) -> Bool {
      (left.place, left.id) < (right.place, right.id)
    }
  }

  /// Where a crossing is kept.
  struct Placed: Equatable {
    var runner: Int
    var crossing: Crossing
  }

  mutating func update(_ source: Source, _ crossing: RaceEvent.Crossing) {
    let newest =
      source.stream.map { streams[$0].session.summary.version } ?? session.summary.version
    // A crossing is noted once, as it arrives.
    if source.version == newest, let chip = crossing.chip.map(RaceEvent.comparable(chip:)) {
      crossingsOfChip[chip, default: []].append(source)
    }
    place(source, crossing)
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

  /// Lays the crossings of a stream on the race's timeline.
  mutating func lay(_ stream: Int) {
    guard unlaid == nil else {
      unlaid?.insert(stream)
      return
    }
    for version in streams[stream].crossings { place(Source(stream: stream, version: version)) }
  }

  mutating func place(_ source: Source) {
    let event =
      if let stream = source.stream {
        streams[stream].session.event(version: source.version)
      } else {
        session.event(version: source.version)
      }
    if case .race(.crossed(let crossing)) = event?.kind { place(source, crossing) }
  }

  /// Keeps a crossing with the runner whose it is now, if it stands.
  private mutating func place(_ source: Source, _ crossing: RaceEvent.Crossing) {
    let placed = kept(source, crossing).map { key, crossing in
      Placed(runner: number(of: key), crossing: crossing)
    }
    let before = crossings[source]
    if before == placed { return }
    if let before { runners[before.runner].crossings.remove(before.crossing) }
    if let placed { runners[placed.runner].crossings.insertInOrder(placed.crossing) }
    crossings[source] = placed
  }

  /// The crossing as it stands, and whose it is; nil if it does not stand.
  private func kept(
    _ source: Source, _ crossing: RaceEvent.Crossing
  ) -> (key: Key, crossing: Crossing)? {
    guard let (id, laid) = laid(source) else { return nil }
    var kept = Crossing(id, source, at: laid, point: crossing.point)
    if let stream = source.stream { kept.point = kept.point ?? streams[stream].point }
    if let assignment = assignment(of: id) {
      kept.flags.insert(.amended)
      return (assignment.bib.map { .bib($0) } ?? .nobody, kept)
    }
    if let bib = crossing.bib { return (.bib(bib), kept) }
    guard let chip = crossing.chip.map(RaceEvent.comparable(chip:)) else { return (.nobody, kept) }
    return (owner(ofChip: chip, at: kept.place).map { .bib($0) } ?? .chip(chip), kept)
  }

  /// A crossing on the race's timeline, after all corrections; nil if it does not stand.
  ///
  /// The corrections of its own stream apply first, then those of the race's.
  private func laid(_ source: Source) -> (id: EventID, laid: StreamClock.Laid)? {
    guard let number = source.stream else {
      return session.raceEvent(source.version).map { standing in
        (standing.id, StreamClock.Laid(place: standing.place, flags: standing.flags))
      }
    }
    guard streams[number].counts, let standing = streams[number].session.raceEvent(source.version),
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
    return (standing.id, laid)
  }

  mutating func placeCrossings(ofChip chip: String) {
    for source in crossingsOfChip[chip] ?? [] { place(source) }
  }

  /// Notes a correction of the race's own stream whose target is none of its earlier events.
  mutating func correct(_ target: EventID, by version: Int) {
    Self.note(version, in: &corrections[target, default: []])
    guard let source = source(of: target), let stream = source.stream else { return }
    reverse(target, stream, source.version)
    update(stream, rootsOf: source.version)
  }

  /// Takes back an event of another stream if a reversal of the race's own stream does so.
  mutating func reverse(_ target: EventID, _ stream: Int, _ version: Int) {
    let isTaken = (corrections[target] ?? []).contains { version in
      guard session.stands(version), case .reverted = session.event(version: version)?.kind else {
        return false
      }
      return true
    }
    if streams[stream].take(back: isTaken, version) { lay(stream) }
  }

  /// The latest standing assignment of a crossing.
  private func assignment(of crossing: EventID) -> (bib: String?, version: Int)? {
    for version in (assignments[crossing] ?? []).reversed() {
      if case .assigned(_, let bib)? = session.raceEvent(version)?.event { return (bib, version) }
    }
    return nil
  }

  /// The bib that has a chip at a place: by the latest link up to there, else by an entry.
  private func owner(ofChip chip: String, at place: Duration) -> String? {
    var latest: (place: Duration, version: Int, bib: String)?
    for version in links[chip] ?? [] {
      guard let link = session.raceEvent(version), case .linked(_, let bib) = link.event,
        link.place <= place
      else { continue }
      if let latest, (link.place, version) < (latest.place, latest.version) { continue }
      latest = (link.place, version, bib)
    }
    if let latest { return latest.bib }
    return owners[chip]?.max { $0.value < $1.value }?.key
  }

  mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    runners.append(Runner(key: key))
    numbers[key] = runners.count - 1
    return runners.count - 1
  }
}

extension Session.StandingRaceEvent {
  /// How its moment is known.
  fileprivate var flags: RaceFlags {
    var flags: RaceFlags = []
    if isStated { flags.insert(.stated) }
    if isAmended { flags.insert(.amended) }
    return flags
  }
}

extension [Race.Crossing] {
  fileprivate mutating func insertInOrder(_ crossing: Race.Crossing) {
    if let last, crossing < last {
      insert(crossing, at: index(notBefore: crossing))
    } else {
      append(crossing)
    }
  }

  fileprivate mutating func remove(_ crossing: Race.Crossing) {
    let index = index(notBefore: crossing)
    if index < count, self[index] == crossing { remove(at: index) }
  }

  private func index(notBefore crossing: Race.Crossing) -> Int {
    partitioningIndex { $0 >= crossing }
  }
}
