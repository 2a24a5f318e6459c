import EventLog
import Text
import Timing

/// The newest events of a session, with what they take back among themselves: enough to undo one of
/// them without those before them.
struct NewestEvents {
  private let events: [Event]
  /// The index of the event that each `reverted` takes back; nil for other events, and for an
  /// earlier one.
  private var targets: [Int?]
  private var stands: [Bool]

  /// Creates nothing if one of the events takes back a batch.
  ///
  /// - Parameter events: the events in order, up to the newest.
  init?(_ events: [Event]) {
    self.events = events
    targets = Array(repeating: nil, count: events.count)
    stands = Array(repeating: true, count: events.count)
    var indexes: [EventID: Int] = [:]
    var depths = Array(repeating: 0, count: events.count)
    for (index, event) in events.enumerated() {
      if case .reverted(let id, let isBatch) = event.kind {
        if isBatch { return nil }
        if let target = indexes[id], depths[target] < Session.longestChain {
          targets[index] = target
          depths[index] = depths[target] + 1
        }
      }
      indexes[event.id] = index
    }
    // A reversal comes after its target.
    for index in events.indices.reversed() where stands[index] {
      if let target = targets[index] { stands[target] = false }
    }
  }

  /// The newest standing event other than `reverted`; nil if it is an earlier one.
  var toUndo: Event? {
    events.indices.last { stands[$0] && !events[$0].kind.isReversal }.map { events[$0] }
  }

  /// The newest undo that stands, unless another event came after it; nil also if earlier events
  /// tell which it is.
  var toRedo: Event? {
    for index in events.indices.reversed() {
      guard events[index].kind.isReversal else { return nil }
      guard stands[index] else { continue }
      // The reversal of an earlier event may be an undo or a redo.
      guard let target = targets[index] else { return nil }
      if !events[target].kind.isReversal { return events[index] }
    }
    return nil
  }
}

extension Event.Kind {
  fileprivate var isReversal: Bool { if case .reverted = self { true } else { false } }
}

extension Logbook {
  /// Searches the newest events of a session, first a few of them, then more.
  ///
  /// - Parameters:
  ///   - session: the number of the session.
  ///   - version: its newest event.
  ///   - search: returns what is searched for; nil if it is not among the events.
  /// - Returns: what was found; nil if more events are needed.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(k) in the events after the one that is found; at most 2,048 events are read.
  func search<Found>(
    newestEventsOf session: Int, through version: Int, _ search: (NewestEvents) -> Found?
  ) throws -> Found? {
    for count in [16, 256, 2048] {
      var events: [Event] = []
      try forEachEvent(of: session, after: max(0, version - count), through: version) {
        events.append($0)
      }
      guard let newest = NewestEvents(events) else { return nil }
      if let found = search(newest) { return found }
      if version <= count { return nil }
    }
    return nil
  }
}
