/// Alarms in the order in which they are due: by moment, then as they were set.
///
/// A binary heap. Entries of cancelled alarms are removed as soon as they come first or are the
/// greater part; so the first is always live, and setting, taking and, on average, cancelling cost
/// O(log n).
package struct Agenda {
  /// An alarm's place in the order.
  private struct Entry {
    let moment: Duration
    let number: Int
    let alarm: AgendaAlarm

    /// Whether the alarm has been neither cancelled nor set anew.
    var isLive: Bool { alarm.number == number }

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

  /// Sets an alarm for a moment, in place of the one for which it is set.
  package mutating func set(_ alarm: AgendaAlarm, at moment: Duration) {
    cancel(alarm)
    lastNumber += 1
    alarm.number = lastNumber
    siftUp(Entry(moment: moment, number: lastNumber, alarm: alarm))
  }

  /// Forgets the moment for which an alarm is set, if it is.
  package mutating func cancel(_ alarm: AgendaAlarm) {
    guard alarm.number != 0 else { return }
    alarm.number = 0
    cancelled += 1
    if cancelled > heap.count / 2 {
      heap.removeAll { !$0.isLive }
      heap.sort { $0.comes(before: $1) }
      cancelled = 0
    }
    dropCancelled()
  }

  /// The first alarm, and its moment, if it is due; to be rung by the caller.
  package mutating func take(dueAt now: Duration) -> (moment: Duration, alarm: AgendaAlarm)? {
    guard let first = heap.first, first.moment <= now else { return nil }
    first.alarm.number = 0
    removeFirst()
    dropCancelled()
    return (first.moment, first.alarm)
  }

  private mutating func dropCancelled() {
    while cancelled > 0, let first = heap.first, !first.isLive {
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
package protocol AgendaOwner: Scheduler {
  /// Sets an alarm; see ``Agenda/set(_:at:)``.
  func set(_ alarm: AgendaAlarm, at moment: Duration)

  /// Forgets the moment of an alarm; see ``Agenda/cancel(_:)``.
  func cancel(_ alarm: AgendaAlarm)
}

extension AgendaOwner {
  /// Sets an alarm that runs once.
  package func setOnce(at moment: Duration, _ action: @escaping () -> Void) -> Subscription {
    let alarm = AgendaAlarm(of: self, isReused: false, action)
    set(alarm, at: moment)
    return Subscription(alarm)
  }
}
