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
  @exclusivity(unchecked) @usableFromInline var alarm: Subscription?

  @inlinable
  init(
    _ observer: Observer<Element>, _ lifetime: Lifetime, _ scheduler: any Scheduler,
    _ delay: Duration
  ) {
    self.observer = observer
    self.lifetime = lifetime
    self.scheduler = scheduler
    self.delay = delay
    lifetime.onEnd {
      self.underWay = Queue()
      self.alarm?.cancel()
      self.alarm = nil
    }
  }

  @inlinable
  func add(_ element: Element?) {
    let due = scheduler.now + delay
    underWay.append((element, due))
    if underWay.count == 1 { wake(at: due) }
  }

  @inlinable
  func wake(at moment: Duration) {
    alarm = scheduler.schedule(at: moment) { self.deliver() }
  }

  @inlinable
  func deliver() {
    while let first = underWay.first, first.due <= scheduler.now {
      // Taken only when delivered, so that what arrives meanwhile sets no alarm of its own.
      if let element = first.element { observer.receive(element) } else { observer.end() }
      guard lifetime.isActive else { return }
      _ = underWay.popFirst()
    }
    if let first = underWay.first { wake(at: first.due) }
  }
}
