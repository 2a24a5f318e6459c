import Text
package import Timing

extension NaiveClock {
  /// What a command comes to, by the list of what is allowed when.
  package func decide(_ command: Command, _ time: EventTime) throws(Refusal) -> Event.Kind {
    var timeline = session.timeline
    timeline.append(time)
    let placement = session.events.count
    let own = timeline.places[placement]
    let claimed = timeline.place(of: time, placement: placement)
    let isHeldBack = command.isPress && time.basis == .measured
    if isBeyond(own) || isBeyond(isHeldBack ? heldBack(claimed) : claimed) { throw .beyondTimeline }
    if profile.isDiscarded && command != .undo { throw .discarded }

    switch command {
    case .start, .stop, .resume, .lap, .amend, .remove:
      if let ahead = countdown(at: own) { throw .countingDown(ahead) }
    default: break
    }
    let moment = time.basis == .measured ? heldBack(claimed) : claimed

    switch command {
    case .start(let start):
      switch state(at: moment) {
      case .running: throw .alreadyRunning
      case .stopped: throw .notReady
      case .finished: throw .finished
      default: return .started(start)
      }
    case .stop:
      let state = state(at: moment)
      if state == .ready || state == .stopped { throw .notRunning(state) }
      try check(claimed, own: own, moment: moment)
      try checkOrder(moment)
      return .stopped
    case .resume:
      let state = state(at: moment)
      if state == .ready || state == .running { throw .notStopped(state) }
      if state == .finished { throw .finished }
      try check(claimed, own: own, moment: moment)
      try checkOrder(moment)
      return .resumed
    case .lap(let label):
      if start == nil { throw .notRunning(.ready) }
      try check(claimed, own: own, moment: moment)
      if !allowsLap(at: moment) {
        throw time.basis == .measured ? .notRunning(state(at: moment)) : .notRunningThen
      }
      return .lapped(label: label)
    case .mark(let label):
      if time.basis != .measured && claimed > own { throw .inTheFuture(by: claimed - own) }
      return .timestamped(label: label)
    case .amend(let reference, let amendment):
      let lap = try lap(reference)
      let index = try event(of: lap, reference)
      switch amendment {
      case .label: break
      case .by(let span): try checkMove(to: lap.place + span, own: own)
      case .at(let moment):
        try checkMove(to: timeline.place(ofStated: moment, placement: placement), own: own)
      }
      return .amended(session.events[index].id, amendment)
    case .remove(let reference):
      return .removed(session.events[try event(of: lap(reference), reference)].id)
    case .undo: return .reverted(session.events[try undoTarget].id)
    case .redo: return .reverted(session.events[try redoTarget].id)
    case .plan(let change): return .planned(change)
    case .name(let name): return .named(name)
    case .tag(let tags):
      if Set(profile.tags + tags).count > 256 { throw .tooManyTags(most: 256) }
      return .tagged(tags)
    case .untag(let tags):
      for tag in tags where !profile.tags.contains(tag) { throw .noSuchTag(tag) }
      return .untagged(tags)
    case .identify(let people): return .identified(people)
    case .discard: return .discarded
    }
  }

  private func check(_ claimed: Duration, own: Duration, moment: Duration) throws(Refusal) {
    if claimed > own { throw .inTheFuture(by: claimed - own) }
    if let startPlace, moment < startPlace { throw .beforeStart(by: startPlace - moment) }
  }

  private func checkOrder(_ moment: Duration) throws(Refusal) {
    let last = heldBack(moment)
    if moment < last { throw .beforeLastEvent(by: last - moment) }
  }

  private func isBeyond(_ place: Duration) -> Bool {
    place <= NaiveTimeline.ends.lowerBound || place >= NaiveTimeline.ends.upperBound
  }

  private func checkMove(to moment: Duration, own: Duration) throws(Refusal) {
    if isBeyond(moment) { throw .beyondTimeline }
    try check(moment, own: own, moment: moment)
    if !allowsLap(at: moment) { throw .notRunningThen }
  }

  private func lap(_ reference: LapReference) throws(Refusal) -> Lap {
    let found = laps.first {
      switch reference {
      case .number(let number): $0.number == number
      case .event(let version): $0.event == version
      }
    }
    if let found { return found }
    throw .noSuchLap(reference, count: laps.count { $0.number != nil })
  }

  private func event(of lap: Lap, _ reference: LapReference) throws(Refusal) -> Int {
    if let index = session.events.firstIndex(where: { $0.version == lap.event }) { return index }
    throw .noSuchLap(reference, count: laps.count { $0.number != nil })
  }

  private var undoTarget: Int {
    get throws(Refusal) {
      let stands = session.standing(of: session.events.count)
      for index in stands.indices.reversed() where stands[index] {
        if case .reverted = session.events[index].kind { continue }
        return index
      }
      throw .nothingToUndo
    }
  }

  private var redoTarget: Int {
    get throws(Refusal) {
      let stands = session.standing(of: session.events.count)
      for index in stands.indices.reversed() {
        guard case .reverted = session.events[index].kind else { break }
        if stands[index] && isUndo(index) { return index }
      }
      throw .nothingToRedo
    }
  }

  /// Whether a `reverted` names an earlier event that is no `reverted`.
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
