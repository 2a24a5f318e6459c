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
