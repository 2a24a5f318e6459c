/// Alarms in the order in which they are due: by moment, then as they were set.
///
/// A binary heap. Cancelled alarms let go of their actions at once, and are removed as soon as they
/// come first or are the greater part; so the first is always live, and setting, taking and, on
/// average, cancelling cost O(log n).
package struct Agenda {
  /// An alarm that was set: a lifetime that ends when it is cancelled.
  package final class Alarm: Lifetime {
    fileprivate let owner: any AgendaOwner
    @exclusivity(unchecked) fileprivate var action: (() -> Void)?

    fileprivate init(of owner: any AgendaOwner, _ action: @escaping () -> Void) {
      self.owner = owner
      self.action = action
      super.init()
    }

    override func didEnd() {
      if action != nil { owner.cancel(self) }
    }
  }

  /// An alarm's place in the order.
  private struct Entry {
    let moment: Duration
    let number: Int
    let alarm: Alarm

    func comes(before other: Entry) -> Bool {
      moment == other.moment ? number < other.number : moment < other.moment
    }
  }

  private var heap: ContiguousArray<Entry> = []
  private var lastNumber = 0
  private var cancelled = 0

  /// An agenda without alarms.
  package init() {}

  /// The moment of the first alarm.
  package var next: Duration? { heap.first?.moment }

  /// Sets an alarm, which is cancelled by its owner.
  package mutating func add(
    at moment: Duration, of owner: any AgendaOwner, _ action: @escaping () -> Void
  ) -> Alarm {
    lastNumber += 1
    let alarm = Alarm(of: owner, action)
    siftUp(Entry(moment: moment, number: lastNumber, alarm: alarm))
    return alarm
  }

  /// Forgets an alarm, if it has not been taken, and hands its action back.
  ///
  /// To be let go of by the caller: with it may go what cancels other alarms of this agenda.
  package mutating func cancel(_ alarm: Alarm) -> (() -> Void)? {
    guard let action = alarm.action else { return nil }
    alarm.action = nil
    cancelled += 1
    if cancelled > heap.count / 2 {
      heap.removeAll { $0.alarm.action == nil }
      heap.sort { $0.comes(before: $1) }
      cancelled = 0
    }
    dropCancelled()
    return action
  }

  /// The action of the first alarm, and its moment, if it is due.
  package mutating func take(dueAt now: Duration) -> (moment: Duration, action: () -> Void)? {
    guard let first = heap.first, first.moment <= now, let action = first.alarm.action else {
      return nil
    }
    first.alarm.action = nil
    removeFirst()
    dropCancelled()
    return (first.moment, action)
  }

  private mutating func dropCancelled() {
    while cancelled > 0, let first = heap.first, first.alarm.action == nil {
      removeFirst()
      cancelled -= 1
    }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    if !heap.isEmpty { siftDown(last) }
  }

  /// Puts an entry behind all others, then moves it before those that it precedes.
  private mutating func siftUp(_ entry: Entry) {
    var child = heap.count
    heap.append(entry)
    while child > 0 {
      let parent = (child - 1) / 2
      guard entry.comes(before: heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Puts an entry in the place of the first, then moves it behind those that precede it.
  private mutating func siftDown(_ entry: Entry) {
    heap[0] = entry
    var parent = 0
    while true {
      var first = 2 * parent + 1
      guard first < heap.count else { return }
      if first + 1 < heap.count && heap[first + 1].comes(before: heap[first]) { first += 1 }
      guard heap[first].comes(before: entry) else { return }
      heap.swapAt(first, parent)
      parent = first
    }
  }
}

/// A scheduler that keeps an agenda.
package protocol AgendaOwner: AnyObject {
  /// Forgets an alarm, if it has not been taken; see ``Agenda/cancel(_:)``.
  func cancel(_ alarm: Agenda.Alarm)
}
