package import Timing
import Text

/// A session told by its events, a second time: written from the definition alone, without any
/// state that is carried from one event to the next, and without any regard to cost.
///
/// It exists to disagree with `Session`.
package struct NaiveSession {
  /// All events, in the order of arrival.
  package let events: [Event]
  let timeline: NaiveTimeline
  /// Which earlier event a `reverted`, `amended` or `removed` names.
  let targets: [Int?]
  /// Where each event lay as it arrived.
  private(set) var places: [Duration] = []
  /// Which events took the place of one that came before them to the log.
  private(set) var waited: [Bool] = []
  /// Which events were claimed for a time before one that was in the log already.
  private(set) var late: [Bool] = []

  /// The session in which this happened.
  package init(_ events: [Event]) {
    self.events = events
    timeline = NaiveTimeline(events.map(\.time))
    var targets: [Int?] = []
    for index in events.indices {
      switch events[index].kind {
      case .reverted(let id, _):
        let target = events[..<index].lastIndex { $0.id == id }
        // What takes back one another makes a chain, and that is only so long.
        var length = 1
        var next = target
        while let event = next, case .reverted = events[event].kind {
          length += 1
          next = targets[event]
        }
        targets.append(length > Int(Session.longestChain) ? nil : target)
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
    let claimed = timeline.place(of: event.time, placement: placement)
    let last = event.kind.isPress ? lastPress(before: placement) : nil
    let isBefore = last.map { claimed < $0 } ?? false
    waited.append(isBefore && event.basis == .measured)
    late.append(isBefore && event.basis != .measured)
    places.append(waited[placement] ? last ?? claimed : claimed)
  }

  /// Which of the first events stand, as of their number.
  ///
  /// - Parameters:
  ///   - count: the number.
  ///   - taken: events that others take back.
  /// - Returns: whether each stands.
  func standing(of count: Int, without taken: Set<EventID> = []) -> [Bool] {
    var stands = events[..<count].map { !taken.contains($0.id) }
    for index in (0..<count).reversed() where stands[index] {
      guard case .reverted(_, let isBatch) = events[index].kind, let target = targets[index]
      else { continue }
      stands[target] = false
      if isBatch { for member in batch(of: target) { stands[member] = false } }
    }
    return stands
  }

  /// The events after one that name it as the first of their batch, up to one that does not or
  /// that takes back another.
  func batch(of first: Int) -> [Int] {
    var batch: [Int] = []
    for index in first + 1..<max(first + 1, events.count) {
      if events[index].batch != events[first].id { break }
      if case .reverted = events[index].kind { break }
      batch.append(index)
    }
    return batch
  }

  /// The largest place of the standing starts, stops, resumes and laps, as of this arrival.
  func lastPress(before placement: Int) -> Duration? {
    let stands = standing(of: placement)
    var last: Duration?
    for index in 0..<placement where stands[index] && events[index].kind.isPress {
      let press = corrected(index, stands)
      if press.isRemoved { continue }
      last = max(last ?? press.place, press.place)
    }
    return last
  }
}

extension Event.Kind {
  /// Whether it is one of those that turn the clock or are taken from it.
  var isPress: Bool {
    switch self {
    case .started, .stopped, .resumed, .lapped: true
    default: false
    }
  }
}
