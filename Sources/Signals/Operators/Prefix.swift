extension Signal {
  /// The first elements, so many at most, then the end.
  ///
  /// ```
  /// self                --a--b--c--d|
  /// prefix(2)           --a--(b|)
  /// ```
  /// Upstream is released before the last element is given, and not subscribed to at all for 0.
  @inlinable
  public func prefix(_ maxLength: Int) -> Signal {
    precondition(maxLength >= 0, "A prefix has no negative length.")
    return Signal { observer, lifetime in
      guard maxLength > 0 else { return observer.end() }
      let upstream = lifetime.child()
      var remaining = maxLength
      observe(
        Observer(
          receive: { element in
            guard upstream.isActive else { return }
            remaining -= 1
            guard remaining == 0 else { return observer.receive(element) }
            upstream.end()
            observer.receive(element)
            if lifetime.isActive { observer.end() }
          },
          end: observer.end),
        during: upstream)
    }
  }

  /// The elements before the first that fails a condition, then the end.
  ///
  /// ```
  /// self                      --1--2--3--1|
  /// prefix(while: { $0 < 3 }) --1--2--|
  /// ```
  @inlinable
  public func prefix(while predicate: @escaping (Element) -> Bool) -> Signal {
    Signal { observer, lifetime in
      let upstream = lifetime.child()
      observe(
        Observer(
          receive: { element in
            guard upstream.isActive else { return }
            guard !predicate(element) else { return observer.receive(element) }
            upstream.end()
            observer.end()
          },
          end: observer.end),
        during: upstream)
    }
  }
}
