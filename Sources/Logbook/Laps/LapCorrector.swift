import EventLog
import SQLite
import Text
import Timing

/// Computes the effect of a correction from the rows of a session.
///
/// It reads rows and events by ``StoredLaps`` and ``PastEvents``; `Timing` computes the laps and
/// the clock after the correction.
struct LapCorrector {
  let log: Logbook
  let connection: Connection
  /// The number of the session.
  let session: Int
  /// The session before the correction.
  let summary: Summary
  /// The reading of the command, with its place.
  let own: Anchor

  var laps: StoredLaps { StoredLaps(connection: connection, session: session) }
  var past: PastEvents { PastEvents(log: log, laps: laps, summary: summary) }

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
  func replace(
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
    // A removed lap is answered as it was, another one as it is now.
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
    if let new, old == nil || !oldNeighbors.surround(new) {
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

  private func amendStart(_ change: Command.Change) throws -> LapCorrection? {
    guard let (amendment, start) = try summary.amendmentOfStart(change, own, near: soundReadings)
    else { return nil }
    return try move(to: start) { event in .amended(event.id, amendment) }
  }

  /// Moves the start of a session with one interval.
  func move(
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
