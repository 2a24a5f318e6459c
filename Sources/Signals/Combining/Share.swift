extension Signal {
  /// One run of the signal for all who subscribe, the newest elements given to latecomers.
  ///
  /// Upstream is subscribed to when the first subscriber comes and released when the last has
  /// left; what was kept is forgotten then, and the next subscriber begins anew. So it is after
  /// the end too. A latecomer is given the kept elements at once, then what comes; each element
  /// reaches all subscribers before the next (see ``Subject``).
  ///
  /// Each element costs as a ``Subject``'s send does, and O(count) where some are kept.
  ///
  /// - Parameter count: How many of the newest elements are kept for latecomers.
  /// - Returns: The shared signal; every use of it is of the same run.
  public func share(replay count: Int = 0) -> Signal {
    precondition(count >= 0, "No negative number of elements can be kept.")
    let shared = Shared(upstream: self, capacity: count)
    return Signal { observer, lifetime in shared.add(observer, during: lifetime) }
  }
}

/// What the subscribers of a shared signal have in common.
private final class Shared<Element> {
  /// One run of upstream, from the first subscriber to the last.
  final class Run {
    let subject = Subject<Element>()
    let lifetime = Lifetime()
    var kept: [Element] = []
    var receivers = 0
  }

  private let upstream: Signal<Element>
  private let capacity: Int
  private var run: Run?

  init(upstream: Signal<Element>, capacity: Int) {
    self.upstream = upstream
    self.capacity = capacity
  }

  func add(_ observer: Observer<Element>, during lifetime: Lifetime) {
    if let run { return join(run, observer, lifetime) }
    let run = Run()
    self.run = run
    join(run, observer, lifetime)
    upstream.observe(
      Observer(
        receive: { [capacity] element in
          if capacity > 0 {
            if run.kept.count == capacity { run.kept.removeFirst() }
            run.kept.append(element)
          }
          run.subject.send(element)
        },
        end: {
          self.forget(run)
          run.subject.end()
        }),
      during: run.lifetime)
  }

  private func join(_ run: Run, _ observer: Observer<Element>, _ lifetime: Lifetime) {
    run.receivers += 1
    lifetime.onEnd {
      run.receivers -= 1
      if run.receivers == 0 { self.forget(run) }
    }
    run.subject.add(observer, during: lifetime, greeting: run.kept)
  }

  private func forget(_ run: Run) {
    if self.run === run { self.run = nil }
    run.lifetime.end()
  }
}
