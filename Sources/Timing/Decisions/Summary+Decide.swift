import Text

/// The decisions that need no past events.
extension Summary {
  /// Decides a command without past events.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - time: the time of the event.
  ///   - sound: the sound readings near that time, if it is stated; nil if they are not known.
  /// - Returns: the kind of event to append; nil if past events are needed.
  /// - Throws: the refusal, if the command is not possible.
  /// - Complexity: O(1).
  package func decide(
    _ command: Command, _ time: EventTime, among sound: SoundReadings? = nil
  ) throws(Refusal) -> Event.Kind? {
    guard let placement = placement(of: time, isPress: command.isPress, among: sound) else {
      return nil
    }
    switch try decide(command, DecisionTime(placement, time.basis)) {
    case .append(let kind): return kind
    case .askPast: return nil
    }
  }

  /// The decision of a summary on a command.
  enum Decision {
    /// The kind of event to append.
    case append(Event.Kind)
    /// Past events are needed.
    case askPast(PastCommand)
  }

  /// A command that needs past events.
  enum PastCommand {
    /// A lap before the latest press.
    case lap(label: String?, segment: String?)
    case undo
    case redo
    case amend(EventReference, Command.Change)
    case remove(EventReference)
    case race(RaceEvent)
    case wave(String, RaceFormatChange, starts: Bool)
    case assign(EventReference, bib: String?)
    case order([EventReference])
  }

  /// Decides a command at known places.
  func decide(_ command: Command, _ decisionTime: DecisionTime) throws(Refusal) -> Decision {
    if decisionTime.isBeyondTimeline { throw .beyondTimeline }
    if profile.isDiscarded, command != .undo { throw .discarded }
    if let point = profile.timingPoint, !command.isForTimingPoints {
      throw .timesPoint(of: point.race)
    }
    switch command {
    case .start(let start):
      try permitStart(decisionTime)
      return .append(.started(start))
    case .stop:
      try permitStop(decisionTime)
      return .append(.stopped)
    case .resume:
      try permitResume(decisionTime)
      return .append(.resumed)
    case .lap(let label, let segment):
      guard try permitLap(decisionTime) else {
        return .askPast(.lap(label: label, segment: segment))
      }
      return .append(
        .lapped(
          label: label, segment: try number(of: segment, label, after: stopwatch.lastSegment)))
    case .mark(let label):
      try decisionTime.refuseFuture()
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
      if case .set = change.segments, change.applied(to: profile.plan).course == nil {
        throw .noCourse
      }
      return .append(.planned(change))
    case .discard: return .append(.discarded)
    case .race(let event):
      try decisionTime.refuseFuture()
      if case .joined = event {
        if version > 0 { throw .notReady }
        return .append(.race(event))
      }
      if !profile.plan.isRace, profile.timingPoint == nil { throw .noRace }
      switch event {
      case .entered, .crossed, .linked, .joined, .clocksCompared: return .append(.race(event))
      case .withdrawn, .waveStarted, .wavePlanned, .assigned, .ruled, .ordered:
        return .askPast(.race(event))
      }
    case .wave(let wave, let change, let starts):
      try decisionTime.refuseFuture()
      if !profile.plan.isRace { throw .noRace }
      return .askPast(.wave(wave, change, starts: starts))
    // The log finds the race first.
    case .join: throw .noRace
    case .assign(let reference, let bib):
      if !profile.plan.isRace { throw .noRace }
      return .askPast(.assign(reference, bib: bib))
    case .order(let references):
      if !profile.plan.isRace { throw .noRace }
      return .askPast(.order(references))
    case .undo: return .askPast(.undo)
    case .redo: return .askPast(.redo)
    case .amend(let event, let change): return .askPast(.amend(event, change))
    case .remove(let event): return .askPast(.remove(event))
    }
  }

  /// Returns the number of the segment that a lap completes; nil without a course and after the
  /// last segment.
  ///
  /// - Parameters:
  ///   - name: the name of the segment that the user gave.
  ///   - label: the label of the lap.
  ///   - last: the number of the last segment completed before the lap.
  /// - Returns: the number.
  /// - Throws: `Refusal.noCourse`, `Refusal.noSuchSegment`.
  func number(
    of name: String?, _ label: String?, after last: Int
  ) throws(Refusal) -> Int? {
    guard let segments = profile.plan.segments else {
      if name != nil { throw .noCourse }
      return nil
    }
    guard let name else {
      return segments.completed(by: Stopwatch.SegmentName(label: label), after: last)
    }
    guard let number = segments.segment(named: name, after: last) else {
      throw .noSuchSegment(
        name, isPassed: segments.contains(name), toCome: Array(segments.dropFirst(last)))
    }
    return number
  }

  /// The place of the latest start, stop, resume, lap or timestamp; nil without any.
  package var latestPress: Duration? { Duration.latest(stopwatch.latest, clock.latestTimestamp) }

  /// Returns the time from the latest press, or from a crossing after it, to a reading.
  ///
  /// - Parameters:
  ///   - reading: the clocks.
  ///   - latestCrossing: the place of the latest crossing; nil without one.
  /// - Returns: the time; zero without a press.
  package func spanSinceLatestPress(
    at reading: Reading, latestCrossing: Duration? = nil
  ) -> Duration {
    Duration.latest(latestPress, latestCrossing)
      .map { max(.zero, place(of: reading) - $0) } ?? .zero
  }

  func permitStart(_ decisionTime: DecisionTime) throws(Refusal) {
    if phase(atPlace: decisionTime.now) == .countdown { throw countingDown(at: decisionTime.now) }
    switch phase(atPlace: max(decisionTime.place, stopwatch.latest ?? decisionTime.place)) {
    case .ready, .countdown: break
    case .running: throw .alreadyRunning
    case .stopped: throw .notReady
    case .finished: throw .finished(by: profile.plan.finishRules)
    case .discarded: throw .discarded
    }
  }

  func permitStop(_ decisionTime: DecisionTime) throws(Refusal) {
    try permitPress(decisionTime) { phase in
      phase == .running || phase == .finished ? nil : .notRunning(phase)
    }
  }

  func permitResume(_ decisionTime: DecisionTime) throws(Refusal) {
    let rules = profile.plan.finishRules
    try permitPress(decisionTime) { phase in
      phase == .finished ? .finished(by: rules) : phase == .stopped ? nil : .notStopped(phase)
    }
  }

  /// Checks a stop or resume: the required phase, and a moment after the standing events.
  private func permitPress(
    _ decisionTime: DecisionTime, refusal: (Phase) -> Refusal?
  ) throws(Refusal) {
    let latest = stopwatch.latest ?? decisionTime.place
    if phase(atPlace: decisionTime.now) == .countdown { throw countingDown(at: decisionTime.now) }
    if let refusal = refusal(phase(atPlace: max(decisionTime.place, latest))) { throw refusal }
    try decisionTime.refuseFuture()
    if let start = stopwatch.start, decisionTime.place < start.place {
      throw .beforeStart(by: start.place - decisionTime.place)
    }
    if decisionTime.place < latest { throw .beforeLastEvent(by: latest - decisionTime.place) }
  }

  /// Whether a lap is possible; false if past events are needed, since it is before the latest.
  func permitLap(_ decisionTime: DecisionTime) throws(Refusal) -> Bool {
    guard let start = stopwatch.start, let latest = stopwatch.latest else {
      throw .notRunning(.ready)
    }
    if phase(atPlace: decisionTime.now) == .countdown { throw countingDown(at: decisionTime.now) }
    try decisionTime.refuseFuture()
    if decisionTime.place < start.place { throw .beforeStart(by: start.place - decisionTime.place) }
    guard decisionTime.place >= latest else { return false }
    if phase(atPlace: decisionTime.place) == .stopped, stopwatch.stoppedAt != decisionTime.place {
      throw decisionTime.basis == .measured ? .notRunning(.stopped) : .notRunningThen
    }
    return true
  }

  func countingDown(at now: Duration) -> Refusal {
    .countingDown((stopwatch.start?.place ?? now) - now)
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

/// The places on the timeline that a decision depends on.
struct DecisionTime: Hashable {
  /// The place of the command's own reading.
  var now: Duration
  /// The place of the moment that the command names.
  var place: Duration
  /// The basis of that moment.
  var basis: Basis

  init(_ placement: Placement, _ basis: Basis) {
    now = placement.anchor.place
    place = placement.place
    self.basis = basis
  }

  /// Whether either is beyond the timeline.
  var isBeyondTimeline: Bool { now.isBeyondTimeline || place.isBeyondTimeline }

  /// Refuses a stated moment in the future.
  func refuseFuture() throws(Refusal) {
    if basis != .measured, place > now { throw .inTheFuture(by: place - now) }
  }
}

extension Duration {
  /// Returns the later of two places; nil if there is none.
  package static func latest(_ first: Duration?, _ second: Duration?) -> Duration? {
    guard let first, let second else { return first ?? second }
    return max(first, second)
  }
}
