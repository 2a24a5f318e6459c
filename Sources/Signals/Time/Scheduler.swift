/// A clock and an alarm: what timed signals know of time.
///
/// A moment is the time since the scheduler's own zero, which is the same for as long as the
/// scheduler lives (see `DispatchScheduler` and ``VirtualScheduler``).
public protocol Scheduler: AnyObject {
  /// The present moment. It never goes back.
  var now: Duration { get }

  /// Runs an action in the scheduler's domain, once, as soon as `moment` has come.
  ///
  /// Alarms run in the order of their moments, those of one moment in the order in which they
  /// were set. One set for the past counts as set for now; none runs before this returns.
  ///
  /// - Returns: The alarm. Cancelled or released, it does not run and is no longer held.
  func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription
}

extension Scheduler {
  /// Runs an action once, when a time has passed; see ``schedule(at:_:)``.
  public func schedule(
    after delay: Duration, _ action: @escaping () -> Void
  ) -> Subscription {
    schedule(at: now + delay, action)
  }
}

/// A scheduler whose time stands still until it is told to pass: for tests, and as the agenda of an
/// event loop of one's own.
///
/// Its zero is its making. The same calls always run the same alarms in the same order.
public final class VirtualScheduler: Scheduler {
  /// How far time has been let pass.
  @exclusivity(unchecked) public private(set) var now: Duration = .zero

  /// How many alarms have run: each would have woken the machine.
  @exclusivity(unchecked) public private(set) var wakeUps = 0

  @exclusivity(unchecked) private var agenda = Agenda()

  /// A scheduler at its zero.
  public init() {}

  /// The moment of the first alarm that is set.
  public var next: Duration? { agenda.next }

  /// Runs an action when time is let pass to a moment; see ``Scheduler/schedule(at:_:)``.
  ///
  /// Complexity: O(log alarms).
  public func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription {
    setOnce(at: moment, action)
  }

  /// Lets time pass up to a moment, running each alarm at its own, also those set on the way.
  ///
  /// Nothing happens for a moment in the past.
  public func advance(to moment: Duration) {
    while let (due, alarm) = agenda.take(dueAt: moment) {
      now = max(now, due)
      wakeUps += 1
      alarm.ring()
    }
    now = max(now, moment)
  }

  /// Lets a time pass; see ``advance(to:)``.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Lets time pass until no alarm is set.
  ///
  /// Does not return while something sets one alarm after the other, as `interval` does.
  public func run() {
    while let moment = agenda.next { advance(to: moment) }
  }

  /// Lets time pass as a busy or suspended machine does: what falls due on the way runs only at
  /// the end of it, late.
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
