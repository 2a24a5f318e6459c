extension Signal {
  /// Gives some elements at the moment of subscribing, then the signal's own.
  ///
  /// ```
  /// self                ---a--b|
  /// prepend("x", "y")   (xy)--a--b|
  /// ```
  @inlinable
  public func prepend(_ elements: Element...) -> Signal {
    Signal { observer, lifetime in
      for element in elements where lifetime.isActive { observer.receive(element) }
      observe(observer, during: lifetime)
    }
  }
}

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
