extension Signal where Element == Void {
  /// One element when a time has passed since the moment of subscribing, then the end.
  ///
  /// ```
  /// subscribed          ^
  /// timer(after: 3)     ---(v|)
  /// ```
  public static func timer(after delay: Duration, on scheduler: any Scheduler) -> Signal<Void> {
    .deferred { .timer(at: scheduler.now + delay, on: scheduler) }
  }

  /// One element at a moment, then the end; as soon as possible if the moment is past.
  ///
  /// ```
  /// subscribed          ^
  /// timer(at: 5)        -----(v|)
  /// ```
  public static func timer(at moment: Duration, on scheduler: any Scheduler) -> Signal<Void> {
    Signal { observer, lifetime in
      let alarm = scheduler.schedule(at: moment) {
        observer.receive(())
        if lifetime.isActive { observer.end() }
      }
      lifetime.onEnd { alarm.cancel() }
    }
  }
}
