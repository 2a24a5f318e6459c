extension Signal where Element == Int {
  /// The numbers of ticks at the multiples of a period after a start.
  ///
  /// ```
  /// subscribed          ^
  /// interval(3)         ---1--2--3--4…
  /// woken late at 7     -------2-3--4…
  /// ```
  /// Tick *k* is due at `start + k · period`, counted from the start and not from the previous
  /// tick, so that delays do not add up. A late tick has the number of the period in which it runs;
  /// missed ticks are skipped. The first tick is the first multiple after the subscription: for a
  /// start in the past its number is above 1, for a start in the future it may be negative, as in a
  /// countdown. Numbers are clamped to `Int`.
  ///
  /// - Parameters:
  ///   - period: The time from tick to tick, more than zero.
  ///   - start: The moment of tick 0; by default that of the subscription.
  ///   - scheduler: The clock. One alarm is set at a time.
  /// - Returns: The numbers of the ticks.
  public static func interval(
    _ period: Duration, from start: Duration? = nil, on scheduler: any Scheduler
  ) -> Signal<Int> {
    precondition(period > .zero, "The period of an interval is more than zero.")
    return Signal { observer, lifetime in
      lifetime.hold(Ticker(observer, period, from: start ?? scheduler.now, scheduler))
    }
  }
}

/// The ticks of an interval for one receiver.
private final class Ticker: LifetimeEntry {
  private let observer: Observer<Int>
  private let period: Int128
  private let start: (periods: Int128, rest: Int128)
  private let scheduler: any Scheduler
  @exclusivity(unchecked) private var alarm: Alarm?

  init(
    _ observer: Observer<Int>, _ period: Duration, from start: Duration,
    _ scheduler: any Scheduler
  ) {
    self.observer = observer
    self.period = period.attoseconds
    self.start = start.attoseconds.wholeAndRest(of: self.period)
    self.scheduler = scheduler
    super.init()
    alarm = scheduler.alarm { self.tick() }
    _ = setForNext()
  }

  override func release() {
    alarm?.end()
    alarm = nil
  }

  private func tick() { observer.receive(setForNext()) }

  /// Sets the alarm for the next tick, unless its moment is beyond the range of `Duration`.
  ///
  /// - Returns: The number of periods since the start, rounded down also before it.
  private func setForNext() -> Int {
    // Each moment is divided separately: their difference may exceed the range of `Duration`.
    let moment = scheduler.now.attoseconds
    let now = moment.wholeAndRest(of: period)
    let isEarlier = now.rest < start.rest
    let passed = now.rest - start.rest + (isEarlier ? period : 0)
    let (next, isTooFar) = moment.addingReportingOverflow(period - passed)
    if !isTooFar { alarm?.set(at: Duration(attoseconds: next)) }
    let (number, isTooMany) = now.periods.subtractingReportingOverflow(
      start.periods + (isEarlier ? 1 : 0))
    return isTooMany ? (now.periods < 0 ? .min : .max) : Int(clamping: number)
  }
}

extension Int128 {
  /// Divides by a positive number, rounding down also below zero.
  fileprivate func wholeAndRest(of divisor: Int128) -> (periods: Int128, rest: Int128) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

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

extension Signal {
  /// Elements that each last for a time, after which the next one is requested.
  ///
  /// ```
  /// subscribed          ^
  /// next                a for 3, b for 2, c
  /// lasting             a--b-c
  /// ```
  /// `next` is called on subscribing, and again when the time that it returned has passed since its
  /// return. An element without a time is the last one, without an end. One alarm is set at a time.
  ///
  /// - Precondition: Every time is more than zero: with zero, time would never pass.
  ///
  /// - Parameters:
  ///   - scheduler: The clock.
  ///   - next: Returns the present element and the time for which it lasts.
  /// - Returns: The elements, the first one at once.
  @inlinable
  public static func lasting(
    on scheduler: any Scheduler, _ next: @escaping () -> (element: Element, time: Duration?)
  ) -> Signal {
    Signal { observer, lifetime in
      var alarm: Alarm?
      func give() {
        let (element, time) = next()
        guard lifetime.isActive else { return }
        precondition(time.map { $0 > .zero } ?? true, "The time of an element is more than zero.")
        if let time { alarm?.set(at: scheduler.now + time) }
        observer.receive(element)
      }
      let made = scheduler.alarm { give() }
      alarm = made
      lifetime.hold(made)
      lifetime.onEnd { alarm = nil }
      give()
    }
  }
}
