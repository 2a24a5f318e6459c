package import Text

/// Corrections that need no past events but those they name.
extension Summary {
  /// Returns the place of a command's own reading; nil if a correction is refused or its place
  /// depends on past events.
  ///
  /// - Parameter time: the time of the command.
  /// - Returns: the reading with its place.
  package func correctionAnchor(at time: EventTime) -> Anchor? {
    guard time.basis == .measured, time.at == time.reading.recordedAt, !profile.isDiscarded,
      profile.plan.race == nil, profile.plan.course == nil, profile.timingPoint == nil,
      let anchor = timeline?.position(of: time.reading).anchor, !anchor.place.isBeyondTimeline,
      phase(atPlace: anchor.place) != .countdown
    else { return nil }
    return anchor
  }

  /// Returns the amendment that a change of a lap results in, and the lap after it.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - lap: the lap.
  ///   - own: the reading of the command, with its place.
  ///   - sound: returns the sound readings near a stated moment; nil if they are not known.
  /// - Returns: nil if the change is refused or depends on more events.
  /// - Throws: the errors of `sound`.
  package func amendment(
    _ change: Command.Change, of lap: Lap, _ own: Anchor,
    near sound: (Moment) throws -> SoundReadings?
  ) rethrows -> (amendment: Event.Amendment, lap: Lap)? {
    guard let move = try placed(change.move, own, near: sound) else { return nil }
    let amendment = Event.Amendment(move: move.move, label: change.label).scoped(toLap: true)
    guard let amended = lap.amended(by: amendment, own.reading.recordedAt, to: move.place),
      permits(move: change.move, to: amended.place, own)
    else { return nil }
    return (amendment, amended)
  }

  /// Returns the amendment that a move of the start results in, and the new start.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - own: the reading of the command, with its place.
  ///   - sound: as for a lap.
  /// - Returns: nil if the change is refused or depends on more events.
  /// - Throws: the errors of `sound`.
  package func amendmentOfStart(
    _ change: Command.Change, _ own: Anchor, near sound: (Moment) throws -> SoundReadings?
  ) rethrows -> (amendment: Event.Amendment, start: MovedStart)? {
    guard change.label == .unchanged, change.move != nil, let start = stopwatch.start,
      let startedAt, let move = try placed(change.move, own, near: sound)
    else { return nil }
    let amendment = Event.Amendment(move: move.move).scoped(toLap: false)
    var moved = MovedStart(place: start.place, at: startedAt, isStated: false)
    switch move.move {
    case .by(let span):
      guard let earlierOrLater = moved.moved(by: span) else { return nil }
      moved = earlierOrLater
    case .at(let moment): moved = MovedStart(place: move.place, at: moment, isStated: true)
    case .ago(let span):
      moved = MovedStart(place: move.place, at: own.reading.recordedAt - span, isStated: true)
    case nil: return nil
    }
    guard !moved.place.isBeyondTimeline, moved.place <= own.place else { return nil }
    return (amendment, moved)
  }

  /// Returns a move as the event has it, with the place that it states; nil if that is unknown.
  private func placed(
    _ move: Command.Change.Move?, _ own: Anchor, near sound: (Moment) throws -> SoundReadings?
  ) rethrows -> (move: Event.Amendment.Move?, place: Duration)? {
    switch move {
    case nil: return (nil, .zero)
    case .by(let span): return span.isOfNanoseconds ? (.by(span), .zero) : nil
    case .at(let moment):
      return try sound(moment)?.place(of: moment, statedWith: own).map { (.at(moment), $0) }
    case .ago(let span):
      return span.isOfNanoseconds ? (.ago(span), own.place - span) : nil
    case .last: return nil
    }
  }

  /// Whether a lap may be moved to a place, if the clock ran there.
  private func permits(move: Command.Change.Move?, to place: Duration, _ own: Anchor) -> Bool {
    guard move != nil else { return true }
    return place <= own.place && stopwatch.start.map { $0.place <= place } ?? false
  }

  /// Returns the place of an earlier reading of the newest reading's clock; nil for another clock.
  package func place(ofNewestClock reading: Reading) -> Duration? {
    guard let newest = timeline?.newest, newest.reading.clock == reading.clock else { return nil }
    let place = newest.place + (reading.ticks - newest.reading.ticks)
    return newest.place.isBeyondTimeline || place.isBeyondTimeline ? nil : place
  }

  /// Returns the flags of a lap at a reading that directly follows another one of the same clock;
  /// nil for another clock.
  package func flags(of reading: Reading, after earlier: Reading) -> LapFlags? {
    guard reading.clock == earlier.clock else { return nil }
    let timeline = Timeline(first: Anchor(reading: earlier, place: .zero, isSound: true))
    return LapFlags(timeline.position(of: reading).quality)
  }

  /// Applies a correction of a lap.
  ///
  /// - Parameters:
  ///   - event: the correction, at its own reading.
  ///   - replacement: its effect.
  ///   - hasStated: whether a standing event is then stated.
  package mutating func apply(
    _ event: Event, _ replacement: LapReplacement, hasStated: Bool
  ) {
    arrive(event)
    clock = replacement.clock
    self.hasStated = hasStated
  }

  /// Applies an undo of a timestamp; `latest` is the place of the latest other one.
  package mutating func apply(_ event: Event, withoutTimestampAfter latest: Duration?) {
    arrive(event)
    latestTimestamp = latest
  }

  /// Applies a correction of the start.
  ///
  /// - Parameters:
  ///   - event: the correction, at its own reading.
  ///   - clock: the clock with the moved start.
  ///   - isStated: whether it states the time of the start.
  package mutating func apply(_ event: Event, _ clock: ClockState, isStated: Bool) {
    arrive(event)
    self.clock = clock
    if isStated { hasStated = true }
  }

  private mutating func arrive(_ event: Event) {
    arrive(
      event,
      placement(of: event.time, isPress: false, among: SoundReadings(), latest: nil))
  }
}

extension Duration {
  /// Whether 64 bits hold it in nanoseconds.
  fileprivate var isOfNanoseconds: Bool { self == .nanoseconds(nanoseconds) }
}
