extension Signal where Element == Void {
  /// One element when a time has passed since the moment of subscribing, then the end.
  ///
  /// ```
  /// subscribed          ^
  /// timer(after: 3)     ---(v|)
  /// ```
  public static func timer(after delay: Duration, on scheduler: any Scheduler) -> Signal<Void> {
    Signal { observer, lifetime in
      lifetime.hold(OneShot(observer, lifetime, at: scheduler.now + delay, scheduler))
    }
  }

  /// One element at a moment, then the end; as soon as possible if the moment is past.
  ///
  /// ```
  /// subscribed          ^
  /// timer(at: 5)        -----(v|)
  /// ```
  public static func timer(at moment: Duration, on scheduler: any Scheduler) -> Signal<Void> {
    Signal { observer, lifetime in
      lifetime.hold(OneShot(observer, lifetime, at: moment, scheduler))
    }
  }
}

/// A timer for one receiver.
private final class OneShot: LifetimeEntry {
  private let observer: Observer<Void>
  private let lifetime: Lifetime
  private var alarm: Subscription?

  init(
    _ observer: Observer<Void>, _ lifetime: Lifetime, at moment: Duration,
    _ scheduler: any Scheduler
  ) {
    self.observer = observer
    self.lifetime = lifetime
    super.init()
    alarm = scheduler.schedule(at: moment) { self.ring() }
  }

  private func ring() {
    observer.receive(())
    if lifetime.isActive { observer.end() }
  }

  override func release() {
    alarm?.cancel()
    alarm = nil
  }
}
