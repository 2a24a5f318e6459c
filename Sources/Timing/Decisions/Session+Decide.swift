public import Text

extension Session {
  /// Decides a command: returns the kind of event to append.
  ///
  /// Decisions depend only on standing events, and on the time of the event, not on that of its
  /// arrival. `named` has the events that the command names by ids or by the numbers of other sessions:
  /// their ids, and of crossings of other streams of the race the places on its timeline. An undo
  /// passes over the events of `passed`.
  ///
  /// - Complexity: O(log n); O(n) in the laps and presses to find one, or to move a start or stop.
  public func decide(
    _ command: Command, _ time: EventTime,
    named: [EventReference: (id: EventID, place: Duration?)] = [:],
    passingOver passed: Set<EventID> = []
  ) throws(Refusal) -> Event.Kind {
    let placement = summary.placement(
      of: time, among: time.basis == .stated ? allSound : sound,
      latest: command.isPress ? summary.stopwatch.latest : nil)
    switch try summary.decide(command, placement) {
    case .append(let kind): return kind
    case .askPast(let decide):
      return try decide(Past(session: self, time: placement, named: named, passed: passed))
    }
  }

  /// Returns the number of the event that a reference names, in the order of arrival, from 0,
  /// whether it stands or not; nil if there is none.
  func number(of reference: EventReference) -> Int? {
    switch reference {
    case .number(let number): laps.first { $0.number == number }.map { $0.event - 1 }
    case .event(let version): entries.indices.contains(version - 1) ? version - 1 : nil
    case .id(let id): entries.number(of: id)
    case .stream: nil
    case .start: firstStart
    case .stop: presses.last { $0.role == .stop }?.number
    }
  }

  /// Returns the moment of the standing event that a reference names, for an amendment of it; nil
  /// if there is none.
  package func moment(of reference: EventReference) -> Moment? {
    target(of: reference).flatMap { moment($0)?.at }
  }

  /// Returns the number of a standing event that can be moved, relabeled or removed, from 0.
  fileprivate func target(of reference: EventReference) -> Int? {
    guard let number = number(of: reference), entries.stands(number), moment(number) != nil,
      case let role = entries.role(number), role.hasMoment || role.isRemovable
    else { return nil }
    return number
  }
}

/// A session for a decision that needs its past events.
struct Past {
  let session: Session
  let time: Placement
  let named: [EventReference: (id: EventID, place: Duration?)]
  let passed: Set<EventID>

  private var summary: Summary { session.summary }
  private var own: Anchor { time.anchor }

  func lap(_ label: String?, _ segment: String?) throws(Refusal) -> Event.Kind {
    try refuseStanding(at: time.place)
    let last = session.laps.last { $0.place <= time.place && $0.segment != nil }?.segment
    return .lapped(label: label, segment: try summary.number(of: segment, label, after: last ?? 0))
  }

  func undo() throws(Refusal) -> Event.Kind {
    guard let event = session.newestToUndo(passingOver: passed.contains) else {
      throw .nothingToUndo
    }
    return session.reversal(of: event)
  }

  func redo() throws(Refusal) -> Event.Kind {
    guard let undo = session.newestToRedo(passingOver: passed) else { throw .nothingToRedo }
    return .reverted(session.entries.ids[undo])
  }

  func amend(
    _ reference: EventReference, _ amendment: Event.Amendment, toLast: Bool
  ) throws(Refusal) -> Event.Kind {
    if let (id, place) = joinedCrossing(reference) {
      if amendment.move == nil { throw .noSuchEvent(reference) }
      return .amended(
        id, try checked(amendment, toLast: false, reference, .passage, at: place, nil))
    }
    let target = try target(of: reference)
    let place = session.moment(target)?.place ?? .zero
    return .amended(
      session.entries.ids[target],
      try checked(
        amendment, toLast: toLast, reference, session.entries.role(target), at: place, target))
  }

  func remove(_ reference: EventReference) throws(Refusal) -> Event.Kind {
    if let (id, _) = joinedCrossing(reference) { return .removed(id) }
    let target = try target(of: reference)
    guard session.entries.role(target).isRemovable else { throw .notRemovable(reference) }
    return .removed(session.entries.ids[target])
  }

  /// Returns the crossing of another stream that a reference names; nil for an event of this one.
  func joinedCrossing(_ reference: EventReference) -> (id: EventID, place: Duration)? {
    guard case let (id, place?)? = named[reference], session.number(of: .id(id)) == nil else {
      return nil
    }
    return (id, place)
  }

  /// The reference by the id, if another session or an id names the event.
  func byID(_ reference: EventReference) -> EventReference {
    named[reference].map { .id($0.id) } ?? reference
  }

  private func target(of reference: EventReference) throws(Refusal) -> Int {
    if let target = session.target(of: byID(reference)) { return target }
    switch reference {
    case .number: throw .noSuchLap(reference, count: summary.lapCount)
    case .start where summary.profile.timingPoint == nil: throw .notRunning(.ready)
    case .start, .event, .stream, .id, .stop: throw .noSuchEvent(reference)
    }
  }

  /// Returns the amendment of an event at a place; `target` is nil for one of another stream.
  private func checked(
    _ amendment: Event.Amendment, toLast: Bool, _ reference: EventReference, _ role: Event.Role,
    at former: Duration, _ target: Int?
  ) throws(Refusal) -> Event.Amendment {
    let isTimestamp = role == .timestamp
    if role != .lap, !isTimestamp, amendment.label != .unchanged { throw .noLabel(reference) }
    if isTimestamp, amendment.label == .lifted { throw .needsLabel }
    var amendment = amendment
    if toLast {
      guard let latest = latest(before: former, without: target) else {
        throw .noSuchEvent(reference)
      }
      amendment.move = .ago(own.place - latest)
    }
    let place: Duration? =
      switch amendment.move {
      case nil: nil
      // Clocks of devices differ: what is moved back need not be in the past of this one.
      case .by(let span) where target == nil && span < .zero: min(own.place, former + span)
      case .by(let span): former + span
      case .at(let stated):
        session.allSound.nearest(to: stated, statedWith: own)?.place ?? own.place
      case .ago(let span): own.place - span
      }
    if let place { try permitMove(of: target, role, to: place, reference) }
    return amendment.scoped(toLap: role == .lap)
  }

  /// The place of the latest press, timestamp or crossing other than an event at a place; nil
  /// without any.
  ///
  /// A timestamp or crossing after the event, such as one after a stop, does not delay it.
  private func latest(before place: Duration, without target: Int?) -> Duration? {
    let press = session.presses.last { $0.role.isPress && $0.number != target }
    let timestamp = session.timestamps.last { $0.event - 1 != target && $0.place < place }
    let crossing = session.latestCrossing { $0.version - 1 != target && $0.place < place }
    return [press?.place, timestamp?.place, crossing].compactMap(\.self).max()
  }

  private func permitMove(
    of target: Int?, _ role: Event.Role, to place: Duration, _ reference: EventReference
  ) throws(Refusal) {
    if place.isBeyondTimeline { throw .beyondTimeline }
    if place > own.place { throw .inTheFuture(by: place - own.place) }
    switch role {
    case .lap:
      try summary.refuseBeforeStart(place)
      try refuseStanding(at: place, without: target)
    case .start, .stop, .resume: if let target { try permitOrder(of: target, at: place) }
    case .timestamp, .passage: break
    case .ruling, .statement, .rules, .correction, .reversal, .nothing:
      throw .noSuchEvent(reference)
    }
  }

  /// Refuses a move of a start, stop or resume past another one.
  private func permitOrder(of target: Int, at place: Duration) throws(Refusal) {
    let moved = Press(place: place, target, session.entries.role(target))
    var isAfterTarget = false
    for press in session.presses where press.role.isPress && press.role != .lap {
      if press.number == target {
        isAfterTarget = true
      } else if isAfterTarget ? press < moved : moved < press {
        throw .outOfOrder
      }
    }
  }

  /// Refuses a lap unless the clock ran at its moment, or had finished by then.
  private func refuseStanding(at place: Duration, without moved: Int? = nil) throws(Refusal) {
    // The lap that is moved may be the one that finished the session.
    let others = summary.stopwatch.finish == nil ? session : session.past { $0.number != moved }
    if let finish = others.summary.stopwatch.finish, place >= finish.place { return }
    guard others.intervals.isRunning(at: place) else { throw .notRunningThen }
  }
}
