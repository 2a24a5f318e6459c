/// Alarms in the order in which they are due: by moment, then as they were set.
///
/// A binary heap. Cancelled alarms let go of their actions at once, and are removed as soon as they
/// come first or are the greater part; so the first is always live, and setting, taking and, on
/// average, cancelling cost O(log n).
package struct Agenda {
  /// An alarm that was set.
  package final class Alarm {
    let moment: Duration
    fileprivate let number: Int
    fileprivate var action: (() -> Void)?

    fileprivate init(_ moment: Duration, _ number: Int, _ action: @escaping () -> Void) {
      self.moment = moment
      self.number = number
      self.action = action
    }

    fileprivate func comes(before other: Alarm) -> Bool {
      moment == other.moment ? number < other.number : moment < other.moment
    }
  }

  private var heap: [Alarm] = []
  private var lastNumber = 0
  private var cancelled = 0

  /// An agenda without alarms.
  package init() {}

  /// The moment of the first alarm.
  package var next: Duration? { heap.first?.moment }

  /// Sets an alarm.
  package mutating func add(at moment: Duration, _ action: @escaping () -> Void) -> Alarm {
    lastNumber += 1
    let alarm = Alarm(moment, lastNumber, action)
    heap.append(alarm)
    siftUp()
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
      heap.removeAll { $0.action == nil }
      heap.sort { $0.comes(before: $1) }
      cancelled = 0
    }
    dropCancelled()
    return action
  }

  /// The action of the first alarm, and its moment, if it is due.
  package mutating func take(dueAt now: Duration) -> (moment: Duration, action: () -> Void)? {
    guard let first = heap.first, first.moment <= now, let action = first.action else { return nil }
    first.action = nil
    removeFirst()
    dropCancelled()
    return (first.moment, action)
  }

  private mutating func dropCancelled() {
    while let first = heap.first, first.action == nil {
      removeFirst()
      cancelled -= 1
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown()
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comes(before: heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].comes(before: heap[first]) {
        first = child
      }
      guard first != parent else { return }
      heap.swapAt(first, parent)
      parent = first
    }
  }
}
