public import Text
public import Timing

/// A race, computed from the events of its streams: the fold over entries, crossings and rulings.
///
/// The race's own stream is a session. Other sessions join it to time a point: each is a stream of
/// crossings, mostly of another device. The events of a stream are applied in their order; the
/// streams may be applied one after the other or in turn, which makes no difference to the results.
///
/// Each crossing is kept with the runner it is assigned to; results are computed on request, see
/// ``standings(at:passages:)``. A correction concerns only the crossings that it changes.
public struct Race: Sendable {
  /// The race's own session: its clock, its plan, and what stands.
  public private(set) var session = Session()
  /// The id of the race; nil before its first event, if none was given.
  public private(set) var uid: EventID?
  var clock = StreamClock()
  /// The sessions that joined the race.
  var streams: [RaceStream] = []
  var streamNumbers: [EventID: Int] = [:]
  var runners: [Runner] = []
  /// The runners who have changed since ``keepFormer()``, as they were then; nil without it.
  private(set) var former: [Int: Runner]?
  /// The clock as it was at ``keepFormer()``.
  private(set) var formerClock: RunningClock?
  var numbers: [Key: Int] = [:]
  /// Whether any crossing was placed.
  package internal(set) var hasCrossings = false
  /// The places of the crossings, and the runners who hold them.
  var held = HeldCrossings()
  var chips: [Chip] = []
  var chipNumbers: [String: Int] = [:]
  /// The corrections of the race's own stream whose targets are none of its events, by target.
  var corrections: [EventID: [Int]] = [:]
  /// The changes that are made after many events; nil if each is made at once.
  var deferred: DeferredChanges?
  /// The number of events of all streams that were applied.
  package private(set) var changes: Int32 = 0 {
    didSet { if oldValue == 0 { fold = Fold() } }
  }
  /// The identity of this fold; another one for each race that is folded from its first event on.
  private(set) var fold = Fold()
  /// The last of these that changed what all results depend on: the clock, the plan, or the order of
  /// crossings.
  var commonChange: Int32 = 0
  /// The last of these that changed the owner of a chip.
  package internal(set) var chipChange: Int32 = 0

  /// The identity of a fold: another one of the same events may number the runners otherwise, and
  /// note other changes of them, since many crossings are placed at once.
  final class Fold: Sendable {}

  /// The key under which crossings are kept together.
  enum Key: Hashable {
    case bib(String)
    /// A chip that nobody has.
    case chip(String)
    /// Crossings that were named by nobody.
    case nobody

    /// The bib; nil for a chip and for nobody.
    var bib: String? { if case .bib(let bib) = self { bib } else { nil } }
    /// The chip; nil for others.
    var chip: String? { if case .chip(let chip) = self { chip } else { nil } }
  }

  /// A bib, chip or nobody, with its crossings in the order of their places.
  struct Runner {
    var key: Key
    var entry: Entry?
    var crossings: [Crossing] = []
    var status: RaceEvent.Ruling.Status?
    /// The place of the ruling that gave the status.
    var statusPlace = Duration.zero
    var penaltyTime = Duration.zero
    var penaltyLaps = 0
    /// The number of the race's event that changed the entry, the crossings or the rulings last.
    var change: Int32 = 0
    /// The last of these that changed the entry.
    var entryChange: Int32 = 0
  }

  /// Creates a race without events; the id is that of its first event, and needed if events of other
  /// streams are applied before it.
  public init(_ uid: EventID? = nil) {
    self.uid = uid
  }

  /// Creates the race of a session, without other streams.
  ///
  /// - Complexity: O(n log n) in its events.
  package init(_ session: Session) {
    self.init(session.uid)
    reserve(session.events.count)
    applyAll { race in
      for event in session.events { race.apply(event) }
    }
  }

  /// Applies the next event of the race's own stream.
  ///
  /// - Complexity: O(log n) and the crossings of the runners concerned; those of the other streams
  ///   if the event changes where these lie.
  public mutating func apply(_ event: Event) { _ = change(by: event) }

  /// Applies the next event of the race's own stream, and returns the change of its session.
  package mutating func change(by event: Event) -> Session.Change {
    let change = session.change(by: event)
    if uid == nil { uid = event.id }
    changes += 1
    if follow(event) { for stream in streams.indices { placeCrossings(ofStream: stream) } }
    makeManyDeferredChanges()
    return change
  }

  /// Updates the race with an event of its own session and returns whether the places of the other
  /// streams may have changed.
  private mutating func follow(_ event: Event) -> Bool {
    let (anchor, quality) = session.anchor(event.version)
    var isClockChanged = clock.add(anchor, quality)
    if case .race(let race) = event.kind {
      // It corrects nothing.
      return update(event.version, race) || isClockChanged
    }
    for root in session.roots(of: event.version) {
      guard let kind = session.event(version: root)?.kind else { continue }
      if case .race(let race) = kind {
        isClockChanged = update(root, race) || isClockChanged
      } else if let target = kind.target {
        correct(target, by: root)
      } else if kind.changesClock {
        commonChange = changes
      }
    }
    return isClockChanged
  }

  /// Applies the next event of one of the race's streams.
  ///
  /// The stream is the id of the event's session; one whose first event is not a `joined` of this
  /// race is ignored.
  ///
  /// - Complexity: as ``apply(_:)``.
  public mutating func apply(_ event: Event, of stream: EventID) {
    if stream == uid { return apply(event) }
    changes += 1
    if event.version == 1 {
      guard case .race(.joined(uid, let point, let priority)) = event.kind,
        streamNumbers[stream] == nil
      else { return }
      streamNumbers[stream] = streams.count
      streams.append(RaceStream(stream, point: point, priority: priority))
    }
    guard let number = streamNumbers[stream] else { return }
    if streams[number].apply(event) { placeCrossings(ofStream: number) }
    // A correction of the race's own stream may have arrived before its target.
    if corrections[event.id] != nil || event.batch.map({ corrections[$0] != nil }) ?? false {
      reverse(event, number)
    }
    update(number, rootsOf: event.version)
    makeManyDeferredChanges()
  }

  /// Applies many events, and places many of their crossings at a time.
  ///
  /// - Complexity: O(n log n) in the events and in the crossings of the runners concerned, however
  ///   many events concern one chip, stream or crossing.
  public mutating func applyAll(_ body: (inout Race) throws -> Void) rethrows {
    deferred = DeferredChanges()
    defer { makeDeferredChanges() }
    try body(&self)
  }

  /// Keeps, from now on, the clock and each runner who changes as they are now.
  package mutating func keepFormer() { (former, formerClock) = ([:], session.runningClock) }

  /// Notes that a runner is about to change.
  mutating func noteChange(of runner: Int) {
    if former != nil, former?[runner] == nil { former?[runner] = runners[runner] }
    runners[runner].change = changes
  }

  /// Reserves memory for a number of events of the race's own stream.
  package mutating func reserve(_ count: Int) {
    session.reserve(count)
    held.reserve(count)
  }

  /// The sessions that joined the race.
  package var joinedSessions: [Session] { streams.map(\.session) }

  /// The number of the newest event of a stream that was applied; 0 if there is none.
  package func newestVersion(ofStream id: EventID) -> Int {
    streamNumbers[id].map { streams[$0].session.summary.version } ?? 0
  }

  /// The runner with a bib, if it is entered.
  public func entry(_ bib: String) -> Entry? {
    numbers[.bib(bib)].flatMap { runners[$0].entry }
  }

  /// The status that a ruling gave to a runner; nil without one.
  package func status(of bib: String) -> RaceEvent.Ruling.Status? {
    numbers[.bib(bib)].flatMap { runners[$0].status }
  }

  /// Updates what an event of the race's own stream makes of it, which it may have begun or ceased
  /// to do, and returns whether the places of the other streams may have changed.
  private mutating func update(_ version: Int, _ event: RaceEvent) -> Bool {
    switch event {
    case .crossed: place(Source(version: version))
    case .entered(let entry): updateEntry(entry.bib)
    case .withdrawn(let bib): updateEntry(bib)
    case .ruled(let ruling): updateRulings(ruling.bib)
    case .assigned(let target, _): if let source = source(of: target) { place(source) }
    case .linked(let chip, _): updateLink(ofChip: number(ofChip: chip), version)
    case .ordered: commonChange = changes
    case .clocksCompared(let comparison):
      if let event = session.event(version: version) {
        clock.set(
          comparison, event.id, of: event.reading.clock, stands: session.stands(version))
      }
      return true
    // Waves are read when they are judged, and the race's own stream joins no other one.
    case .waveStarted, .wavePlanned, .joined: break
    }
    return false
  }

  /// Updates what an event of another stream makes of the race.
  mutating func update(_ stream: Int, rootsOf version: Int) {
    for root in streams[stream].session.roots(of: version) {
      guard case .race(let event) = streams[stream].session.event(version: root)?.kind else {
        continue
      }
      switch event {
      case .crossed: place(Source(stream: stream, version: root))
      case .clocksCompared:
        streams[stream].updateComparison(root)
        placeCrossings(ofStream: stream)
      case .entered, .withdrawn, .waveStarted, .wavePlanned, .assigned, .linked, .ruled, .ordered,
        .joined:
        break
      }
    }
  }

  /// Adds the number of an event to a sorted list, which may contain it.
  ///
  /// It is static: a method of the race would copy the list first.
  static func note(_ version: Int, in list: inout [Int]) {
    guard let last = list.last, last >= version else { return list.append(version) }
    let index = list.partitioningIndex { $0 >= version }
    if list[index] != version { list.insert(version, at: index) }
  }

  /// The lists of crossings at equal times that were put in order, the latest last, each with the
  /// number of its event.
  var orders: [(event: Int, ids: [EventID])] {
    session.raceIndex.orders.compactMap { version in
      guard case .ordered(let ids)? = session.raceEvent(version)?.event,
        // Another program may have named a crossing twice.
        Set(ids).count == ids.count
      else { return nil }
      return (version, ids)
    }
  }
}

extension Event.Kind {
  /// Whether it may change the clock of a race or its rules.
  fileprivate var changesClock: Bool {
    switch self {
    case .started, .stopped, .resumed, .planned, .discarded: true
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .amended, .removed,
      .reverted, .race, .unknown:
      false
    }
  }
}
