/// An alarm that one receiver sets for one moment after another.
///
/// Ending it, or the lifetime that holds it, cancels it and lets go of its action.
@usableFromInline
package class Alarm: Lifetime {
  @exclusivity(unchecked) fileprivate final var action: (() -> Void)?

  fileprivate init(_ action: @escaping () -> Void) {
    self.action = action
    super.init()
  }

  /// Sets the alarm for a moment, in place of the one for which it is set.
  @usableFromInline package func set(at moment: Duration) {}
}

extension Scheduler {
  /// An alarm that runs an action each time that a moment has come for which it was set.
  @usableFromInline
  package func alarm(_ action: @escaping () -> Void) -> Alarm {
    guard let owner = self as? any AgendaOwner else { return SchedulerAlarm(of: self, action) }
    return AgendaAlarm(of: owner, isReused: true, action)
  }
}

/// An alarm of any scheduler: each setting makes a new one there.
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

/// An alarm of an agenda: setting it anew allocates nothing.
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

  /// Runs the action, when the alarm was taken.
  package func ring() {
    guard let action else { return }
    if !isReused { self.action = nil }
    action()
  }

  @usableFromInline override func didEnd() {
    // With the action may go what sets or cancels other alarms of the agenda.
    let action = action
    self.action = nil
    if number != 0 { owner.cancel(self) }
    withExtendedLifetime(action) {}
  }
}
