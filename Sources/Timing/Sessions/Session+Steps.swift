import Text

extension Session {
  /// Adds the next event, and returns what it added, if it was in order; nil if the session must be
  /// settled.
  mutating func add(_ event: Event) -> Stopwatch.Step? {
    let number = entries.count
    let role = event.kind.role
    if event.basis == .stated { sound.add(entries) }
    let placement = summary.placement(
      of: event.time, among: sound, latest: role.isPress ? latestPress : nil)
    let corrected = correctedEvent(by: event)
    let target = statedPlace(of: event, placement)
    if let target { statedPlaces[number] = target }
    if case .race(let event) = event.kind { raceIndex.add(event, version: number + 1) }
    entries.append(event, role, placement, correcting: corrected)
    // A list of stated moments then copies no readings to decide the next one.
    if event.basis == .stated { sound.add(entries) }
    if role.isStatement { statements.append(number) }
    let press = Press(place: placement.place, number, role)
    if isSettled, !placement.isBeyondTimeline, summary.isInOrder(event, placement),
      !role.isStepped || presses.last.map({ $0 < press }) ?? true
    {
      summary.enter(event, placement)
      guard role.isStepped else { return .nothing }
      presses.append(press)
      return advance(presses.count - 1)
    }
    summary.arrive(event, placement)
    if placement.isBeyondTimeline || target?.isBeyondTimeline == true { noteBeyondTimeline() }
    stand(number, true)
    return nil
  }

  /// The place of the latest standing start, stop, resume or lap.
  private var latestPress: Duration? {
    restart == nil ? summary.stopwatch.latest : presses.last { $0.role.isPress }?.place
  }

  /// Reserves memory for a number of events; an implausible number is ignored.
  package mutating func reserve(_ count: Int) {
    guard count > entries.count, count <= 1 << 22 else { return }
    entries.reserve(count - entries.count + 16)
  }

  /// Returns the number of the earlier event that another one takes back or corrects; nil if it has
  /// no effect on that.
  private func correctedEvent(by event: Event) -> Int? {
    guard let id = event.kind.target, let target = entries.number(of: id) else { return nil }
    let isEffective = event.kind.role == .reversal || event.kind.corrects(entries.kind(target))
    return isEffective ? target : nil
  }

  /// Returns the place to which a correction moves its target, if it states that.
  private mutating func statedPlace(of event: Event, _ placement: Placement) -> Duration? {
    guard let amendment = event.kind.correction?.amendment else { return nil }
    switch amendment.move {
    case .at(let moment):
      sound.add(entries)
      return sound.nearest(to: moment, statedWith: placement.anchor)?.place.heldOnTimeline
    case .ago(let span): return (placement.anchor.place - span).heldOnTimeline
    case .by, nil: return nil
    }
  }

  /// Changes whether an event is standing, with the effects on other events.
  ///
  /// - Complexity: O(log n) in the events, the length of the chain that a `reverted` ends, and the
  ///   events of the batches that it takes back.
  private mutating func stand(_ number: Int, _ stands: Bool) {
    var (number, stands) = (number, stands)
    while entries.role(number) == .reversal {
      guard let target = entries.corrected(number) else { return }
      takeRestOfBatch(back: stands, by: number)
      guard entries.take(back: stands, target) else { return }
      (number, stands) = (target, !stands)
    }
    count(number, stands)
  }

  /// Counts an event other than `reverted`, or counts it no more.
  private mutating func count(_ number: Int, _ stands: Bool) {
    switch entries.role(number) {
    case .start:
      set(number, stands)
      areStatementsStale = true
    case .stop, .resume, .lap, .timestamp: set(number, stands)
    case .statement, .rules: areStatementsStale = true
    case .correction:
      if let target = entries.corrected(number) { correct(target, by: number) }
    case .passage:
      if stands, moment(number)?.place.isBeyondTimeline == true { noteBeyondTimeline() }
    case .reversal, .ruling, .nothing: break
    }
  }

  /// Takes back or restores the events after the first one of a batch.
  private mutating func takeRestOfBatch(back isTaken: Bool, by reversal: Int) {
    for number in restOfBatch(revertedBy: reversal) where entries.take(back: isTaken, number) {
      count(number, !isTaken)
    }
  }

  /// Takes back an event by a reversal of another session, or restores it once that no longer
  /// stands; `version` is the number of the event within the session, from 1.
  ///
  /// - Complexity: that of a reversal of this session.
  package mutating func take(back isTaken: Bool, _ version: Int) {
    let number = version - 1
    guard entries.indices.contains(number), entries.take(back: isTaken, number) else { return }
    stand(number, !isTaken)
    _ = settle()
  }

  /// Inserts the press of an event at its place, or removes it; none for a removed event.
  private mutating func set(_ number: Int, _ stands: Bool) {
    guard let place = moment(number)?.place else { return }
    let press = Press(place: place, number, entries.role(number))
    let index = presses.partitioningIndex { $0 >= press }
    if stands {
      if press.place.isBeyondTimeline { noteBeyondTimeline() }
      presses.insert(press, at: index)
    } else if index < presses.count, presses[index] == press {
      presses.remove(at: index)
    }
    // Timestamps before the start have a running time, too.
    restart = min(restart ?? index, press.role == .start ? 0 : index)
  }

  /// Applies a correction that has begun or ceased to stand.
  private mutating func correct(_ target: Int, by number: Int) {
    let isStanding = entries.stands(target)
    if isStanding { count(target, false) }
    let index = entries.corrections(target) ?? corrections.count
    if index == corrections.count {
      corrections.append(EventCorrections())
      entries.setCorrections(target, index)
    }
    corrections[index].update(number, entries, statedPlaces)
    if isStanding { count(target, true) }
  }

  mutating func noteBeyondTimeline() {
    firstBeyondTimeline = firstBeyondTimeline ?? entries.count
  }
}

/// A standing start, stop, resume, lap or timestamp, in the order in which the clock steps over
/// them.
///
/// They are ordered by place; ties by arrival, but laps later, and timestamps last: the ends of an
/// interval count as running, also where it begins with a later event.
struct Press: Hashable, Comparable, Sendable {
  let place: Duration
  /// The event's number in the order of arrival, from 0.
  var number: Int { Int(index) }
  let role: Event.Role
  private let index: Int32

  init(place: Duration, _ number: Int, _ role: Event.Role) {
    self.place = place
    index = Int32(number)
    self.role = role
  }

  private var rank: Int {
    switch role {
    case .lap: 1
    case .timestamp: 2
    case .start, .stop, .resume, .statement, .rules, .correction, .reversal, .passage, .ruling,
      .nothing:
      0
    }
  }

  static func < (left: Press, right: Press) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.rank != right.rank { return left.rank < right.rank }
    return left.index < right.index
  }
}

extension Session {
  /// The state before a press.
  struct KeptState: Sendable {
    var stopwatch: Stopwatch
    /// The number of laps, including those that do not count.
    var laps = 0
    var timestamps = 0
  }

  /// Whether the clock has stepped over all presses.
  var isSettled: Bool { restart == nil && !areStatementsStale }

  /// Steps over the press with an index, the first that the clock has not stepped over.
  mutating func advance(_ index: Int) -> Stopwatch.Step {
    if index % spacing == 0 {
      kept.append(
        KeptState(stopwatch: summary.stopwatch, laps: laps.count, timestamps: timestamps.count))
    }
    let step = summary.step(entries.entry(of: presses[index], corrections))
    switch step {
    case .lap(let lap): laps.append(lap)
    case .timestamp(let timestamp): timestamps.append(timestamp)
    case .nothing: break
    }
    intervals.follow(summary.stopwatch, index)
    return step
  }

  /// Applies the statements and presses that events out of order have changed, and returns the
  /// replacements in the lists.
  ///
  /// Statements follow in the order of arrival, then presses in the order of their places.
  ///
  /// - Complexity: O(n) in the presses from the nearest kept state before the first changed one on.
  mutating func settle() -> Change {
    if areStatementsStale {
      areStatementsStale = false
      summary.profile = statements.reduce(into: Profile()) { profile, number in
        if entries.stands(number) { profile.apply(entries.kind(number), isFirst: number == 0) }
      }
    }
    if summary.stopwatch.plan != summary.profile.plan { restart = 0 }
    guard let restart else { return .recomputed(laps: Replacement(), timestamps: Replacement()) }
    self.restart = nil
    return step(from: restart)
  }

  /// Steps again from the nearest kept state before a press.
  private mutating func step(from press: Int) -> Change {
    let chunk = max(0, min(press / spacing, kept.count - 1))
    let state =
      chunk > 0 ? kept[chunk] : KeptState(stopwatch: Stopwatch(plan: summary.profile.plan))
    kept.removeSubrange(min(chunk, kept.count)...)
    let change = Change.recomputed(
      laps: Replacement(before: Array(laps[state.laps...]), first: state.laps),
      timestamps: Replacement(
        before: Array(timestamps[state.timestamps...]), first: state.timestamps))
    laps.removeSubrange(state.laps...)
    timestamps.removeSubrange(state.timestamps...)
    intervals.restore(after: chunk * spacing)
    summary.stopwatch = state.stopwatch
    if summary.labelBests != nil { summary.labelBests = LabelBests(laps) }
    for index in chunk * spacing..<presses.count { _ = advance(index) }
    // The clock steps over these before it knows the start.
    if let start = summary.startPlace {
      for index in timestamps.indices.prefix(while: { timestamps[$0].place < start }) {
        timestamps[index].runningTime = timestamps[index].place - start
      }
    }
    return change
  }

  /// The session up to a place: presses and timestamps after it are left out, except for the
  /// start, which may be in the future.
  func past(through last: Duration) -> Session {
    past { $0.place <= last || $0.role == .start }
  }

  /// The session with some of its presses and timestamps only.
  ///
  /// - Complexity: O(n) in the presses and timestamps.
  func past(keeping isKept: (Press) -> Bool) -> Session {
    guard let first = presses.firstIndex(where: { !isKept($0) }) else { return self }
    var past = self
    past.presses.removeAll { !isKept($0) }
    _ = past.step(from: first)
    return past
  }
}

extension Arrivals {
  /// The event of a press, as it is corrected.
  ///
  /// Not a method of ``Session``: the compiler would copy the session before each step.
  func entry(of press: Press, _ corrections: [EventCorrections]) -> Stopwatch.Entry {
    let placement = placement(press.number)
    var entry = Stopwatch.Entry(self[press.number], placement)
    entry.place = press.place
    entry.isAhead = press.place > placement.anchor.place
    if let index = self.corrections(press.number) { corrections[index].sum.apply(to: &entry) }
    return entry
  }
}
