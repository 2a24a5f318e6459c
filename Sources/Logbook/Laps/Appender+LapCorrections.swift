import EventLog
import SQLite
import Text
import Timing

/// Corrections of laps from the rows of their session.
extension Appender {
  /// Returns the correction of a command from the rows of its session; nil if the session is to be
  /// folded.
  ///
  /// At the second correction of a process the session is folded: the next ones are then cheaper.
  /// It is also folded if a row or an event that the correction reads is damaged. Damage of events
  /// that it does not read remains for `check`: finding it would take as long as the fold.
  mutating func lapCorrection(
    _ command: Command, _ time: EventTime, _ summary: Summary, _ number: Int
  ) throws -> LapCorrection? {
    guard summary.version >= log.leastEventsToCorrectRows, cache.folded?.session != number,
      cache.corrected != number, let own = summary.correctionAnchor(at: time),
      try log.hasAllEvents(of: number, through: summary.version)
    else { return nil }
    do {
      return try LapCorrector(
        log: log, connection: connection, session: number, summary: summary, own: own
      ).correction(command)
    } catch let error as LogError where error.flaw != nil {
      // The fold reads no rows of laps, and reports the damage of an event itself.
      return nil
    }
  }

  /// Updates the rows with a correction that was found for them.
  ///
  /// - Returns: the session after it.
  mutating func project(
    _ correction: LapCorrection, _ event: Event, _ before: Summary, _ number: Int, _ uid: EventID
  ) throws -> Summary {
    var summary = before
    switch correction.change {
    case .laps(let replacement):
      summary.apply(event, replacement, hasStated: correction.hasStated)
      try tables.replace(replacement, number)
      try completeBests(
        &summary, number, hasBest: replacement.hasBest,
        isLabeled: replacement.changed.contains { $0.label != nil })
    case .start(let start, let first, let recordedAhead):
      let clock = before.clock.moving(to: start, recordedAhead: recordedAhead)
      summary.apply(event, clock, isStated: start.isStated)
      let hasBest = try move(from: before, to: &summary, first: first, number)
      try completeBests(&summary, number, hasBest: hasBest, isLabeled: false)
    case .timestamp(let version):
      try connection.prepare("DELETE FROM timestamps WHERE session = ? AND event = ?")
        .bind(number, version).run()
      let latest =
        try connection.prepare("SELECT max(place) FROM timestamps WHERE session = ?")
        .bind(number).first { $0.optionalInt(0) } ?? nil
      summary.apply(event, withoutTimestampAfter: latest.map { .nanoseconds($0) })
    }
    try tables.put(summary, from: before, number, uid)
    cache.corrected = number
    return summary
  }

  /// Updates the laps and timestamps for a moved start.
  ///
  /// - Returns: whether the shortest lap of the summary is the right one.
  private func move(
    from before: Summary, to summary: inout Summary, first: Lap, _ number: Int
  ) throws -> Bool {
    let span = (before.startPlace ?? .zero) - (summary.startPlace ?? .zero)
    if span == .zero { return true }
    try tables.apply(
      LapShift(numbers: 1..<summary.lapCount + 1, step: 0, span: span), number)
    var moved = first
    moved.split += span
    moved.lap += span
    try tables.put(moved, number, isChanged: true)
    try connection.prepare(
      "UPDATE timestamps SET running_time_ns = running_time_ns + ? WHERE session = ?"
    ).bind(span.nanoseconds, number).run()
    guard let best = summary.clock.best, best < moved.lap else {
      summary.clock.best = moved.lap
      return true
    }
    return first.lap != best
  }

  /// Reads the shortest laps that a correction has changed.
  ///
  /// - Complexity: O(n) in the laps as rows, if labels or a longer best lap need it.
  private func completeBests(
    _ summary: inout Summary, _ number: Int, hasBest: Bool, isLabeled: Bool
  ) throws {
    if summary.labelBests != nil || isLabeled {
      summary.labelBests = LabelBests()
      try tables.readLabels(&summary, number)
      if summary.labelBests?.labeled.isEmpty == true { summary.labelBests = nil }
    } else if !hasBest {
      summary.clock.best = try StoredLaps(connection: connection, session: number).shortest()
    }
  }
}

extension Tables {
  /// Updates the rows of laps after one is replaced.
  fileprivate func replace(_ replacement: LapReplacement, _ session: Int) throws(DatabaseError) {
    // By the former numbers: before any other row is changed.
    if let shift = replacement.shift { try apply(shift, session) }
    if let event = replacement.removed {
      try connection.prepare("DELETE FROM laps WHERE session = ? AND event = ?")
        .bind(session, event).run()
    }
    for lap in replacement.changed { try put(lap, session, isChanged: true) }
  }
}
