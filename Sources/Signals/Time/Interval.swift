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
  /// as in a countdown.
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
  private let period: Duration
  private let start: Duration
  private let scheduler: any Scheduler
  @exclusivity(unchecked) private var alarm: Subscription?

  init(
    _ observer: Observer<Int>, _ period: Duration, from start: Duration,
    _ scheduler: any Scheduler
  ) {
    self.observer = observer
    self.period = period
    self.start = start
    self.scheduler = scheduler
    super.init()
    wake(after: wholePeriods(from: start, to: scheduler.now, period))
  }

  override func release() {
    alarm?.cancel()
    alarm = nil
  }

  private func wake(after number: Int) {
    alarm = scheduler.schedule(at: start + period * (number + 1)) { self.tick() }
  }

  private func tick() {
    let number = wholePeriods(from: start, to: scheduler.now, period)
    wake(after: number)
    observer.receive(number)
  }
}

/// How many periods have passed since a start, rounded down also before it.
private func wholePeriods(from start: Duration, to now: Duration, _ period: Duration) -> Int {
  let (quotient, remainder) =
    (now - start).attoseconds.quotientAndRemainder(dividingBy: period.attoseconds)
  return Int(remainder < 0 ? quotient - 1 : quotient)
}
