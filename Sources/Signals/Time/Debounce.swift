extension Signal {
  /// The elements that no other element follows for a time.
  ///
  /// ```
  /// self                     a-b-----c--d----e-|
  /// debounce(for: 4)         ------b--------d--(e|)
  /// ```
  /// At the end of the signal, a waiting element is sent at once, then the end. (Combine drops it.)
  /// One alarm is set at a time, and not for each element: it wakes at most once in `dueTime`.
  ///
  /// - Parameters:
  ///   - dueTime: The time without another element, more than zero.
  ///   - scheduler: The clock.
  /// - Returns: The elements that no other element follows for that time.
  @inlinable
  public func debounce(for dueTime: Duration, scheduler: any Scheduler) -> Signal {
    precondition(dueTime > .zero, "The due time of debounce is more than zero.")
    return Signal { observer, lifetime in
      let upstream = lifetime.child()
      let waiting = Debounced(observer, upstream, dueTime, scheduler)
      observe(
        Observer(
          receive: { waiting.add($0) },
          end: { waiting.finish(during: lifetime) }),
        during: upstream)
    }
  }
}

/// The waiting element of a debounced signal.
@usableFromInline
final class Debounced<Element>: TimedElement<Element> {
  @exclusivity(unchecked) @usableFromInline var due = Duration.zero
  @exclusivity(unchecked) @usableFromInline var isAlarmSet = false

  @inlinable
  func add(_ element: Element) {
    kept = element
    due = scheduler.now + time
    guard !isAlarmSet else { return }
    isAlarmSet = true
    alarm?.set(at: due)
  }

  @inlinable
  override func ring() {
    if scheduler.now < due {
      alarm?.set(at: due)
      return
    }
    isAlarmSet = false
    guard let element = kept else { return }
    kept = nil
    observer.receive(element)
  }
}

extension Signal {
  /// The elements at least an interval apart: the first one at once, then one at the end of each
  /// interval with elements.
  ///
  /// ```
  /// self                                a-bc----d-e|
  /// throttle(for: 4, …, latest: true)   a---c---d--(e|)
  /// throttle(for: 4, …, latest: false)  a---b---d--(e|)
  /// ```
  /// At the end of the signal, a kept element is sent at once, then the end. One alarm is set at a
  /// time, and none while no element is kept.
  ///
  /// - Parameters:
  ///   - interval: The time from one element to the next, more than zero.
  ///   - scheduler: The clock.
  ///   - latest: Whether to keep the newest element of an interval, or the first.
  /// - Returns: The elements, at least an interval apart.
  @inlinable
  public func throttle(
    for interval: Duration, scheduler: any Scheduler, latest: Bool
  ) -> Signal {
    precondition(interval > .zero, "The interval of throttle is more than zero.")
    return Signal { observer, lifetime in
      let upstream = lifetime.child()
      let throttled = Throttled(observer, upstream, interval, scheduler, latest: latest)
      observe(
        Observer(
          receive: { throttled.add($0) },
          end: { throttled.finish(during: lifetime) }),
        during: upstream)
    }
  }
}

/// The kept element of a throttled signal, and the time at which the next may be sent.
@usableFromInline
final class Throttled<Element>: TimedElement<Element> {
  @exclusivity(unchecked) @usableFromInline var next: Duration?
  @usableFromInline let latest: Bool

  @inlinable
  init(
    _ observer: Observer<Element>, _ lifetime: Lifetime, _ interval: Duration,
    _ scheduler: any Scheduler, latest: Bool
  ) {
    self.latest = latest
    super.init(observer, lifetime, interval, scheduler)
  }

  @inlinable
  func add(_ element: Element) {
    guard kept == nil else {
      if latest { kept = element }
      return
    }
    let now = scheduler.now
    if let next, now < next {
      kept = element
      alarm?.set(at: next)
    } else {
      next = now + time
      observer.receive(element)
    }
  }

  @inlinable
  override func ring() {
    guard let element = kept else { return }
    kept = nil
    next = scheduler.now + time
    observer.receive(element)
  }
}
