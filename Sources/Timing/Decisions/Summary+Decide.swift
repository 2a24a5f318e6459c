package import Text

extension Summary {
  /// Decides a command: returns the kind of event to append, or throws a `Refusal`.
  ///
  /// `past` returns the session, the events that the command names, and those that an undo passes
  /// over. It is called only if past events are needed; its errors are thrown.
  ///
  /// - Complexity: O(1) without past events, else that of
  ///   ``Session/decide(_:_:named:passingOver:)``.
  package func decide(
    _ command: Command, _ time: EventTime,
    past: () throws -> (
      session: Session, named: [EventReference: (id: EventID, place: Duration?)],
      passed: Set<EventID>
    )
  ) throws -> Event.Kind {
    if let placement = placement(of: time, isPress: command.isPress),
      case .append(let kind) = try decide(command, placement)
    {
      return kind
    }
    let (session, named, passed) = try past()
    return try session.decide(command, time, named: named, passingOver: passed)
  }

  /// A decision, or the rest of one that needs past events.
  enum Decision {
    case append(Event.Kind)
    case askPast((Past) throws(Refusal) -> Event.Kind)
  }

  /// Decides a command at known places.
  func decide(_ command: Command, _ placement: Placement) throws(Refusal) -> Decision {
    if placement.isBeyondTimeline { throw .beyondTimeline }
    if profile.isDiscarded, command != .undo { throw .discarded }
    if let point = profile.timingPoint, !command.isForTimingPoints {
      throw .timesPoint(of: point.race)
    }
    switch command {
    case .start(let start):
      try permitStart(placement)
      return .append(.started(start))
    case .stop:
      try permitPress(placement) { phase in
        phase == .running || phase == .finished ? nil : .notRunning(phase)
      }
      return .append(.stopped)
    case .resume:
      let plan = profile.plan
      try permitPress(placement) { phase in
        phase == .finished ? .finished(by: plan) : phase == .stopped ? nil : .notStopped(phase)
      }
      return .append(.resumed)
    case .lap(let label, let segment):
      guard try permitLap(placement) else {
        return .askPast { past throws(Refusal) in try past.lap(label, segment) }
      }
      return .append(
        .lapped(
          label: label, segment: try number(of: segment, label, after: stopwatch.lastSegment)))
    case .mark(let label):
      try placement.refuseFuture()
      return .append(.timestamped(label: label))
    case .name(let name): return .append(.named(name))
    case .tag(let tags):
      let new = Set(tags).subtracting(profile.tags)
      if profile.tags.count + new.count > Profile.mostTags {
        throw .tooManyTags(most: Profile.mostTags)
      }
      return .append(.tagged(tags))
    case .untag(let tags):
      if let missing = tags.first(where: { !profile.tags.contains($0) }) {
        throw .noSuchTag(missing)
      }
      return .append(.untagged(tags))
    case .identify(let people): return .append(.identified(people))
    case .plan(var change, let format):
      if let format {
        guard let changed = format.applied(to: profile.plan.race) else { throw .noRace }
        change.race = .set(changed)
      }
      let plan = change.applied(to: profile.plan)
      if case .set = change.segments, plan.course == nil { throw .noCourse }
      if plan.isRaceWithOtherRules, !profile.plan.isRaceWithOtherRules { throw .ruledByFormat }
      return .append(.planned(change))
    case .discard: return .append(.discarded)
    case .race(let event):
      try placement.refuseFuture()
      if case .joined = event {
        if version > 0 { throw .notReady }
        return .append(.race(event))
      }
      if !profile.plan.isRace, profile.timingPoint == nil { throw .noRace }
      switch event {
      case .entered, .crossed, .linked, .joined, .clocksCompared: return .append(.race(event))
      case .withdrawn, .waveStarted, .wavePlanned, .assigned, .ruled, .ordered:
        return .askPast { past throws(Refusal) in try past.append(event) }
      }
    case .wave(let wave, let change, let starts):
      try placement.refuseFuture()
      if !profile.plan.isRace { throw .noRace }
      return .askPast { past throws(Refusal) in try past.wave(wave, change, starts: starts) }
    // The log finds the race first.
    case .join: throw .noRace
    case .assign(let reference, let bib):
      if !profile.plan.isRace { throw .noRace }
      return .askPast { past throws(Refusal) in
        .race(.assigned(try past.crossing(reference).id, bib: bib))
      }
    case .order(let references):
      if !profile.plan.isRace { throw .noRace }
      return .askPast { past throws(Refusal) in try past.order(references) }
    case .undo: return .askPast { past throws(Refusal) in try past.undo() }
    case .redo: return .askPast { past throws(Refusal) in try past.redo() }
    case .amend(let event, let amendment, let toLast):
      try refuseCountdown(at: placement.now)
      return .askPast { past throws(Refusal) in
        try past.amend(event, amendment, toLast: toLast)
      }
    case .remove(let event):
      try refuseCountdown(at: placement.now)
      return .askPast { past throws(Refusal) in try past.remove(event) }
    }
  }

  /// Returns the number of the segment that a lap completes, by its name or by the label of the lap,
  /// after the last one completed; nil without a course and after the last segment.
  func number(of name: String?, _ label: String?, after last: Int) throws(Refusal) -> Int? {
    guard let segments = profile.plan.segments else {
      if name != nil { throw .noCourse }
      return nil
    }
    guard let name else { return segments.completed(by: nil, label, after: last) }
    guard let number = segments.segment(named: name, after: last) else {
      throw .noSuchSegment(
        name, isPassed: segments.contains(name), toCome: Array(segments.dropFirst(last)))
    }
    return number
  }

  /// Returns the place of the latest press or timestamp, or of a crossing after it; nil without any.
  package func latestPress(orCrossing crossing: Duration? = nil) -> Duration? {
    [stopwatch.latest, stopwatch.latestTimestamp, crossing].compactMap(\.self).max()
  }

  /// Returns the time from the latest press or timestamp, or from a crossing after it, to a reading;
  /// zero without any.
  package func spanSinceLatestPress(
    at reading: Reading, latestCrossing: Duration? = nil
  ) -> Duration {
    latestPress(orCrossing: latestCrossing).map { max(.zero, place(of: reading) - $0) } ?? .zero
  }

  private func permitStart(_ placement: Placement) throws(Refusal) {
    try refuseCountdown(at: placement.now)
    switch phase(atPlace: max(placement.place, stopwatch.latest ?? placement.place)) {
    case .ready, .countdown: break
    case .running: throw .alreadyRunning
    case .stopped: throw .notReady
    case .finished: throw .finished(by: profile.plan)
    case .discarded: throw .discarded
    }
  }

  /// Checks a stop or resume: the required phase, and a moment after the standing events.
  private func permitPress(_ placement: Placement, refusal: (Phase) -> Refusal?) throws(Refusal) {
    let latest = stopwatch.latest ?? placement.place
    try refuseCountdown(at: placement.now)
    if let refusal = refusal(phase(atPlace: max(placement.place, latest))) { throw refusal }
    try placement.refuseFuture()
    try refuseBeforeStart(placement.place)
    if placement.place < latest { throw .beforeLastEvent(by: latest - placement.place) }
  }

  /// Whether a lap is possible; false if past events are needed, since it is before the latest.
  private func permitLap(_ placement: Placement) throws(Refusal) -> Bool {
    guard stopwatch.start != nil, let latest = stopwatch.latest else { throw .notRunning(.ready) }
    try refuseCountdown(at: placement.now)
    try placement.refuseFuture()
    try refuseBeforeStart(placement.place)
    guard placement.place >= latest else { return false }
    if phase(atPlace: placement.place) == .stopped, stopwatch.stoppedAt != placement.place {
      throw placement.flags.contains(.stated) ? .notRunningThen : .notRunning(.stopped)
    }
    return true
  }

  func refuseBeforeStart(_ place: Duration) throws(Refusal) {
    if let start = startPlace, place < start { throw .beforeStart(by: start - place) }
  }

  private func refuseCountdown(at now: Duration) throws(Refusal) {
    guard phase(atPlace: now) == .countdown else { return }
    throw .countingDown((stopwatch.start?.place ?? now) - now)
  }
}

extension Command {
  /// Whether it is a press: a start, stop, resume or lap.
  var isPress: Bool {
    switch self {
    case .start, .stop, .resume, .lap: true
    case .mark, .undo, .redo, .amend, .remove, .plan, .name, .tag, .untag, .identify, .discard,
      .race, .wave, .join, .assign, .order:
      false
    }
  }
}

extension Placement {
  /// The place of the command's own reading.
  var now: Duration { anchor.place }

  /// Refuses a stated moment in the future.
  func refuseFuture() throws(Refusal) {
    if flags.contains(.stated), isAhead { throw .inTheFuture(by: place - now) }
  }
}
