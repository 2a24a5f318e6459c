/// An alarm that can be set repeatedly.
///
/// Ending it, or the lifetime that holds it, cancels it and releases its action.
@usableFromInline
package class Alarm: Lifetime {
  @exclusivity(unchecked) fileprivate final var action: (() -> Void)?

  fileprivate init(_ action: @escaping () -> Void) {
    self.action = action
    super.init()
  }

  /// Sets the alarm for a moment, which replaces an earlier setting.
  @usableFromInline package func set(at moment: Duration) {}
}

extension Scheduler {
  /// Creates an alarm that runs an action at each moment for which it is set.
  @usableFromInline
  package func alarm(_ action: @escaping () -> Void) -> Alarm {
    guard let owner = self as? any AgendaOwner else { return SchedulerAlarm(of: self, action) }
    return AgendaAlarm(of: owner, isReused: true, action)
  }
}

/// An alarm for any scheduler; each setting schedules a new action.
private final class SchedulerAlarm: Alarm {
  private let scheduler: any Scheduler
  private var current: Subscription?

  init(of scheduler: any Scheduler, _ action: @escaping () -> Void) {
    self.scheduler = scheduler
    super.init(action)
  }

  override func set(at moment: Duration) {
    guard isActive else { return }
    current = scheduler.schedule(at: moment) { [unowned self] in action?() }
  }

  override func didEnd() {
    current = nil
    action = nil
  }
}

/// An alarm of an agenda; setting it again allocates nothing.
package final class AgendaAlarm: Alarm {
  private let owner: any AgendaOwner
  private let isReused: Bool
  /// The number of the agenda's entry for it; 0 while it is not set.
  @exclusivity(unchecked) final var number = 0

  init(of owner: any AgendaOwner, isReused: Bool, _ action: @escaping () -> Void) {
    self.owner = owner
    self.isReused = isReused
    super.init(action)
  }

  package override func set(at moment: Duration) {
    if isActive { owner.set(self, at: moment) }
  }

  /// Runs the action, after the alarm was removed from the agenda.
  package func ring() {
    guard let action else { return }
    if !isReused { self.action = nil }
    action()
  }

  @usableFromInline override func didEnd() {
    // Releasing the action may set or cancel other alarms of the agenda.
    let action = action
    self.action = nil
    if number != 0 { owner.cancel(self) }
    withExtendedLifetime(action) {}
  }
}

/// The alarms of a scheduler, ordered by moment, then by the time of setting.
///
/// It is a binary heap. Entries of cancelled alarms are removed when they are first, or more than
/// half of all; the first entry is therefore always live. Setting and taking cost O(log n),
/// cancelling O(log n) on average.
package struct Agenda {
  /// A setting of an alarm.
  private struct Entry {
    let moment: Duration
    let number: Int
    let alarm: AgendaAlarm

    /// Whether the alarm has been neither cancelled nor set again.
    var isLive: Bool { alarm.number == number }

    func comes(before other: Entry) -> Bool {
      moment == other.moment ? number < other.number : moment < other.moment
    }
  }

  private var heap: ContiguousArray<Entry> = []
  private var lastNumber = 0
  private var cancelled = 0

  /// Creates an empty agenda.
  package init() {}

  /// The moment of the first alarm.
  package var next: Duration? { heap.first?.moment }

  /// Sets an alarm for a moment, which replaces an earlier setting.
  package mutating func set(_ alarm: AgendaAlarm, at moment: Duration) {
    cancel(alarm)
    lastNumber += 1
    alarm.number = lastNumber
    siftUp(Entry(moment: moment, number: lastNumber, alarm: alarm))
  }

  /// Cancels an alarm if it is set.
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

  /// Removes and returns the first alarm if it is due; the caller rings it.
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

  /// Adds an entry at the end of the heap and moves it up.
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

  /// Replaces the first entry of the heap by another and moves it down.
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

  /// Cancels an alarm; see ``Agenda/cancel(_:)``.
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
