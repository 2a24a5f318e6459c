package import Text

extension Lap {
  /// Returns a lap that counts after an amendment, with its former split.
  ///
  /// - Parameters:
  ///   - amendment: the amendment.
  ///   - recordedAt: the wall clock at its reading.
  ///   - target: the place that it states, if it states one.
  /// - Returns: the lap; nil if a place is beyond the timeline.
  package func amended(
    by amendment: Event.Amendment, _ recordedAt: Moment, to target: Duration
  ) -> Lap? {
    var lap = self
    lap.flags.insert(.amended)
    lap.label = amendment.label.applied(to: label)
    switch amendment.move {
    case nil: break
    case .by(let span):
      guard let moved = at.exactly(plus: span) else { return nil }
      lap.place += span
      lap.at = moved
    case .at(let moment): (lap.place, lap.at) = (target, moment)
    case .ago(let span): (lap.place, lap.at) = (target, recordedAt - span)
    }
    switch amendment.move {
    case .at, .ago: lap.flags.insert(.stated)
    case .by, nil: break
    }
    return place.isBeyondTimeline || lap.place.isBeyondTimeline ? nil : lap
  }
}

extension Lap {
  /// Returns the lap after several amendments, with its former split.
  ///
  /// - Parameters:
  ///   - events: the amendments in order.
  ///   - place: returns the place of a reading; nil if it is unknown.
  /// - Returns: nil if one of the events is no amendment, states a moment, or moves the lap beyond
  ///   the timeline.
  package func amended(by events: [Event], _ place: (Reading) -> Duration?) -> Lap? {
    var lap = self
    for event in events {
      guard case .amended(_, let amendment) = event.kind else { return nil }
      var target = Duration.zero
      switch amendment.move {
      case nil, .by: break
      case .at: return nil
      case .ago(let span):
        guard let place = place(event.reading) else { return nil }
        target = place - span
      }
      guard let amended = lap.amended(by: amendment, event.reading.recordedAt, to: target) else {
        return nil
      }
      lap = amended
    }
    return lap
  }

  /// Returns the lap without one of its amendments, which moved it by a span or not at all.
  ///
  /// - Parameters:
  ///   - span: the span by which the amendment moved it.
  ///   - label: the label of the lap's own event.
  ///   - others: its other standing corrections, in order.
  /// - Returns: nil if one of the others is no amendment, or the lap was beyond the timeline.
  package func withoutMove(by span: Duration, _ label: String?, _ others: [Event]) -> Lap? {
    let back = Event.Amendment(move: span == .zero ? nil : .by(.zero - span))
    guard var former = amended(by: back, at, to: place) else { return nil }
    former.label = label
    for event in others {
      guard case .amended(_, let other) = event.kind else { return nil }
      former.label = other.label.applied(to: former.label)
    }
    if others.isEmpty { former.flags.remove(.amended) }
    return former
  }
}

extension Moment {
  /// Returns the moment a span later; nil if either of them is clamped.
  func exactly(plus span: Duration) -> Moment? {
    let later = self + span
    let ends = [Int64.min, .max]
    guard !ends.contains(nanosecondsSince1970), !ends.contains(later.nanosecondsSince1970),
      later - self == span
    else { return nil }
    return later
  }
}
