import Text
import Timing

/// The row of a race's session after some crossings, which is written after the last of them.
///
/// A crossing changes the counts of the row, and the next crossing changes them again. Only the end
/// of the transaction, or another event, needs them.
struct DeferredRow {
  let session: Int
  let uid: EventID
  /// The state in the row.
  let written: Summary
  /// The state after the newest crossing.
  var newest: Summary
}

extension Appender {
  /// Writes the row of a session after one of its events, or defers it after a crossing.
  mutating func putRow(
    _ summary: Summary, from before: Summary?, _ session: Int, _ uid: EventID, after event: Event
  ) throws {
    guard let before, event.kind.isCrossing, summary.isDeferrable(after: before) else {
      try writeDeferredRow()
      return try tables.put(summary, from: before, session, uid)
    }
    if deferred == nil {
      deferred = DeferredRow(session: session, uid: uid, written: before, newest: summary)
    } else {
      deferred?.newest = summary
    }
  }

  mutating func writeDeferredRow() throws {
    guard let row = deferred else { return }
    deferred = nil
    try tables.put(row.newest, from: row.written, row.session, row.uid)
  }
}

extension Summary {
  /// Whether the row of a session may wait after a crossing: it is a race's own, and nothing has
  /// changed that the next crossing reads from it.
  ///
  /// A crossing changes the number of events and the readings, and by these perhaps the phase.
  fileprivate func isDeferrable(after before: Summary) -> Bool {
    profile.plan.isRace && profile.timingPoint == nil && storedPhase == before.storedPhase
      && timeline?.others == before.timeline?.others
  }
}

extension Request {
  /// Whether the request can be decided from cached summaries.
  var usesCachedSummary: Bool { command.isCrossing && !mayBeRepeated }
}

extension Command {
  var isCrossing: Bool { if case .race(.crossed) = self { true } else { false } }
}
