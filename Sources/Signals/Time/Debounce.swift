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
