extension Signal {
  /// Runs another signal when this one has ended.
  ///
  /// ```
  /// self                a--b|
  /// next                --c-d|
  /// append(next)        a--b--c-d|
  /// ```
  /// This signal is released before the next one is subscribed to. What the next one gives earlier
  /// is missed, if it runs without a subscriber. A signal appended to itself by ``deferred(_:)``, so
  /// that it goes on without end, does not grow the stack.
  @inlinable
  public func append(_ next: Signal) -> Signal {
    Signal { observer, lifetime in
      let first = lifetime.child()
      lifetime.start {
        observe(
          Observer(
            receive: observer.receive,
            end: {
              first.end()
              lifetime.handOver { next.observe(observer, during: lifetime) }
            }),
          during: first)
      }
    }
  }

  /// Gives some elements when this signal has ended, then the end.
  ///
  /// ```
  /// self                a--b|
  /// append("x", "y")    a--b(xy|)
  /// ```
  @inlinable
  public func append(_ elements: Element...) -> Signal {
    append(.of(contentsOf: elements))
  }
}
