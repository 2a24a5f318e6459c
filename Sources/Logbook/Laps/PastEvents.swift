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
  private static let longestChain = 8

  /// Returns the newest standing event other than `reverted`; nil if it is none of the newest ones,
  /// or a batch is taken back with it.
  func newestToUndo() throws -> Event? {
    try log.search(newestEventsOf: session, through: summary.version) { $0.toUndo }
  }

  /// Returns the place of the latest press other than a lap that is the latest one.
  ///
  /// When a lap arrives that is neither late nor waited, all presses lie before it. Then only the
  /// events after it matter.
  ///
  /// - Parameters:
  ///   - lap: the lap, whose event exists already.
  ///   - before: the last other lap that counts. No other lap lies after it.
  /// - Returns: the place; nil if the newest events do not suffice.
  /// - Throws: `LogError`; `DatabaseError`.
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
      return try liesBefore(earlier, event.reading)
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
  /// - Returns: the corrections in order; nil if they are unknown, or the event itself does not stand.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the events of the session since.
  func corrections(of target: Event, without correction: EventID) throws -> [Event]? {
    var corrections: [Event] = []
    var takers: [EventID: [(id: EventID, version: Int)]] = [:]
    var hasBatches = false
    try log.forEachFoldedRow(
      of: session, kinds: "'amended', 'removed', 'reverted'", after: target.version
    ) { row in
      let event = try log.upcasting.event(row)
      switch event.kind {
      case .reverted(let id, let isOfBatch):
        hasBatches = hasBatches || isOfBatch
        takers[id, default: []].append((event.id, event.version))
      case .amended(target.id, _), .removed(target.id):
        if event.id != correction { corrections.append(event) }
      case .amended, .removed, .started, .stopped, .resumed, .lapped, .timestamped, .named,
        .tagged, .untagged, .identified, .planned, .discarded, .race, .unknown:
        break
      }
    }
    if hasBatches { return nil }
    func stands(_ id: EventID, _ version: Int, _ chain: Int) -> Bool? {
      guard chain <= Self.longestChain else { return nil }
      for taker in takers[id] ?? [] where taker.version > version {
        guard let isTaken = stands(taker.id, taker.version, chain + 1) else { return nil }
        if isTaken { return false }
      }
      return true
    }
    guard stands(target.id, target.version, 0) == true else { return nil }
    var standing: [Event] = []
    for event in corrections {
      guard let stands = stands(event.id, event.version, 0) else { return nil }
      if stands { standing.append(event) }
    }
    return standing
  }

  /// Returns an event of the session; nil if it has none with the id.
  func event(_ id: EventID) throws -> Event? {
    try log.event(id).flatMap { $0.session == session ? $0.event : nil }
  }

  /// Returns the id of an event of the session by its number.
  func id(ofEvent version: Int) throws -> EventID? {
    try log.id(ofEvent: version, in: session)
  }

  /// Returns the start of a session that has no other start, no resume, and at most the stop that
  /// stopped its clock.
  ///
  /// - Complexity: O(n) in the events of the session as rows.
  func onlyStart() throws -> Event? {
    var start: Event?
    var (starts, stops, resumes) = (0, 0, 0)
    try log.forEachFoldedRow(
      of: session, kinds: "'started', 'stopped', 'resumed'", after: 0
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

  /// Reads events backwards, but not more than are allowed.
  private func forEachBackwards(from last: Int, _ body: (Event) throws -> Bool) throws {
    var left = Self.mostRead
    try log.forEachFoldedRowBackwards(of: session, from: last) { row in
      left -= 1
      return try body(log.upcasting.event(row)) && left > 0
    }
  }

  /// Whether an event moves, adds or takes back no start, stop or resume.
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

  /// Whether an event before a reading of the same clock has put no press after it.
  private func liesBefore(_ event: Event, _ reading: Reading) throws -> Bool {
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
