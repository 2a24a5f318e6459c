extension Signal {
  /// An element when nothing has come after it for a time.
  ///
  /// ```
  /// self                     a-b-----c--d----e-|
  /// debounce(for: 4)         ------b--------d--(e|)
  /// ```
  /// The element that waits when the signal ends is given at once, then the end: the last one is
  /// never lost. (Combine drops it.) One alarm is set at a time, and not set anew for each
  /// element: it wakes once in that time at most.
  ///
  /// - Parameters:
  ///   - dueTime: How long nothing else has to come, more than zero.
  ///   - scheduler: Whose time it is.
  /// - Returns: The elements that nothing follows for that time.
  @inlinable
  public func debounce(for dueTime: Duration, scheduler: any Scheduler) -> Signal {
    precondition(dueTime > .zero, "What is debounced waits for more than no time.")
    return Signal { observer, lifetime in
      let upstream = lifetime.child()
      let waiting = Debounced(observer, upstream, dueTime, scheduler)
      observe(
        Observer(
          receive: { waiting.add($0) },
          end: {
            let last = waiting.element
            upstream.end()
            if let last { observer.receive(last) }
            if lifetime.isActive { observer.end() }
          }),
        during: upstream)
    }
  }
}

/// The element of a debounced signal that waits.
@usableFromInline
final class Debounced<Element> {
  @exclusivity(unchecked) @usableFromInline var element: Element?
  @exclusivity(unchecked) @usableFromInline var due = Duration.zero
  @exclusivity(unchecked) @usableFromInline var alarm: Alarm?
  @exclusivity(unchecked) @usableFromInline var isAlarmSet = false
  @usableFromInline let observer: Observer<Element>
  @usableFromInline let dueTime: Duration
  @usableFromInline let scheduler: any Scheduler

  @inlinable
  init(
    _ observer: Observer<Element>, _ lifetime: Lifetime, _ dueTime: Duration,
    _ scheduler: any Scheduler
  ) {
    self.observer = observer
    self.dueTime = dueTime
    self.scheduler = scheduler
    let alarm = scheduler.alarm { self.ring() }
    self.alarm = alarm
    lifetime.hold(alarm)
    lifetime.onEnd {
      self.element = nil
      self.alarm = nil
    }
  }

  @inlinable
  func add(_ element: Element) {
    self.element = element
    due = scheduler.now + dueTime
    guard !isAlarmSet else { return }
    isAlarmSet = true
    alarm?.set(at: due)
  }

  @inlinable
  func ring() {
    if scheduler.now < due {
      alarm?.set(at: due)
      return
    }
    isAlarmSet = false
    guard let element else { return }
    self.element = nil
    observer.receive(element)
  }
}

extension Signal {
  /// Elements no closer to one another than a time: the first at once, of those that come too
  /// early the newest or the first one when the time has passed.
  ///
  /// ```
  /// self                                a-bc----d-e|
  /// throttle(for: 4, …, latest: true)   a---c---d--(e|)
  /// throttle(for: 4, …, latest: false)  a---b---d--(e|)
  /// ```
  /// An element that is kept when the signal ends is given at once, then the end. One alarm is set
  /// at a time, and none while no element is kept.
  ///
  /// - Parameters:
  ///   - interval: The time from one element to the next, more than zero.
  ///   - scheduler: Whose time it is.
  ///   - latest: Whether the newest element is kept, or the first one that came too early.
  /// - Returns: The elements that are far enough apart.
  @inlinable
  public func throttle(
    for interval: Duration, scheduler: any Scheduler, latest: Bool
  ) -> Signal {
    precondition(interval > .zero, "Throttled elements are more than no time apart.")
    return Signal { observer, lifetime in
      let upstream = lifetime.child()
      let throttled = Throttled(observer, upstream, interval, scheduler, latest: latest)
      observe(
        Observer(
          receive: { throttled.add($0) },
          end: {
            let last = throttled.kept
            upstream.end()
            if let last { observer.receive(last) }
            if lifetime.isActive { observer.end() }
          }),
        during: upstream)
    }
  }
}

/// The element of a throttled signal that is kept, and when the next may be given.
@usableFromInline
final class Throttled<Element> {
  @exclusivity(unchecked) @usableFromInline var kept: Element?
  @exclusivity(unchecked) @usableFromInline var next: Duration?
  @exclusivity(unchecked) @usableFromInline var alarm: Alarm?
  @usableFromInline let observer: Observer<Element>
  @usableFromInline let interval: Duration
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let latest: Bool

  @inlinable
  init(
    _ observer: Observer<Element>, _ lifetime: Lifetime, _ interval: Duration,
    _ scheduler: any Scheduler, latest: Bool
  ) {
    self.observer = observer
    self.interval = interval
    self.scheduler = scheduler
    self.latest = latest
    let alarm = scheduler.alarm { self.ring() }
    self.alarm = alarm
    lifetime.hold(alarm)
    lifetime.onEnd {
      self.kept = nil
      self.alarm = nil
    }
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
      next = now + interval
      observer.receive(element)
    }
  }

  @inlinable
  func ring() {
    guard let element = kept else { return }
    kept = nil
    next = scheduler.now + interval
    observer.receive(element)
  }
}
