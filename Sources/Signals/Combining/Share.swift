extension Signal {
  /// One run of the signal for all who subscribe, the newest elements given to latecomers.
  ///
  /// Upstream is subscribed to when the first subscriber comes and released when the last has
  /// left; what was kept is forgotten then, and the next subscriber begins anew. So it is after
  /// the end too. A latecomer is given the kept elements at once, then what comes; each element
  /// reaches all subscribers before the next (see ``Subject``).
  ///
  /// Each element costs as a ``Subject``'s send does, however many are kept.
  ///
  /// - Parameter count: How many of the newest elements are kept for latecomers.
  /// - Returns: The shared signal; every use of it is of the same run.
  @inlinable
  public func share(replay count: Int = 0) -> Signal {
    precondition(count >= 0, "No negative number of elements can be kept.")
    let shared = Shared(upstream: self, capacity: count)
    return Signal { observer, lifetime in shared.add(observer, during: lifetime) }
  }
}

/// What the subscribers of a shared signal have in common.
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

  /// Lets go of a run; the next subscriber begins another.
  @inlinable
  func forget(_ run: SharedRun<Element>) {
    // A subscriber who came at the end may have begun another already.
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

  /// The newest elements: a ring, once it is full.
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
