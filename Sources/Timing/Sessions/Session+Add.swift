import Text

extension Session {
  /// Adds the next event.
  ///
  /// - Returns: what it adds in order; nil if the session has to be settled.
  mutating func add(_ event: Event) -> Summary.Addition? {
    let number = entries.count
    let (entry, target) = entry(of: event)
    if let target { statedPlaces[number] = target }
    index.add(event.id, behind: entries)
    entries.append(entry)
    sound.add(entry.placement.anchor, version: event.version)
    standing.append(role(of: number))
    if let addition = addInOrder(entry, number) { return addition }
    summary.arrive(event, entry.placement)
    if entry.placement.isBeyondTimeline || target?.isBeyondTimeline == true {
      noteBeyondTimeline()
    }
    stand(number, true)
    return nil
  }

  /// Makes room for so many events and a few more; a number that cannot be right is not believed.
  mutating func reserve(_ count: Int) {
    guard count > entries.count, count <= 1 << 22 else { return }
    let more = count - entries.count + 16
    entries.reserveCapacity(entries.count + more)
    laps.reserveCapacity(laps.count + more)
  }

  /// Places an event, and finds the one that it takes back or corrects.
  ///
  /// - Returns: the entry, and where it moves the lap that it amends, if it states that.
  private func entry(of event: Event) -> (Entry, target: Duration?) {
    let placement = summary.placement(
      of: event.time, isPress: event.kind.isPress, among: sound, latest: presses.last?.place)
    var entry = Entry(event: event, placement: placement)
    var stated: Duration?
    if case .reverted(let id) = event.kind {
      if let target = index(id, among: entries), entries[target].depth < Self.longestChain {
        entry.corrected = target
        entry.depth = entries[target].depth + 1
      }
    } else if let (lap, change) = event.kind.correction {
      entry.corrected = lapIndex(lap)
      if case .amend(.at(let moment)) = change {
        stated = sound.place(of: moment, statedWith: placement.anchor)?.heldOnTimeline
      }
    }
    return (entry, stated)
  }

  private func lapIndex(_ id: EventID) -> Int? {
    guard let lap = index(id, among: entries), entries[lap].event.kind.role == .lap else {
      return nil
    }
    return lap
  }

  private func role(of number: Int) -> Standing.Role {
    guard entries[number].event.kind.role == .reversal else { return .other }
    guard let target = entries[number].corrected else { return .redo }
    return entries[target].event.kind.role == .reversal ? .redo : .undo
  }

  /// Adds an event that changes nothing that came before it, to a session that is settled.
  private mutating func addInOrder(_ entry: Entry, _ number: Int) -> Summary.Addition? {
    guard isSettled, !entry.placement.isBeyondTimeline else { return nil }
    let isPress = entry.event.kind.isPress
    let press = Press(
      place: entry.placement.place, index: number, isLap: entry.event.kind.role == .lap,
      isStated: entry.placement.flags.contains(.stated))
    if isPress, let last = presses.last, press < last { return nil }
    let isStatement = entry.event.kind.isStatement
    var state =
      isPress && presses.isAtBoundary
      ? PressState(clock: summary.clock, laps: laps.count, intervals: intervals.count) : nil
    let profile = isStatement && statements.isAtBoundary ? summary.profile : nil
    guard let addition = summary.apply(entry.event, entry.placement) else { return nil }
    // The very first start has its plan with it.
    if number == 0, isStatement { state = PressState(plan: summary.profile.plan) }
    if isPress { presses.append(press, after: state) }
    if isStatement { statements.append(number, after: profile) }
    switch addition {
    case .lap(let lap): laps.append(lap)
    case .timestamp(let timestamp): insert(timestamp)
    case .nothing: break
    }
    if press.isStated, isPress || addition != .nothing { statedCount += 1 }
    if isPress { intervals.follow(summary.clock.stopwatch) }
    return addition
  }

  /// Lets an event stand, or fall, with all that it means to the others.
  ///
  /// - Complexity: O(log n) in the events, and the length of the chain that a `reverted` ends.
  private mutating func stand(_ number: Int, _ stands: Bool) {
    var (number, stands) = (number, stands)
    while true {
      let entry = entries[number]
      switch entry.event.kind.role {
      case .start:
        set(press(number), stands)
        set(statement: number, stands)
      case .stop, .resume, .lap: set(press(number), stands)
      case .timestamp: set(timestamp: number, stands)
      case .statement, .rules: set(statement: number, stands)
      case .correction:
        if let lap = entry.corrected { correct(lap, by: number, stands) }
      case .reversal:
        guard let target = entry.corrected,
          standing.take(back: stands, target, role(of: target))
        else { return }
        (number, stands) = (target, !stands)
        continue
      case .nothing: break
      }
      return
    }
  }

  /// The press that an event stands for; nil if it is a lap that was removed.
  private func press(_ number: Int) -> Press? {
    let entry = entries[number]
    let isStated = entry.placement.flags.contains(.stated)
    guard entry.event.kind.role == .lap, let correction = corrections[number]?.sum else {
      return Press(
        place: entry.placement.place, index: number, isLap: entry.event.kind.role == .lap,
        isStated: isStated)
    }
    if correction.isRemoved { return nil }
    return Press(
      place: correction.place(of: entry), index: number, isLap: true,
      isStated: isStated || correction.isStated)
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

  private mutating func correct(_ lap: Int, by number: Int, _ stands: Bool) {
    let isThere = standing[lap]
    if isThere { set(press(lap), false) }
    corrections[lap, default: LapCorrections()].set(
      number, stands: stands, entries, statedPlaces)
    if isThere { set(press(lap), true) }
  }

  private mutating func noteBeyondTimeline() {
    firstBeyondTimeline = firstBeyondTimeline ?? entries.count
  }
}
