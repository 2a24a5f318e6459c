extension Signal {
  /// One run of the signal for all subscribers; later subscribers get the newest elements first.
  ///
  /// Upstream is subscribed to for the first subscriber and released when the last one has left.
  /// The kept elements are then dropped, and the next subscriber starts a new run, also after the
  /// end. A later subscriber gets the kept elements at once; each element reaches all subscribers
  /// before the next (see ``Subject``).
  ///
  /// The cost of an element is that of a ``Subject``'s send, independent of `count`.
  ///
  /// - Parameter count: The number of newest elements to keep for later subscribers.
  /// - Returns: The shared signal; all subscriptions to it share one run.
  @inlinable
  public func share(replay count: Int = 0) -> Signal {
    precondition(count >= 0, "No negative number of elements can be kept.")
    let shared = Shared(upstream: self, capacity: count)
    return Signal { observer, lifetime in shared.add(observer, during: lifetime) }
  }
}

/// The state common to the subscribers of a shared signal.
@usableFromInline
final class Shared<Element> {
  @usableFromInline let upstream: Signal<Element>
  @usableFromInline let capacity: Int
  @exclusivity(unchecked) @usableFromInline var run: SharedRun<Element>?

  @inlinable
  init(upstream: Signal<Element>, capacity: Int) {
    self.upstream = upstream
    self.capacity = capacity
  }

  @inlinable
  func add(_ observer: Observer<Element>, during lifetime: Lifetime) {
    if let run { return join(run, observer, lifetime) }
    let run = SharedRun<Element>()
    self.run = run
    join(run, observer, lifetime)
    upstream.observe(
      Observer(
        receive: { [capacity] element in
          run.keep(element, capacity)
          run.subject.send(element)
        },
        end: {
          self.forget(run)
          run.subject.end()
        }),
      during: run.lifetime)
  }

  @inlinable
  func join(_ run: SharedRun<Element>, _ observer: Observer<Element>, _ lifetime: Lifetime) {
    run.receivers += 1
    lifetime.onEnd {
      run.receivers -= 1
      if run.receivers == 0 { self.forget(run) }
    }
    if run.kept.isEmpty {
      run.subject.add(observer, during: lifetime)
    } else {
      run.subject.add(observer, during: lifetime, greeting: run.newest)
    }
  }

  /// Releases a run; the next subscriber starts another.
  @inlinable
  func forget(_ run: SharedRun<Element>) {
    // A subscriber added during the end may have started another run.
    if self.run === run { self.run = nil }
    run.lifetime.end()
  }
}

/// One run of a shared signal's upstream, from the first subscriber to the last.
@usableFromInline
final class SharedRun<Element> {
  @usableFromInline let subject = Subject<Element>()
  @usableFromInline let lifetime = Lifetime()
  @exclusivity(unchecked) @usableFromInline var receivers = 0

  /// The newest elements, as a ring buffer once it is full.
  @exclusivity(unchecked) @usableFromInline var kept: ContiguousArray<Element> = []
  @exclusivity(unchecked) @usableFromInline var oldest = 0

  @inlinable
  init() {}

  @inlinable
  func keep(_ element: Element, _ capacity: Int) {
    if kept.count < capacity {
      kept.append(element)
    } else if capacity > 0 {
      kept[oldest] = element
      oldest = oldest + 1 < capacity ? oldest + 1 : 0
    }
  }

  /// The kept elements, the oldest first.
  @inlinable
  var newest: ContiguousArray<Element> {
    ContiguousArray(kept[oldest...]) + kept[..<oldest]
  }
}
