extension Signal {
  /// The elements of the newest of the inner signals; the one before it is let go of.
  ///
  /// ```
  /// self                a-----b------|
  /// a, b                1--2--3--4  5-6-7|
  /// switchToLatest()    1--2--5-6-7--|
  /// ```
  /// The old one is released before the new one is subscribed to, as is this signal with its own
  /// end. The whole ends when this signal and
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

/// Signals of which each replaces the one before it.
@usableFromInline
final class Switching {
  @exclusivity(unchecked) fileprivate var newest: SwitchedLifetime?
  @exclusivity(unchecked) fileprivate var hasEnded = false
  fileprivate let end: () -> Void

  /// Calls `end` when no signal comes any more and the newest has ended.
  @usableFromInline
  init(end: @escaping () -> Void) {
    self.end = end
  }

  /// The lifetime of the next signal, within that of the receiver; that of the old one ends.
  @usableFromInline
  func next(in lifetime: Lifetime) -> SwitchedLifetime {
    // What is released with the old one may send a newer one, which counts then.
    let old = newest
    let inner = SwitchedLifetime(in: self)
    newest = inner
    lifetime.hold(inner)
    old?.end()
    return inner
  }

  /// Takes the end of the signal of signals.
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

  /// Takes the end of the signal.
  @usableFromInline
  func finish() {
    end()
    if endedAsNewest && switching.hasEnded { switching.end() }
  }
}
