/// The clock and the alarms of timed signals.
///
/// A moment is the time since the scheduler's zero, which does not change during its life (see
/// `DispatchScheduler` and ``VirtualScheduler``).
public protocol Scheduler: AnyObject {
  /// The present moment. It never goes back.
  var now: Duration { get }

  /// Runs an action once in the scheduler's domain, at a moment.
  ///
  /// Alarms run in the order of their moments, and alarms of the same moment in the order in which
  /// they were set. A moment in the past counts as now; no alarm runs before this returns.
  ///
  /// - Returns: The alarm; cancelling or releasing it releases the action.
  func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription
}

extension Scheduler {
  /// Runs an action once after a delay; see ``schedule(at:_:)``.
  public func schedule(
    after delay: Duration, _ action: @escaping () -> Void
  ) -> Subscription {
    schedule(at: now + delay, action)
  }
}

/// A scheduler whose time is advanced by calls: for tests, and for custom event loops.
///
/// Its zero is its creation. The same calls always run the same alarms in the same order.
public final class VirtualScheduler: Scheduler {
  /// The present time.
  @exclusivity(unchecked) public private(set) var now: Duration = .zero

  /// The number of alarms that have run.
  @exclusivity(unchecked) public private(set) var wakeUps = 0

  @exclusivity(unchecked) private var agenda = Agenda()

  /// Creates a scheduler at time zero.
  public init() {}

  /// The moment of the first alarm that is set.
  public var next: Duration? { agenda.next }

  /// Runs an action when time is advanced to a moment; see ``Scheduler/schedule(at:_:)``.
  ///
  /// Complexity: O(log alarms).
  public func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription {
    setOnce(at: moment, action)
  }

  /// Advances time to a moment, and runs each alarm at its time, also alarms set meanwhile.
  ///
  /// A moment in the past has no effect.
  public func advance(to moment: Duration) {
    while let (due, alarm) = agenda.take(dueAt: moment) {
      now = max(now, due)
      wakeUps += 1
      alarm.ring()
    }
    now = max(now, moment)
  }

  /// Advances time by a duration; see ``advance(to:)``.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Advances time until no alarm is set.
  ///
  /// It does not return while an action always sets another alarm, as `interval` does.
  public func run() {
    while let moment = agenda.next { advance(to: moment) }
  }

  /// Advances time as on a busy or suspended machine: all alarms due meanwhile run late, at its
  /// end.
  public func oversleep(to moment: Duration) {
    now = max(now, moment)
    advance(to: now)
  }
}

extension VirtualScheduler: AgendaOwner {
  package func set(_ alarm: AgendaAlarm, at moment: Duration) {
    agenda.set(alarm, at: max(moment, now))
  }

  package func cancel(_ alarm: AgendaAlarm) { agenda.cancel(alarm) }
}
