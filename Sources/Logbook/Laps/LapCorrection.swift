import EventLog
import SQLite
import Text
import Timing

/// A correction that the rows of a session suffice for, without its fold.
struct LapCorrection {
  /// The kind of event that it results in.
  var kind: Event.Kind
  /// Its effect on the rows.
  var change: Change
  /// Whether a standing event is then stated.
  var hasStated: Bool
  /// The lap that an amendment has changed, for the answer.
  var amended: Lap?
  /// The event that an undo takes back, for the answer.
  var reverted: RevertedEvent?

  /// The effect of a correction on the rows of its session.
  enum Change {
    /// Laps are replaced.
    case laps(LapReplacement)
    /// The start is moved; the first lap as it was.
    case start(MovedStart, first: Lap, recordedAhead: Duration)
    /// The timestamp of an event is removed.
    case timestamp(event: Int)
  }
}

/// Finds the effect of corrections in the rows of a session.
struct LapCorrector {
  let log: Logbook
  let connection: Connection
  /// The number of the session.
  let session: Int
  /// The session before the correction.
  let summary: Summary
  /// The reading of the command, with its place.
  let own: Anchor

  private var laps: StoredLaps { StoredLaps(connection: connection, session: session) }
  private var past: PastEvents { PastEvents(log: log, laps: laps, summary: summary) }

  /// Returns the correction of a command; nil if the session must be folded for it, as for each
  /// refusal.
  ///
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the laps as rows of a table, which are not decoded.
  func correction(_ command: Command) throws -> LapCorrection? {
    switch command {
    case .amend(.start, let change): return try amendStart(change)
    case .amend(let reference, let change):
      guard let lap = try lap(reference) else { return nil }
      return try amend(lap, change)
    case .remove(let reference):
      guard let lap = try lap(reference), let id = try id(of: lap) else { return nil }
      return try replace(lap, by: nil, .removed(id))
    case .undo: return try past.newestToUndo().flatMap { try undo($0) }
    case .start, .stop, .resume, .lap, .mark, .redo, .plan, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .join, .assign, .order:
      return nil
    }
  }

  /// Returns a lap that counts.
  private func lap(_ reference: EventReference) throws -> Lap? {
    switch reference {
    case .number(let number): try laps.lap(number: number)
    case .event(let version):
      try laps.lap(event: version).flatMap { $0.number == nil ? nil : $0 }
    case .stream, .id, .start, .stop: nil
    }
  }

  private func id(of lap: Lap) throws -> EventID? { try past.id(ofEvent: lap.event) }

  private func amend(_ lap: Lap, _ change: Command.Change) throws -> LapCorrection? {
    guard let id = try id(of: lap),
      let (amendment, amended) = try summary.amendment(change, of: lap, own, near: soundReadings)
    else { return nil }
    return try replace(lap, by: amended, .amended(id, amendment))
  }

  private func soundReadings(near moment: Moment) throws -> SoundReadings? {
    try NearReadings(of: session, summary, in: connection)?.near(moment)
  }

  /// Replaces a lap that counts, or restores one.
  private func replace(
    _ old: Lap?, by new: Lap?, _ kind: Event.Kind, _ reverted: RevertedEvent? = nil
  ) throws -> LapCorrection? {
    guard summary.clock.hasOnlyCountedLaps,
      let hasStated = try hasStated(without: old, with: new),
      let replacement = try replacement(old, by: new)
    else { return nil }
    var correction = LapCorrection(kind: kind, change: .laps(replacement), hasStated: hasStated)
    let lap = replacement.changed.first { $0.event == new?.event }
    if reverted == nil { correction.amended = lap }
    correction.reverted = reverted
    // Its lap is as it was, or as it is now.
    if let lap { correction.reverted?.lap = lap }
    return correction
  }

  private func replacement(_ old: Lap?, by new: Lap?) throws -> LapReplacement? {
    if let old, let new, old.place == new.place {
      return LapReplacement(old, byOneAtItsPlace: new, summary.clock)
    }
    let count = summary.lapCount
    var oldNeighbors = LapNeighbors()
    if let old, let number = old.number {
      oldNeighbors = try laps.neighbors(
        number > 1 ? number - 1 : nil, number < count ? number + 1 : nil, nearEvent: old.event)
    }
    var newNeighbors = oldNeighbors
    if let new, old == nil || !oldNeighbors.areBeside(new) {
      newNeighbors = try neighbors(of: new, without: old)
    }
    let ends = [old == nil ? nil : oldNeighbors, new == nil ? nil : newNeighbors]
      .compactMap(\.self)
    let places = [old?.place, new?.place].compactMap(\.self) + ends.compactMap { $0.before?.place }
    let isAtEnd = ends.contains { $0.after == nil }
    guard let first = places.min() else { return nil }
    // All laps count since the clock has been running.
    if summary.stopwatch.runningSince.map({ first < $0 }) ?? true,
      try laps.haveUncounted(
        from: first, through: isAtEnd ? nil : ends.compactMap { $0.after?.place }.max())
    {
      return nil
    }
    var latestOther: Duration?
    if let old, old.place == summary.stopwatch.latest, new.map({ $0.place < old.place }) ?? true {
      latestOther = try past.latestPress(without: old, before: oldNeighbors.before)
    }
    return LapReplacement(
      old, oldNeighbors, by: new, newNeighbors, summary.clock, latestOther: latestOther)
  }

  /// Returns the laps beside another one, if a lap were not there.
  private func neighbors(of lap: Lap, without old: Lap?) throws -> LapNeighbors {
    let before = try laps.lastNumber(before: lap.place, event: lap.event)
    var after = before + 1
    if after == old?.number { after += 1 }
    return try laps.neighbors(
      before > 0 ? before : nil, after <= summary.lapCount ? after : nil, nearEvent: lap.event)
  }

  /// Whether a standing event is stated after a lap is replaced; nil if that is unknown.
  private func hasStated(without old: Lap?, with new: Lap?) throws -> Bool? {
    if new?.flags.contains(.stated) == true { return true }
    guard let old, old.flags.contains(.stated) else { return summary.hasStated }
    return try laps.haveStated(without: old.event) ? true : nil
  }

  private func undo(_ event: Event) throws -> LapCorrection? {
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
    var span = Duration.zero
    switch amendment.move {
    case nil: break
    case .by(let made): span = made
    case .at, .ago: return try corrected(target, without: id)
    }
    guard case .lapped(let label, nil) = target.kind,
      let others = try past.corrections(of: target, without: id)
    else { return nil }
    let back = Event.Amendment(move: span == .zero ? nil : .by(.zero - span))
    guard var former = lap.amended(by: back, lap.at, to: lap.place) else { return nil }
    former.label = label
    for event in others {
      guard case .amended(_, let other) = event.kind else { return nil }
      former.label = other.label.applied(to: former.label)
    }
    if others.isEmpty { former.flags.remove(.amended) }
    return former
  }

  /// Returns the lap of an event with its standing corrections but one.
  private func corrected(_ target: Event, without id: EventID) throws -> Lap? {
    guard let others = try past.corrections(of: target, without: id),
      var lap = try past.lapAtArrival(target)
    else { return nil }
    for event in others {
      guard case .amended(_, let amendment) = event.kind else { return nil }
      var place = Duration.zero
      switch amendment.move {
      case nil, .by: break
      case .at: return nil
      case .ago(let span):
        guard let reading = summary.place(ofNewestClock: event.reading) else { return nil }
        place = reading - span
      }
      guard let amended = lap.amended(by: amendment, event.reading.recordedAt, to: place) else {
        return nil
      }
      lap = amended
    }
    return lap
  }

  private func amendStart(_ change: Command.Change) throws -> LapCorrection? {
    guard let (amendment, start) = try summary.amendmentOfStart(change, own, near: soundReadings)
    else { return nil }
    return try move(to: start) { event in .amended(event.id, amendment) }
  }

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

  /// Moves the start of a session with one interval.
  private func move(
    to start: MovedStart, _ reverted: RevertedEvent? = nil,
    by kind: (_ start: Event) -> Event.Kind?
  ) throws -> LapCorrection? {
    guard summary.clock.hasOnlyCountedLaps, summary.clock.hasOneInterval,
      let first = try laps.lap(number: 1), first.place >= start.place,
      try !laps.haveUncounted(from: .nanoseconds(.min), through: nil),
      let event = try past.onlyStart(), let kind = kind(event)
    else { return nil }
    return LapCorrection(
      kind: kind,
      change: .start(start, first: first, recordedAhead: event.at - event.reading.recordedAt),
      hasStated: summary.hasStated || start.isStated, reverted: reverted)
  }
}

extension LapNeighbors {
  /// Whether a lap lies between them.
  fileprivate func areBeside(_ lap: Lap) -> Bool {
    func isBefore(_ left: Lap, _ right: Lap) -> Bool {
      (left.place, left.event) < (right.place, right.event)
    }
    return before.map { isBefore($0, lap) } ?? true && after.map { isBefore(lap, $0) } ?? true
  }
}
