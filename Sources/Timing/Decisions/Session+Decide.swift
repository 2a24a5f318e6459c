extension Session {
  /// Decides a command: returns the kind of event to append.
  ///
  /// Decisions depend only on standing events, and on the time of the event, not on that of its
  /// arrival.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - time: the time of the event.
  /// - Returns: the kind of event to append.
  /// - Throws: the refusal, if the command is not possible.
  /// - Complexity: O(log n); O(n) in the laps to find one by its number.
  public func decide(_ command: Command, _ time: EventTime) throws(Refusal) -> Event.Kind {
    let placement = summary.placement(
      of: time, isPress: command.isPress, among: sound,
      latest: summary.stopwatch.latest)
    let decisionTime = DecisionTime(placement, time.basis)
    let past: Summary.PastCommand
    switch try summary.decide(command, decisionTime) {
    case .append(let kind): return kind
    case .askPast(let command): past = command
    }
    switch past {
    case .lap(let label):
      try refuseStanding(at: decisionTime.place)
      return .lapped(label: label)
    case .redo:
      guard let undo = standing.newestToRedo else { throw .nothingToRedo }
      return .reverted(entries[undo].event.id)
    case .amend(let reference, let amendment):
      let lap = try lap(reference, at: decisionTime.now)
      try permit(amendment, of: lap, statedWith: placement.anchor)
      return .amended(entries[lap.event - 1].event.id, amendment)
    case .remove(let reference):
      let lap = try lap(reference, at: decisionTime.now)
      return .removed(entries[lap.event - 1].event.id)
    case .undo:
      guard let event = standing.newestToUndo else { throw .nothingToUndo }
      return .reverted(entries[event].event.id)
    }
  }

  /// Returns the lap of a reference.
  private func lap(_ reference: LapReference, at now: Duration) throws(Refusal) -> Lap {
    if summary.phase(atPlace: now) == .countdown { throw summary.countingDown(at: now) }
    let lap =
      switch reference {
      case .number(let number): laps.first { $0.number == number }
      case .event(let event): laps.first { $0.event == event }
      }
    guard let lap else { throw .noSuchLap(reference, count: summary.lapCount) }
    return lap
  }

  private func permit(
    _ amendment: Event.Amendment, of lap: Lap, statedWith own: Anchor
  ) throws(Refusal) {
    let place: Duration
    switch amendment {
    case .label: return
    case .by(let span): place = lap.place + span
    case .at(let moment): place = sound.place(of: moment, statedWith: own) ?? own.place
    }
    if place.isBeyondTimeline { throw .beyondTimeline }
    if place > own.place { throw .inTheFuture(by: place - own.place) }
    if let start = summary.stopwatch.start, place < start.place {
      throw .beforeStart(by: start.place - place)
    }
    try refuseStanding(at: place)
  }

  /// Refuses a lap unless the clock ran at its moment, or had finished by then.
  private func refuseStanding(at place: Duration) throws(Refusal) {
    if let finish = summary.stopwatch.finish, place >= finish.place { return }
    guard intervals.isRunning(at: place) else { throw .notRunningThen }
  }
}
