extension Signal {
  /// Each element, and the end, so much later.
  ///
  /// ```
  /// self                a--b-(c|)
  /// delay(2)            --a--b-(c|)
  /// ```
  /// The order stays. What is still under way when the receiver cancels is dropped. One alarm is
  /// set at a time, for the first that is under way.
  public func delay(_ delay: Duration, on scheduler: any Scheduler) -> Signal {
    Signal { observer, lifetime in
      let delayed = Delayed(observer, lifetime, scheduler)
      let upstream = lifetime.child()
      observe(
        Observer(
          receive: { delayed.add($0, due: scheduler.now + delay) },
          end: {
            upstream.end()
            delayed.add(nil, due: scheduler.now + delay)
          }),
        during: upstream)
    }
  }
}

/// What is under way in a delayed signal: elements, and `nil` for the end.
private final class Delayed<Element> {
  private let observer: Observer<Element>
  private let lifetime: Lifetime
  private let scheduler: any Scheduler
  private var underWay: ArraySlice<(element: Element?, due: Duration)> = []
  private var alarm: Subscription?

  init(_ observer: Observer<Element>, _ lifetime: Lifetime, _ scheduler: any Scheduler) {
    self.observer = observer
    self.lifetime = lifetime
    self.scheduler = scheduler
    lifetime.onEnd {
      self.underWay = []
      self.alarm?.cancel()
      self.alarm = nil
    }
  }

  func add(_ element: Element?, due: Duration) {
    underWay.append((element, due))
    if underWay.count == 1 { wake(at: due) }
  }

  private func wake(at moment: Duration) {
    alarm = scheduler.schedule(at: moment) { self.deliver() }
  }

  private func deliver() {
    while let first = underWay.first, first.due <= scheduler.now {
      // Taken only when delivered, so that what arrives meanwhile sets no alarm of its own.
      if let element = first.element { observer.receive(element) } else { observer.end() }
      guard lifetime.isActive else { return }
      underWay.removeFirst()
    }
    if let first = underWay.first { wake(at: first.due) }
  }
}
