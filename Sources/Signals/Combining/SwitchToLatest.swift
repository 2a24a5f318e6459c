extension Signal {
  /// The elements of the newest inner signal; the previous one is released.
  ///
  /// ```
  /// self                a-----b------|
  /// a, b                1--2--3--4  5-6-7|
  /// switchToLatest()    1--2--5-6-7--|
  /// ```
  /// The old signal is released before the new one is subscribed to. It ends when this signal and
  /// the newest inner one have ended.
  @inlinable
  public func switchToLatest<Output>() -> Signal<Output> where Element == Signal<Output> {
    Signal<Output> { observer, lifetime in
      let outer = lifetime.child()
      let switching = Switching(end: observer.end)
      observe(
        Observer(
          receive: { signal in
            let inner = switching.next(in: lifetime)
            signal.observe(
              Observer(receive: observer.receive, end: { inner.finish() }), during: inner)
          },
          end: {
            outer.end()
            switching.finish()
          }),
        during: outer)
    }
  }
}

/// A sequence of signals, of which each replaces the previous one.
@usableFromInline
final class Switching {
  @exclusivity(unchecked) fileprivate var newest: SwitchedLifetime?
  @exclusivity(unchecked) fileprivate var hasEnded = false
  fileprivate let end: () -> Void

  /// Calls `end` when the outer signal and the newest inner one have ended.
  @usableFromInline
  init(end: @escaping () -> Void) {
    self.end = end
  }

  /// Ends the old signal's lifetime; returns that of the next, a child of the receiver's.
  @usableFromInline
  func next(in lifetime: Lifetime) -> SwitchedLifetime {
    // Releasing the old signal may send a newer one, which then replaces this one.
    let old = newest
    let inner = SwitchedLifetime(in: self)
    newest = inner
    lifetime.hold(inner)
    old?.end()
    return inner
  }

  /// Handles the end of the outer signal.
  @usableFromInline
  func finish() {
    hasEnded = true
    if newest == nil { end() }
  }
}

/// The lifetime of a signal until the next one replaces it.
@usableFromInline
final class SwitchedLifetime: Lifetime {
  private let switching: Switching
  private var endedAsNewest = false

  fileprivate init(in switching: Switching) {
    self.switching = switching
    super.init()
  }

  @usableFromInline
  override func didEnd() {
    guard switching.newest === self else { return }
    switching.newest = nil
    endedAsNewest = true
  }

  /// Handles the end of the inner signal.
  @usableFromInline
  func finish() {
    end()
    if endedAsNewest && switching.hasEnded { switching.end() }
  }
}
