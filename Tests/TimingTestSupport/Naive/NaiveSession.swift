package import Timing
import Text

/// A second implementation of `Session`, with which tests compare the first.
///
/// It computes everything from all events by the definition, without incremental state and without
/// regard to cost.
package struct NaiveSession {
  /// All events, in the order of arrival.
  package let events: [Event]
  let timeline: NaiveTimeline
  /// The indices of the events that each `reverted`, `amended` or `removed` names.
  let targets: [Int?]
  /// The place of each event at its arrival.
  private(set) var places: [Duration] = []
  /// Whether each event has the place of a press that arrived before it.
  private(set) var waited: [Bool] = []
  /// Whether each event states a time before a press that arrived before it.
  private(set) var late: [Bool] = []

  /// Creates a session from its events.
  package init(_ events: [Event]) {
    self.events = events
    timeline = NaiveTimeline(events.map(\.time))
    var targets: [Int?] = []
    for index in events.indices {
      switch events[index].kind {
      case .reverted(let id, _):
        targets.append(events[..<index].lastIndex { $0.id == id })
      case .amended(let id, _), .removed(let id):
        let target = events[..<index].lastIndex { $0.id == id }
        targets.append(
          target.flatMap { Self.canCorrect(events[index].kind, events[$0].kind) ? $0 : nil })
      default: targets.append(nil)
      }
    }
    self.targets = targets
    for placement in events.indices { place(placement) }
  }

  private mutating func place(_ placement: Int) {
    let event = events[placement]
    let eventPlace = timeline.place(of: event.time, placement: placement)
    let last = event.kind.isPress ? lastPress(before: placement) : nil
    let isBefore = last.map { eventPlace < $0 } ?? false
    waited.append(isBefore && event.basis == .measured)
    late.append(isBefore && event.basis != .measured)
    places.append(waited[placement] ? last ?? eventPlace : eventPlace)
  }

  /// Computes which of the first events are standing.
  ///
  /// - Parameters:
  ///   - count: the number of the events.
  ///   - taken: events that another session takes back.
  /// - Returns: whether each event is standing.
  func standing(of count: Int, without taken: Set<EventID> = []) -> [Bool] {
    var isStanding = events[..<count].map { !taken.contains($0.id) }
    for index in (0..<count).reversed() where isStanding[index] {
      guard case .reverted(_, let isBatch) = events[index].kind, let target = targets[index]
      else { continue }
      isStanding[target] = false
      if isBatch { for member in batch(of: target) { isStanding[member] = false } }
    }
    return isStanding
  }

  /// The events directly after one that name it as the first of their batch, without reversals.
  func batch(of first: Int) -> [Int] {
    var batch: [Int] = []
    for index in first + 1..<max(first + 1, events.count) {
      if events[index].batch != events[first].id { break }
      if case .reverted = events[index].kind { break }
      batch.append(index)
    }
    return batch
  }

  /// The largest place of the standing presses before an event arrives.
  func lastPress(before placement: Int) -> Duration? {
    let isStanding = standing(of: placement)
    var last: Duration?
    for index in 0..<placement where isStanding[index] && events[index].kind.isPress {
      let press = corrected(index, isStanding)
      if press.isRemoved { continue }
      last = max(last ?? press.place, press.place)
    }
    return last
  }
}

extension Event.Kind {
  /// Whether it is a start, a stop, a resume or a lap.
  var isPress: Bool {
    switch self {
    case .started, .stopped, .resumed, .lapped: true
    default: false
    }
  }
}
