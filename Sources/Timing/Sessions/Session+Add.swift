import Text

extension Session {
  /// Adds the next event.
  ///
  /// - Returns: whether it was in order; otherwise the session must be recomputed.
  mutating func add(_ event: Event) -> Bool {
    let number = entries.count
    let role = event.kind.role
    if event.basis == .stated { sound.add(entries) }
    let placement = summary.placement(
      of: event.time, isPress: role.isPress, among: sound, latest: presses.last?.place)
    var standingRole = Standing.Role.other
    var corrected: Int?
    var depth: UInt8 = 0
    var target: Duration?
    switch role {
    case .correction:
      corrected = correctedEvent(of: event)
      target = statedPlace(of: event, placement)
      if let target { statedPlaces[number] = target }
    case .reversal:
      corrected = revertedEvent(of: event)
      standingRole = self.role(ofReversalOf: corrected)
      if let corrected { depth = entries.depth(corrected) + 1 }
    case .start, .stop, .resume, .lap, .timestamp, .statement, .rules, .passage, .ruling, .nothing:
      break
    }
    if case .race(let event) = event.kind { raceIndex.add(event, version: number + 1) }
    index.add(event.id, isInBatch: event.batch != nil, behind: entries)
    entries.append(event, role, placement, correcting: corrected, depth: depth)
    standing.append(standingRole)
    if addInOrder(event, role, placement, number) { return true }
    summary.arrive(event, placement)
    if placement.isBeyondTimeline || target?.isBeyondTimeline == true { noteBeyondTimeline() }
    stand(number, true)
    return false
  }

  /// The element that an event in order, the newest, has added to the lists.
  func addition(of event: Event) -> Summary.Addition {
    switch event.kind.role {
    case .lap: laps.last.map { .lap($0) } ?? .nothing
    case .timestamp:
      timestamps.last { $0.event == event.version }.map { .timestamp($0) } ?? .nothing
    case .start, .stop, .resume, .statement, .rules, .correction, .reversal, .passage, .ruling,
      .nothing:
      .nothing
    }
  }

  /// Reserves memory for a number of events; an implausible number is limited.
  mutating func reserve(_ count: Int) {
    guard count > entries.count, count <= 1 << 22 else { return }
    let more = count - entries.count + 16
    entries.reserve(more)
    laps.reserveCapacity(laps.count + more)
    standing.reserve(more)
  }

  /// Reserves memory for a number of events of a race, most of which are no laps; an implausible
  /// number is limited.
  package mutating func reserve(ofRace count: Int) {
    guard count > entries.count, count <= 1 << 22 else { return }
    let more = count - entries.count + 16
    entries.reserve(more, ofCrossings: more)
    standing.reserve(more)
  }

  /// Returns the number of the event that another one corrects; nil if it has no effect on that.
  private func correctedEvent(of event: Event) -> Int? {
    guard let (id, change) = event.kind.correction, let target = index(id, among: entries),
      change.applies(to: entries.role(target))
    else { return nil }
    return target
  }

  /// Returns the place to which a correction moves its target, if it states that.
  private mutating func statedPlace(of event: Event, _ placement: Placement) -> Duration? {
    guard case .amend(let amendment) = event.kind.correction?.change else { return nil }
    switch amendment.move {
    case .at(let moment):
      sound.add(entries)
      return sound.place(of: moment, statedWith: placement.anchor)?.heldOnTimeline
    case .ago(let span): return (placement.anchor.place - span).heldOnTimeline
    case .by, nil: return nil
    }
  }

  /// Returns the number of the event that another one takes back.
  private func revertedEvent(of event: Event) -> Int? {
    guard case .reverted(let id, _) = event.kind, let target = index(id, among: entries),
      entries.depth(target) < Self.longestChain
    else { return nil }
    return target
  }

  /// Returns whether the reversal of an event is an undo or a redo.
  private func role(ofReversalOf target: Int?) -> Standing.Role {
    guard let target else { return .redo }
    return entries.role(target) == .reversal ? .redo : .undo
  }

  private func role(of number: Int) -> Standing.Role {
    entries.role(number) == .reversal ? role(ofReversalOf: entries.corrected(number)) : .other
  }

  /// Adds an event that does not change earlier ones to an up-to-date session.
  ///
  /// - Returns: whether the event is one.
  private mutating func addInOrder(
    _ event: Event, _ role: Event.Role, _ placement: Placement, _ number: Int
  ) -> Bool {
    guard isSettled, !placement.isBeyondTimeline, summary.isInOrder(event, placement) else {
      return false
    }
    let isPress = role.isPress
    let press = Press(
      place: placement.place, index: number, isLap: role == .lap,
      isStated: placement.flags.contains(.stated))
    if isPress, let last = presses.last, press < last { return false }
    let isStatement = role.isStatement
    // The very first start has its plan with it.
    if isPress, presses.isAtBoundary, number > 0 { beginPresses() }
    if isStatement, statements.isAtBoundary { statements.beginChunk(after: summary.profile) }
    let addition = summary.add(event, placement)
    if isPress {
      if number == 0 { presses.beginChunk(after: PressState(plan: summary.profile.plan)) }
      presses.append(press)
    }
    if isStatement { statements.append(number) }
    switch addition {
    case .lap(let lap):
      laps.append(lap)
      if press.isStated { statedCount += 1 }
    case .timestamp(let timestamp):
      insert(timestamp)
      if press.isStated { statedCount += 1 }
    case .nothing:
      if press.isStated, isPress { statedCount += 1 }
    }
    // A lap changes no interval, unless it finishes the session.
    if isPress, role != .lap || summary.clock.stopwatch.finish != nil {
      intervals.follow(summary.clock.stopwatch)
    }
    return true
  }

  /// Keeps the state before the next press.
  private mutating func beginPresses() {
    presses.beginChunk(
      after: PressState(clock: summary.clock, laps: laps.count, intervals: intervals.count))
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
      guard standing.take(back: stands, target, role(of: target)) else { return }
      (number, stands) = (target, !stands)
    }
    count(number, stands)
  }

  /// Counts an event other than `reverted`, or counts it no more.
  private mutating func count(_ number: Int, _ stands: Bool) {
    switch entries.role(number) {
    case .start:
      set(moment: number, stands)
      set(statement: number, stands)
    case .stop, .resume, .lap, .timestamp, .passage: set(moment: number, stands)
    case .statement, .rules: set(statement: number, stands)
    case .correction:
      if let target = entries.corrected(number) { correct(target, by: number, stands) }
    case .reversal, .ruling, .nothing: break
    }
  }

  /// Takes back or restores the events after the first one of a batch.
  private mutating func takeRestOfBatch(back isTaken: Bool, by reversal: Int) {
    let rest = restOfBatch(revertedBy: reversal)
    if rest.isEmpty { return }
    var changed: [Int] = []
    for number in rest where standing.take(back: isTaken, number) {
      changed.append(number)
      count(number, !isTaken)
    }
    standing.setUndoable(changed, !isTaken)
  }

  /// Takes back an event by a reversal of another session, or ends that.
  ///
  /// - Parameters:
  ///   - isTaken: whether the reversal begins to stand.
  ///   - version: the number of the event within the session, from 1.
  /// - Complexity: that of a reversal of this session.
  package mutating func take(back isTaken: Bool, _ version: Int) {
    let number = version - 1
    guard entries.indices.contains(number), standing.take(back: isTaken, number, role(of: number))
    else { return }
    stand(number, !isTaken)
    _ = settle()
  }

  /// The press of an event; nil for a removed lap.
  private func press(_ number: Int) -> Press? {
    let correction = correction(of: number)
    if correction?.isRemoved == true { return nil }
    let placement = entries.placement(number)
    return Press(
      place: correction?.place(from: placement) ?? placement.place, index: number,
      isLap: entries.role(number) == .lap,
      isStated: correction?.isStated == true || placement.flags.contains(.stated))
  }

  private mutating func set(_ press: Press?, _ stands: Bool) {
    guard let press else { return }
    if stands {
      if press.place.isBeyondTimeline { noteBeyondTimeline() }
      presses.insert(press)
    } else {
      presses.remove(press)
    }
    if press.isStated { statedCount += stands ? 1 : -1 }
  }

  private mutating func set(statement number: Int, _ stands: Bool) {
    if stands { statements.insert(number) } else { statements.remove(number) }
  }

  private mutating func correct(_ target: Int, by number: Int, _ stands: Bool) {
    guard standing[target] else { return setCorrection(of: target, number, stands) }
    guard entries.role(target).isPress else {
      set(moment: target, false)
      setCorrection(of: target, number, stands)
      return set(moment: target, true)
    }
    let former = press(target)
    setCorrection(of: target, number, stands)
    let press = press(target)
    if let press, press == former {
      // A new label: the lap stays where it is.
      presses.touch(press)
    } else {
      set(former, false)
      set(press, true)
    }
  }

  private mutating func setCorrection(of target: Int, _ number: Int, _ stands: Bool) {
    let index = entries.corrections(target) ?? corrections.count
    if index == corrections.count {
      corrections.append(EventCorrections())
      entries.setCorrections(target, index)
    }
    corrections[index].set(number, stands: stands, entries, statedPlaces)
  }

  /// Inserts or removes a press or a timestamp.
  private mutating func set(moment number: Int, _ stands: Bool) {
    switch entries.role(number) {
    case .start, .stop, .resume, .lap: set(press(number), stands)
    case .timestamp: set(timestamp: number, stands)
    case .passage:
      if stands, moment(number)?.place.isBeyondTimeline == true { noteBeyondTimeline() }
    case .statement, .rules, .correction, .reversal, .ruling, .nothing: break
    }
  }

  mutating func noteBeyondTimeline() {
    firstBeyondTimeline = firstBeyondTimeline ?? entries.count
  }
}
