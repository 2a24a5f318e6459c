import Text
import Timing

/// Undo of laps, timestamps and corrections.
extension LapCorrector {
  /// Returns the undo of an event.
  func undo(_ event: Event) throws -> LapCorrection? {
    let kind = Event.Kind.reverted(event.id)
    var reverted = RevertedEvent(event: event)
    switch event.kind {
    case .lapped:
      guard let lap = try laps.lap(event: event.version), lap.number != nil else { return nil }
      reverted.lap = lap
      return try replace(lap, by: nil, kind, reverted)
    case .amended(let id, let amendment):
      guard let target = try past.event(id), target.version < event.version else { return nil }
      reverted.target = target
      if case .started = target.kind {
        return try undo(amendment, ofStart: target, kind, reverted)
      }
      guard let lap = try laps.lap(event: target.version), lap.number != nil,
        let former = try lapBefore(amendment, event.id, lap, target)
      else { return nil }
      return try replace(lap, by: former, kind, reverted)
    case .removed(let id):
      guard let target = try past.event(id), target.version < event.version,
        try laps.lap(event: target.version) == nil,
        let lap = try corrected(target, without: event.id)
      else { return nil }
      reverted.target = target
      return try replace(nil, by: lap, kind, reverted)
    case .timestamped:
      guard event.isMeasuredNow else { return nil }
      return LapCorrection(
        kind: kind, change: .timestamp(event: event.version), hasStated: summary.hasStated,
        reverted: reverted)
    case .started, .stopped, .resumed, .named, .tagged, .untagged, .identified, .planned,
      .reverted, .discarded, .race, .unknown:
      return nil
    }
  }

  /// Returns a lap without its newest amendment.
  private func lapBefore(
    _ amendment: Event.Amendment, _ id: EventID, _ lap: Lap, _ target: Event
  ) throws -> Lap? {
    let span: Duration
    switch amendment.move {
    case nil: span = .zero
    case .by(let made): span = made
    case .at, .ago: return try corrected(target, without: id)
    }
    guard case .lapped(let label, nil) = target.kind,
      let others = try past.corrections(of: target, without: id)
    else { return nil }
    return lap.withoutMove(by: span, label, others)
  }

  /// Returns the lap of an event with its standing corrections but one.
  private func corrected(_ target: Event, without id: EventID) throws -> Lap? {
    guard let others = try past.corrections(of: target, without: id),
      let lap = try past.lapAtArrival(target)
    else { return nil }
    return lap.amended(by: others) { summary.place(ofNewestClock: $0) }
  }

  /// Returns the undo of an amendment that moved the start.
  private func undo(
    _ amendment: Event.Amendment, ofStart target: Event, _ kind: Event.Kind,
    _ reverted: RevertedEvent
  ) throws -> LapCorrection? {
    guard amendment.scope == .anyMoment, case .by(let span) = amendment.move,
      let start = summary.stopwatch.start, let at = summary.startedAt,
      let former = MovedStart(place: start.place, at: at, isStated: false)
        .moved(by: .zero - span)
    else { return nil }
    return try move(to: former, reverted) { event in event.id == target.id ? kind : nil }
  }
}
