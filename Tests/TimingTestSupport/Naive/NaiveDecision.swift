import Text
package import Timing

extension NaiveClock {
  /// Decides a command by the rules of what is allowed when.
  package func decide(_ command: Command, _ time: EventTime) throws(Refusal) -> Event.Kind {
    var timeline = session.timeline
    timeline.append(time)
    let placement = session.events.count
    let readingPlace = timeline.places[placement]
    let eventPlace = timeline.place(of: time, placement: placement)
    let isClamped = command.isPress && time.basis == .measured
    if isBeyond(readingPlace) || isBeyond(isClamped ? clampedToLastPress(eventPlace) : eventPlace) {
      throw .beyondTimeline
    }
    if profile.isDiscarded && command != .undo { throw .discarded }

    switch command {
    case .start, .stop, .resume, .lap, .amend, .remove:
      if let ahead = countdown(at: readingPlace) { throw .countingDown(ahead) }
    default: break
    }
    let moment = time.basis == .measured ? clampedToLastPress(eventPlace) : eventPlace

    switch command {
    case .start(let start):
      switch state(at: moment) {
      case .running: throw .alreadyRunning
      case .stopped: throw .notReady
      case .finished: throw .finished(by: profile.plan)
      default: return .started(start)
      }
    case .stop:
      let state = state(at: moment)
      if state == .ready || state == .stopped { throw .notRunning(state) }
      try check(eventPlace, readingPlace: readingPlace, moment: moment, isOrdered: true)
      return .stopped
    case .resume:
      let state = state(at: moment)
      if state == .ready || state == .running { throw .notStopped(state) }
      if state == .finished { throw .finished(by: profile.plan) }
      try check(eventPlace, readingPlace: readingPlace, moment: moment, isOrdered: true)
      return .resumed
    case .lap(let label, let segment):
      if start == nil { throw .notRunning(.ready) }
      try check(eventPlace, readingPlace: readingPlace, moment: moment)
      if !allowsLap(at: moment) {
        throw time.basis == .measured ? .notRunning(state(at: moment)) : .notRunningThen
      }
      return .lapped(label: label, segment: try self.segment(segment, label, before: moment))
    case .mark(let label):
      if time.basis != .measured && eventPlace > readingPlace {
        throw .inTheFuture(by: eventPlace - readingPlace)
      }
      return .timestamped(label: label)
    case .amend(let reference, let change, let toLast):
      let target = try event(of: reference)
      return .amended(
        session.events[target].id,
        try amendment(
          change, toLast: toLast, of: target, reference, readingPlace, placement, timeline))
    case .remove(let reference):
      let target = try event(of: reference)
      switch session.events[target].kind {
      case .lapped, .timestamped: return .removed(session.events[target].id)
      default: throw .notRemovable(reference)
      }
    case .undo:
      let target = try undoTarget
      // An undo takes back all entries of a command.
      if case .race(.entered) = session.events[target].kind,
        let first = session.events[..<target].lastIndex(where: {
          $0.id == session.events[target].batch
        }), session.batch(of: first).contains(target)
      {
        return .reverted(session.events[first].id, batch: true)
      }
      return .reverted(session.events[target].id)
    case .redo: return .reverted(session.events[try redoTarget].id)
    case .plan(let change, _): return .planned(change)
    case .name(let name): return .named(name)
    case .tag(let tags):
      if Set(profile.tags + tags).count > 256 { throw .tooManyTags(most: 256) }
      return .tagged(tags)
    case .untag(let tags):
      for tag in tags where !profile.tags.contains(tag) { throw .noSuchTag(tag) }
      return .untagged(tags)
    case .identify(let people): return .identified(people)
    case .discard: return .discarded
    case .race(let event):
      if profile.plan.race == nil { throw .noRace }
      return .race(event)
    case .wave, .join, .assign, .order: throw .noRace
    }
  }

  private func check(
    _ eventPlace: Duration, readingPlace: Duration, moment: Duration, isOrdered: Bool = false
  ) throws(Refusal) {
    if eventPlace > readingPlace { throw .inTheFuture(by: eventPlace - readingPlace) }
    if let startPlace, moment < startPlace { throw .beforeStart(by: startPlace - moment) }
    if isOrdered, let last, moment < last { throw .beforeLastEvent(by: last - moment) }
  }

  private func isBeyond(_ place: Duration) -> Bool {
    place <= NaiveTimeline.range.lowerBound || place >= NaiveTimeline.range.upperBound
  }

  private func checkMove(of target: Int, to moment: Duration, readingPlace: Duration)
    throws(Refusal)
  {
    if isBeyond(moment) { throw .beyondTimeline }
    if moment > readingPlace { throw .inTheFuture(by: moment - readingPlace) }
    switch session.events[target].kind {
    case .lapped:
      try check(moment, readingPlace: readingPlace, moment: moment)
      var others = session
      others.isStanding[target] = false
      if !NaiveClock(others).allowsLap(at: moment) { throw .notRunningThen }
    case .timestamped: break
    default:
      // The move must not change the order of starts, stops and resumes.
      let clockPresses = session.events.indices.filter {
        if case .lapped = session.events[$0].kind { return false }
        return session.isStanding[$0] && session.events[$0].kind.isPress
      }
      var moved = places
      moved[target] = moment
      if clockPresses.sorted(by: { (places[$0], $0) < (places[$1], $1) })
        != clockPresses.sorted(by: { (moved[$0], $0) < (moved[$1], $1) })
      {
        throw .outOfOrder
      }
    }
  }

  private func amendment(
    _ change: Event.Amendment, toLast: Bool, of target: Int, _ reference: EventReference,
    _ readingPlace: Duration, _ placement: Int, _ timeline: NaiveTimeline
  ) throws(Refusal) -> Event.Amendment {
    var isLap = false
    switch session.events[target].kind {
    case .lapped: isLap = true
    case .timestamped: if change.label == .lifted { throw .needsLabel }
    default: if change.label != .unchanged { throw .noLabel(reference) }
    }
    var move = change.move
    func check(_ moment: Duration) throws(Refusal) {
      try checkMove(of: target, to: moment, readingPlace: readingPlace)
    }
    switch move {
    case nil where !toLast: break
    case .by(let span): try check(places[target] + span)
    case .at(let stated): try check(timeline.place(ofStated: stated, placement: placement))
    case .ago(let span): try check(readingPlace - span)
    case nil:
      let others = session.events.indices.filter { index in
        guard session.isStanding[index], index != target, !session.corrected(index).isRemoved else {
          return false
        }
        // A timestamp or a crossing counts only if it is before the event.
        switch session.events[index].kind {
        case .timestamped, .race(.crossed): return places[index] < places[target]
        default: return session.events[index].kind.isPress
        }
      }
      guard let latest = others.map({ places[$0] }).max() else { throw .noSuchEvent(reference) }
      move = .ago(readingPlace - latest)
      try check(latest)
    }
    var isOld = isLap
    if case .ago = move { isOld = false }
    if (move == nil) == (change.label == .unchanged) || change.label == .lifted { isOld = false }
    return Event.Amendment(move: move, label: change.label, scope: isOld ? .laps : .anyMoment)
  }

  private func segment(
    _ name: String?, _ label: String?, before moment: Duration
  ) throws(Refusal) -> Int? {
    guard let segments = profile.plan.segments else {
      if name != nil { throw .noCourse }
      return nil
    }
    let passed = laps.last { $0.segment != nil && $0.place <= moment }?.segment ?? 0
    let ahead = segments.indices.map { $0 + 1 }.filter { $0 > passed }
    if let name {
      guard let named = ahead.first(where: { segments[$0 - 1] == name }) else {
        throw .noSuchSegment(
          name, isPassed: segments.contains(name), toCome: ahead.map { segments[$0 - 1] })
      }
      return named
    }
    return ahead.first { segments[$0 - 1] == label } ?? ahead.first
  }

  private func event(of reference: EventReference) throws(Refusal) -> Int {
    func newest(_ isWanted: (Event.Kind) -> Bool) -> [Int] {
      session.events.indices.filter { session.isStanding[$0] && isWanted(session.events[$0].kind) }
        .sorted { (places[$0], $0) < (places[$1], $1) }
    }
    switch reference {
    case .number(let number):
      guard let lap = laps.first(where: { $0.number == number }) else {
        throw .noSuchLap(reference, count: laps.count { $0.number != nil })
      }
      return lap.event - 1
    case .event(let version):
      guard session.events.indices.contains(version - 1), session.isStanding[version - 1] else {
        throw .noSuchEvent(reference)
      }
      switch session.events[version - 1].kind {
      case .started, .stopped, .resumed, .lapped, .timestamped:
        if session.corrected(version - 1).isRemoved { throw .noSuchEvent(reference) }
        return version - 1
      default: throw .noSuchEvent(reference)
      }
    case .stream, .id: throw .noSuchEvent(reference)
    case .start:
      guard let start else { throw .notRunning(.ready) }
      return start
    case .stop:
      let stop = newest { if case .stopped = $0 { true } else { false } }.last
      guard let stop else { throw .noSuchEvent(reference) }
      return stop
    }
  }

  private var undoTarget: Int {
    get throws(Refusal) {
      for index in session.isStanding.indices.reversed() where session.isStanding[index] {
        switch session.events[index].kind {
        case .reverted, .race(.clocksCompared): continue
        default: return index
        }
      }
      throw .nothingToUndo
    }
  }

  private var redoTarget: Int {
    get throws(Refusal) {
      for index in session.isStanding.indices.reversed() {
        if case .race(.clocksCompared) = session.events[index].kind { continue }
        guard case .reverted = session.events[index].kind else { break }
        if session.isStanding[index] && isUndo(index) { return index }
      }
      throw .nothingToRedo
    }
  }

  /// Whether a `reverted` takes back an event of another kind.
  private func isUndo(_ index: Int) -> Bool {
    guard case .reverted = session.events[index].kind, let target = session.targets[index] else {
      return false
    }
    if case .reverted = session.events[target].kind { return false }
    return true
  }
}

extension Command {
  fileprivate var isPress: Bool {
    switch self {
    case .start, .stop, .resume, .lap: true
    default: false
    }
  }
}
