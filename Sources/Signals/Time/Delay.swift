extension Signal {
  /// Each element, and the end, so much later.
  ///
  /// ```
  /// self                a--b-(c|)
  /// delay(2)            --a--b-(c|)
  /// ```
  /// The order stays. What is still under way when the receiver cancels is dropped. One alarm is
  /// set at a time, for the first that is under way: elements that are due at one moment, or by the
  /// time that a late alarm runs, come one after the other in that one alarm.
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

/// What is under way in a delayed signal: elements, and `nil` for the end.
@usableFromInline
final class Delayed<Element> {
  @usableFromInline let observer: Observer<Element>
  @usableFromInline let lifetime: Lifetime
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let delay: Duration
  @exclusivity(unchecked) @usableFromInline
  var underWay = Queue<(element: Element?, due: Duration)>()
  @exclusivity(unchecked) @usableFromInline var alarm: Alarm?
  /// Whether the alarm is set, or what is due is being given: then no other is set.
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
