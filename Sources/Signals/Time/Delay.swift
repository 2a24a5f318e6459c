extension Signal {
  /// Each element and the end after a delay.
  ///
  /// ```
  /// self                a--b-(c|)
  /// delay(2)            --a--b-(c|)
  /// ```
  /// The order is kept. Delayed elements are dropped when the receiver cancels. One alarm is set at
  /// a time; it sends all elements that are due when it runs.
  @inlinable
  public func delay(_ delay: Duration, on scheduler: any Scheduler) -> Signal {
    Signal { observer, lifetime in
      let delayed = Delayed(observer, lifetime, scheduler, delay)
      let upstream = lifetime.child()
      observe(
        Observer(
          receive: { delayed.add($0) },
          end: {
            upstream.end()
            delayed.add(nil)
          }),
        during: upstream)
    }
  }
}

/// The queue of a delayed signal: elements, and `nil` for the end.
@usableFromInline
final class Delayed<Element> {
  @usableFromInline let observer: Observer<Element>
  @usableFromInline let lifetime: Lifetime
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let delay: Duration
  @exclusivity(unchecked) @usableFromInline
  var underWay = Queue<(element: Element?, due: Duration)>()
  @exclusivity(unchecked) @usableFromInline var alarm: Alarm?
  /// Whether the alarm is set, or due elements are being sent.
  @exclusivity(unchecked) @usableFromInline var isAwake = false

  @inlinable
  init(
    _ observer: Observer<Element>, _ lifetime: Lifetime, _ scheduler: any Scheduler,
    _ delay: Duration
  ) {
    self.observer = observer
    self.lifetime = lifetime
    self.scheduler = scheduler
    self.delay = delay
    let alarm = scheduler.alarm { self.ring() }
    self.alarm = alarm
    lifetime.hold(alarm)
    lifetime.onEnd {
      self.underWay = Queue()
      self.alarm = nil
    }
  }

  @inlinable
  func add(_ element: Element?) {
    let due = scheduler.now + delay
    underWay.append((element, due))
    guard !isAwake else { return }
    isAwake = true
    alarm?.set(at: due)
  }

  @inlinable
  func ring() {
    let now = scheduler.now
    while let next = underWay.first {
      guard next.due <= now else {
        alarm?.set(at: next.due)
        return
      }
      underWay.removeFirst()
      if let element = next.element { observer.receive(element) } else { observer.end() }
      guard lifetime.isActive else { return }
    }
    isAwake = false
  }
}

extension Signal {
  /// The elements until none arrives for a time, then the end.
  ///
  /// ```
  /// subscribed          ^
  /// self                --a--b-----c
  /// timeout(4)          --a--b---|
  /// ```
  /// The time starts with the subscription, and again with each element. Upstream is released
  /// before the end is sent. One alarm is set at a time, and not for each element: it wakes at most
  /// once in `interval`.
  ///
  /// - Parameters:
  ///   - interval: The time to wait for an element, more than zero.
  ///   - scheduler: The clock.
  /// - Returns: The elements and the end.
  @inlinable
  public func timeout(_ interval: Duration, scheduler: any Scheduler) -> Signal {
    timeout(interval, scheduler) { _ in }
  }

  /// The elements until none arrives for a time, then a failure and the end.
  ///
  /// ```
  /// subscribed                ^
  /// self                      --a--b-----c
  /// timeout(4, customError:)  --a--b---(x|)
  /// ```
  /// See ``timeout(_:scheduler:)``.
  ///
  /// - Parameters:
  ///   - interval: The time to wait for an element, more than zero.
  ///   - scheduler: The clock.
  ///   - customError: Creates the failure.
  /// - Returns: The elements, then a failure or the end.
  @inlinable
  public func timeout<Success, Failure>(
    _ interval: Duration, scheduler: any Scheduler, customError: @escaping () -> Failure
  ) -> Signal where Element == Result<Success, Failure> {
    timeout(interval, scheduler) { observer in observer.receive(.failure(customError())) }
  }

  @inlinable
  func timeout(
    _ interval: Duration, _ scheduler: any Scheduler,
    giveLast: @escaping (Observer<Element>) -> Void
  ) -> Signal {
    precondition(interval > .zero, "The interval of a timeout is more than zero.")
    return Signal { observer, lifetime in
      let upstream = lifetime.child()
      let wait = ElementWait(interval, scheduler, during: upstream) {
        upstream.end()
        giveLast(observer)
        if lifetime.isActive { observer.end() }
      }
      observe(
        Observer(
          receive: { element in
            wait.renew()
            observer.receive(element)
          },
          end: {
            upstream.end()
            observer.end()
          }),
        during: upstream)
    }
  }
}

/// The wait for the next element of a signal with a timeout.
@usableFromInline
final class ElementWait {
  @exclusivity(unchecked) @usableFromInline var due: Duration
  @exclusivity(unchecked) @usableFromInline var alarm: Alarm?
  @usableFromInline let interval: Duration
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let giveUp: () -> Void

  @inlinable
  init(
    _ interval: Duration, _ scheduler: any Scheduler, during lifetime: Lifetime,
    giveUp: @escaping () -> Void
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.giveUp = giveUp
    due = scheduler.now + interval
    let alarm = scheduler.alarm { self.ring() }
    self.alarm = alarm
    lifetime.hold(alarm)
    lifetime.onEnd { self.alarm = nil }
    alarm.set(at: due)
  }

  @inlinable
  func renew() {
    due = scheduler.now + interval
  }

  @inlinable
  func ring() {
    if scheduler.now < due { alarm?.set(at: due) } else { giveUp() }
  }
}
