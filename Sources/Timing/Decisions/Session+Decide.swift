public import Text

extension Session {
  /// Decides a command: returns the kind of event to append.
  ///
  /// Decisions depend only on standing events, and on the time of the event, not on that of its
  /// arrival.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - time: the time of the event.
  ///   - joined: the crossings of other streams of the race that the command names by their ids.
  /// - Returns: the kind of event to append.
  /// - Throws: the refusal, if the command is not possible.
  /// - Complexity: O(log n); O(n) in the laps and presses to find one, or to move a start or stop.
  public func decide(
    _ command: Command, _ time: EventTime, joined: [EventID: JoinedCrossing] = [:]
  ) throws(Refusal) -> Event.Kind {
    let placement = summary.placement(
      of: time, isPress: command.isPress, among: time.basis == .stated ? allSound : sound,
      latest: summary.stopwatch.latest)
    let decisionTime = DecisionTime(placement, time.basis)
    let past: Summary.PastCommand
    switch try summary.decide(command, decisionTime) {
    case .append(let kind): return kind
    case .askPast(let command): past = command
    }
    switch past {
    case .lap(let label, let segment):
      try refuseStanding(at: decisionTime.place)
      let last = laps.last { $0.place <= decisionTime.place && $0.segment != nil }?.segment
      return .lapped(
        label: label, segment: try summary.number(of: segment, label, after: last ?? 0))
    case .redo:
      guard let undo = newestToRedo else { throw .nothingToRedo }
      return .reverted(entries[undo].event.id)
    case .amend(let reference, let change):
      if summary.phase(atPlace: decisionTime.now) == .countdown {
        throw summary.countingDown(at: decisionTime.now)
      }
      if case .id(let id) = reference, event(id) == nil, let crossing = joined[id] {
        return .amended(id, try amendment(change, of: crossing, reference, placement.anchor))
      }
      let target = try target(of: reference)
      let amendment = try amendment(change, of: target, reference, placement.anchor)
      return .amended(entries[target].event.id, amendment)
    case .remove(let reference):
      if summary.phase(atPlace: decisionTime.now) == .countdown {
        throw summary.countingDown(at: decisionTime.now)
      }
      if case .id(let id) = reference, event(id) == nil, joined[id] != nil { return .removed(id) }
      let target = try target(of: reference)
      switch entries[target].event.kind.role {
      case .lap, .timestamp, .passage, .ruling: return .removed(entries[target].event.id)
      case .start, .stop, .resume, .statement, .rules, .correction, .reversal, .nothing:
        throw .notRemovable(reference)
      }
    case .race(let event): return try decide(event, at: decisionTime)
    case .wave(let wave, let change, let starts):
      let before = ownFormat(ofWave: wave) ?? summary.profile.plan.race
      guard let format = change.applied(to: before) else { throw .noRace }
      return try decide(
        starts ? .waveStarted(wave: wave, race: format) : .wavePlanned(wave: wave, race: format),
        at: decisionTime)
    case .assign(let reference, let bib):
      return .race(.assigned(try crossing(reference, joined).id, bib: bib))
    case .order(let references):
      var targets: [EventID] = []
      var place: Duration?
      for reference in references {
        let (id, crossing) = try crossing(reference, joined)
        if let place, place != crossing { throw .notATie }
        place = crossing
        targets.append(id)
      }
      return .race(.ordered(targets))
    case .undo:
      guard let event = newestToUndo else { throw .nothingToUndo }
      return reversal(of: event)
    }
  }

  /// Returns the wall-clock time of an event that can be amended; nil if there is none.
  package func moment(of reference: EventReference) -> Moment? {
    do throws(Refusal) {
      return moment(try target(of: reference))?.at
    } catch {
      return nil
    }
  }

  /// Returns the standing event of a reference, by its number in the order of arrival, from 0.
  private func target(of reference: EventReference) throws(Refusal) -> Int {
    switch reference {
    case .id(let id):
      guard let event = event(id) else { throw .noSuchEvent(reference) }
      return try target(of: .event(event.version))
    case .stream: throw .noSuchEvent(reference)
    case .number(let number):
      guard let lap = laps.first(where: { $0.number == number }) else {
        throw .noSuchLap(reference, count: summary.lapCount)
      }
      return lap.event - 1
    case .event(let version):
      guard entries.indices.contains(version - 1), standing[version - 1],
        moment(version - 1) != nil
      else { throw .noSuchEvent(reference) }
      switch entries[version - 1].event.kind.role {
      case .start, .stop, .resume, .lap, .timestamp, .passage, .ruling: return version - 1
      case .statement, .rules, .correction, .reversal, .nothing: throw .noSuchEvent(reference)
      }
    case .start:
      guard let firstStart else { throw .notRunning(.ready) }
      return firstStart
    case .stop:
      guard let newestStop else { throw .noSuchEvent(reference) }
      return newestStop
    }
  }

  /// Returns the amendment that a change results in.
  private func amendment(
    _ change: Command.Change, of target: Int, _ reference: EventReference, _ own: Anchor
  ) throws(Refusal) -> Event.Amendment {
    let role = entries[target].event.kind.role
    let isTimestamp = role == .timestamp
    if role != .lap, !isTimestamp, change.label != .unchanged { throw .noLabel(reference) }
    if isTimestamp, change.label == .lifted { throw .needsLabel }
    var amendment = Event.Amendment(label: change.label)
    if let move = change.move, let moment = moment(target) {
      let place: Duration
      switch move {
      case .by(let span):
        amendment.move = .by(span)
        place = moment.place + span
      case .at(let stated):
        amendment.move = .at(stated)
        place = allSound.place(of: stated, statedWith: own) ?? own.place
      case .ago(let span):
        amendment.move = .ago(span)
        place = own.place - span
      case .last:
        let latestPress = presses.last { $0.role.isPress && $0.number != target }
        // A timestamp after the event itself, such as one after a stop, does not delay it.
        let timestamp = timestamps.last { $0.event != target + 1 && $0.place < moment.place }
        let crossing = latestCrossing { $0.version != target + 1 && $0.place < moment.place }
        let others = [latestPress?.place, timestamp?.place, crossing]
        guard let latest = others.compactMap(\.self).max() else { throw .noSuchEvent(reference) }
        amendment.move = .ago(own.place - latest)
        place = latest
      }
      try permitMove(of: target, role, to: place, own)
    }
    return amendment.scoped(toLap: role == .lap)
  }

  /// Returns the amendment of a crossing of another stream.
  private func amendment(
    _ change: Command.Change, of crossing: JoinedCrossing, _ reference: EventReference,
    _ own: Anchor
  ) throws(Refusal) -> Event.Amendment {
    if change.label != .unchanged { throw .noLabel(reference) }
    var amendment = Event.Amendment(scope: .anyMoment)
    var place = own.place
    switch change.move {
    case nil, .last: throw .noSuchEvent(reference)
    case .by(let span):
      amendment.move = .by(span)
      // Clocks of devices differ: what is moved back need not be in the past of this one.
      place = span < .zero ? min(own.place, crossing.place + span) : crossing.place + span
    case .at(let stated):
      amendment.move = .at(stated)
      place = allSound.place(of: stated, statedWith: own) ?? own.place
    case .ago(let span):
      amendment.move = .ago(span)
      place = own.place - span
    }
    if place.isBeyondTimeline { throw .beyondTimeline }
    if place > own.place { throw .inTheFuture(by: place - own.place) }
    return amendment
  }

  private func permitMove(
    of target: Int, _ role: Event.Role, to place: Duration, _ own: Anchor
  ) throws(Refusal) {
    if place.isBeyondTimeline { throw .beyondTimeline }
    if place > own.place { throw .inTheFuture(by: place - own.place) }
    switch role {
    case .lap:
      if let start = summary.stopwatch.start, place < start.place {
        throw .beforeStart(by: start.place - place)
      }
      try refuseStanding(at: place)
    case .start, .stop, .resume: try permitOrder(of: target, at: place)
    case .timestamp, .passage: break
    case .statement, .rules, .correction, .reversal, .ruling, .nothing:
      throw .noSuchEvent(.event(target + 1))
    }
  }

  /// Refuses a move of a start, stop or resume past another one.
  private func permitOrder(of target: Int, at place: Duration) throws(Refusal) {
    let moved = Press(place: place, target, entries.role(target))
    var isAfterTarget = false
    for press in presses where press.role.isPress && press.role != .lap {
      if press.number == target {
        isAfterTarget = true
      } else if isAfterTarget ? press < moved : moved < press {
        throw .outOfOrder
      }
    }
  }

  /// Refuses a lap unless the clock ran at its moment, or had finished by then.
  private func refuseStanding(at place: Duration) throws(Refusal) {
    if let finish = summary.stopwatch.finish, place >= finish.place { return }
    guard intervals.isRunning(at: place) else { throw .notRunningThen }
  }
}
