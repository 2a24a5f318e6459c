extension Signal where Element == Void {
  /// One element when a time has passed since the moment of subscribing, then the end.
  ///
  /// ```
  /// subscribed          ^
  /// timer(after: 3)     ---(v|)
  /// ```
  public static func timer(after delay: Duration, on scheduler: any Scheduler) -> Signal<Void> {
    Signal { observer, lifetime in
      ring(observer, lifetime, at: scheduler.now + delay, scheduler)
    }
  }

  /// One element at a moment, then the end; as soon as possible if the moment is past.
  ///
  /// ```
  /// subscribed          ^
  /// timer(at: 5)        -----(v|)
  /// ```
  public static func timer(at moment: Duration, on scheduler: any Scheduler) -> Signal<Void> {
    Signal { observer, lifetime in ring(observer, lifetime, at: moment, scheduler) }
  }

  private static func ring(
    _ observer: Observer<Void>, _ lifetime: Lifetime, at moment: Duration,
    _ scheduler: any Scheduler
  ) {
    let alarm = scheduler.alarm {
      observer.receive(())
      if lifetime.isActive { observer.end() }
    }
    lifetime.hold(alarm)
    alarm.set(at: moment)
  }
}
