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
  public func switchToLatest<Output>() -> Signal<Output> where Element == Signal<Output> {
    Signal<Output> { observer, lifetime in
      let outer = lifetime.child()
      var newest: Lifetime?
      var hasEnded = false
      observe(
        Observer(
          receive: { signal in
            // What is released with the old one may send a newer one, which counts then.
            let old = newest
            let inner = lifetime.child()
            newest = inner
            old?.end()
            signal.observe(
              Observer(
                receive: observer.receive,
                end: {
                  inner.end()
                  guard newest === inner else { return }
                  newest = nil
                  if hasEnded { observer.end() }
                }),
              during: inner)
          },
          end: {
            outer.end()
            hasEnded = true
            if newest == nil { observer.end() }
          }),
        during: outer)
    }
  }
}
