import EventLog
import Text
import Timing

/// The events of a session that a correction needs: the newest ones, and all corrections of a lap.
struct PastEvents {
  let log: Logbook
  /// The laps of the session.
  let laps: StoredLaps
  /// The session before the correction.
  let summary: Summary

  /// The number of the session.
  private var session: Int { laps.session }

  /// The largest number of events to read backwards: with more, the session is folded.
  private static let mostRead = 256
  /// The longest chain of `reverted` that is followed.
  static let longestChain = 8

  /// Returns the newest standing event other than `reverted`; nil if it is none of the newest 2,048
  /// events, or one of these takes back a batch.
  ///
  /// - Complexity: O(k) in the events after it, and O(log n).
  func newestToUndo() throws -> Event? {
    try log.search(newestEventsOf: session, through: summary.version) { $0.toUndo }
  }

  /// Returns the place of the latest press other than a lap that is the latest one.
  ///
  /// A lap that arrives neither late nor waited is after all other presses. Only the events after
  /// such a lap are read.
  ///
  /// - Parameters:
  ///   - lap: the lap, whose event exists already.
  ///   - before: the last other lap that counts, and the last of all other laps.
  /// - Returns: the place; nil if the newest events do not suffice.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n); at most 256 events are read.
  func latestPress(without lap: Lap, before: Lap?) throws -> Duration? {
    let base = try laps.newest(before: .max, without: lap.event).first(where: \.arrivedAsLatest)
    if base == nil, before != nil { return nil }
    if let base, base.number == nil || before == nil { return nil }
    var known = false
    var first: Event?
    try forEachBackwards(from: summary.version) { event in
      if event.version == base?.event {
        known = true
        return false
      }
      first = event
      return event.version == 1 ? true : try leavesClock(event)
    }
    if known { return before?.place }
    guard base == nil, let first, first.version == 1, case .started = first.kind else { return nil }
    return summary.startPlace
  }

  /// Returns the lap of an event as it arrived, without its number and times.
  ///
  /// - Parameter event: the event, of the clock of the session's newest reading.
  /// - Returns: the lap; nil if the newest events before it do not suffice to know.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n); at most 256 events are read.
  func lapAtArrival(_ event: Event) throws -> Lap? {
    guard case .lapped(let label, nil) = event.kind, event.version > 1, event.isMeasuredNow,
      let place = summary.place(ofNewestClock: event.reading)
    else { return nil }
    let base = try laps.newest(before: event.version, without: event.version)
      .first(where: \.arrivedAsLatest)
    if let base, base.place > place { return nil }
    var flags: LapFlags?
    var isKnown = false
    try forEachBackwards(from: event.version - 1) { earlier in
      if flags == nil {
        flags = summary.flags(of: event.reading, after: earlier.reading)
        if flags == nil { return false }
      }
      if earlier.version == base?.event {
        isKnown = true
        return false
      }
      if earlier.version == 1 {
        if case .started = earlier.kind { isKnown = earlier.isMeasuredNow && place >= .zero }
        return false
      }
      return try hasPutNoPress(earlier, after: event.reading)
    }
    guard isKnown, let flags else { return nil }
    return Lap(
      event: event.version, number: nil, split: .zero, lap: .zero, at: event.at, label: label,
      flags: flags, place: place)
  }

  /// Returns the standing corrections of an event.
  ///
  /// - Parameters:
  ///   - target: the event.
  ///   - correction: the correction that is left out.
  /// - Returns: the corrections in order; nil if they are unknown, or the event itself was taken
  ///   back.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the later events of the session.
  func corrections(of target: Event, without correction: EventID) throws -> [Event]? {
    var past = PastCorrections(of: target)
    try log.forEachFoldedRow(
      of: session, kinds: ["amended", "removed", "reverted"], after: target.version
    ) { past.add(try log.upcasting.event($0)) }
    return past.standing(without: correction)
  }

  /// Returns an event of the session; nil if it has none with the id.
  ///
  /// - Complexity: O(log n).
  func event(_ id: EventID) throws -> Event? {
    try log.event(id).flatMap { $0.session == session ? $0.event : nil }
  }

  /// Returns the id of an event of the session by its number.
  ///
  /// - Complexity: O(log n).
  func id(ofEvent version: Int) throws -> EventID? {
    try log.id(ofEvent: version, in: session)
  }

  /// Returns the start of a session that has no other start, no resume, and no stop other than the
  /// one that stopped its clock; nil for another session.
  ///
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the events of the session as rows.
  func onlyStart() throws -> Event? {
    var start: Event?
    var (starts, stops, resumes) = (0, 0, 0)
    try log.forEachFoldedRow(
      of: session, kinds: ["started", "stopped", "resumed"], after: 0
    ) { row in
      let event = try log.upcasting.event(row)
      switch event.kind {
      case .started: (start, starts) = (event, starts + 1)
      case .stopped: stops += 1
      case .resumed: resumes += 1
      case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .planned, .amended,
        .removed, .reverted, .discarded, .race, .unknown:
        break
      }
    }
    guard starts == 1, resumes == 0, start?.version == 1,
      stops == (summary.stopwatch.stoppedAt == nil ? 0 : 1)
    else { return nil }
    return start
  }

  /// Reads events backwards, at most ``mostRead`` of them.
  private func forEachBackwards(from last: Int, _ body: (Event) throws -> Bool) throws {
    var left = Self.mostRead
    try log.forEachFoldedRowBackwards(of: session, from: last) { row in
      left -= 1
      return try body(log.upcasting.event(row)) && left > 0
    }
  }

  /// Whether an event neither adds, moves nor takes back a start, stop or resume.
  private func leavesClock(_ event: Event, chain: Int = 0) throws -> Bool {
    switch event.kind {
    case .lapped, .timestamped, .named, .tagged, .untagged, .identified, .planned, .discarded,
      .removed, .unknown:
      return true
    case .started, .stopped, .resumed, .race: return false
    case .amended(let target, let amendment):
      if amendment.scope == .laps { return true }
      switch try log.event(target)?.event.kind {
      case .lapped, .timestamped: return true
      case .started, .stopped, .resumed, .named, .tagged, .untagged, .identified, .planned,
        .amended, .removed, .reverted, .discarded, .race, .unknown, nil:
        return false
      }
    case .reverted(let target, let isOfBatch):
      guard !isOfBatch, chain < Self.longestChain, let logged = try log.event(target) else {
        return false
      }
      return try leavesClock(logged.event, chain: chain + 1)
    }
  }

  /// Whether an event that was appended before a reading has put no press after it.
  private func hasPutNoPress(_ event: Event, after reading: Reading) throws -> Bool {
    switch event.kind {
    case .timestamped, .named, .tagged, .untagged, .identified, .planned, .discarded, .removed,
      .unknown:
      return true
    case .lapped:
      return event.isMeasuredNow && event.reading.clock == reading.clock
        && event.reading.ticks <= reading.ticks
    case .amended(_, let amendment): return amendment.move == nil
    case .reverted(let target, let isOfBatch):
      if isOfBatch { return false }
      if case .lapped = try log.event(target)?.event.kind { return true }
      return false
    case .started, .stopped, .resumed, .race: return false
    }
  }
}

extension Event {
  /// Whether it happened at its reading.
  var isMeasuredNow: Bool { basis == .measured && at == reading.recordedAt }
}

extension Lap {
  /// Whether no press was after it when it arrived, and it still has that place.
  fileprivate var arrivedAsLatest: Bool { flags.isDisjoint(with: [.late, .waited, .amended]) }
}
