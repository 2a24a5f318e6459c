extension Signal where Element == Int {
  /// Ticks at the multiples of a period from a start, each giving its number.
  ///
  /// ```
  /// subscribed          ^
  /// interval(3)         ---1--2--3--4…
  /// woken late at 7     -------2-3--4…
  /// ```
  /// Tick *k* is due at `start + k · period`, counted from the start and never from the tick
  /// before, so that lateness does not add up. A late tick gives the number it should have had;
  /// those missed meanwhile are skipped. The first tick is the first multiple after the moment of
  /// subscribing: for a start in the past or the future its number is not 1, but maybe negative,
  /// as in a countdown. A number that no `Int` holds is given as the nearest one that it does.
  ///
  /// - Parameters:
  ///   - period: The time from tick to tick, more than zero.
  ///   - start: The moment of tick 0; the moment of subscribing if none is given.
  ///   - scheduler: Whose time it is. One alarm is set at a time.
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

  /// Sets the alarm for the next tick; not at all for a moment that no `Duration` holds.
  ///
  /// - Returns: How many periods have passed since the start, rounded down also before it.
  private func setForNext() -> Int {
    // Moments are divided one by one: the time from one to another may be more than a `Duration`.
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
  /// How often a positive number fits, rounded down also below zero, and what is left.
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
  /// Elements that each last for a time: when it is over, the next one is asked for.
  ///
  /// ```
  /// subscribed          ^
  /// next                a for 3, b for 2, c
  /// lasting             a--b-c
  /// ```
  /// `next` is asked at the moment of subscribing, and again when the time that it told has passed
  /// since it answered, however long the receiver takes. An element without a time is the last one,
  /// but not the end. One alarm is set at a time.
  ///
  /// - Precondition: Every time is more than zero: with zero, time would never pass.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time it is.
  ///   - next: The element as of now, and for how long it will do, which is more than zero.
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
