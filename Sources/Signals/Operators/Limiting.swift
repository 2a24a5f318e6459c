extension Signal {
  /// The first element, then the end.
  ///
  /// ```
  /// self                --a--b|
  /// first()             --(a|)
  /// ```
  /// Upstream is released before the element is sent. For a signal without elements, only the end
  /// is sent.
  @inlinable
  public func first() -> Signal {
    prefix(1)
  }

  /// The first element that satisfies a condition, then the end.
  ///
  /// ```
  /// self                       --1--2--3|
  /// first(where: { $0 > 1 })   -----(2|)
  /// ```
  /// The condition is not evaluated again after it was satisfied.
  @inlinable
  public func first(where predicate: @escaping (Element) -> Bool) -> Signal {
    filter(predicate).prefix(1)
  }
}

extension Signal {
  /// The first elements, up to a number, then the end.
  ///
  /// ```
  /// self                --a--b--c--d|
  /// prefix(2)           --a--(b|)
  /// ```
  /// Upstream is released before the last element is sent, and not subscribed to for 0.
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

extension Signal {
  /// The elements without the first ones.
  ///
  /// ```
  /// self                --a--b--c--d|
  /// dropFirst(2)        --------c--d|
  /// ```
  /// It ends with this signal, also if that has fewer elements.
  ///
  /// - Parameter count: The number of elements to drop; not negative.
  /// - Returns: The other elements.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Signal {
    precondition(count >= 0, "No negative number of elements can be dropped.")
    return Signal { observer, lifetime in
      var remaining = count
      observe(
        Observer(
          receive: { element in
            guard remaining > 0 else { return observer.receive(element) }
            remaining -= 1
          },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal {
  /// The elements from the first one that fails a condition.
  ///
  /// ```
  /// self                      --1--2--3--1|
  /// drop(while: { $0 < 3 })   --------3--1|
  /// ```
  /// The condition is not evaluated again after it failed once.
  @inlinable
  public func drop(while predicate: @escaping (Element) -> Bool) -> Signal {
    Signal { observer, lifetime in
      var isDropping = true
      observe(
        Observer(
          receive: { element in
            if isDropping, predicate(element) { return }
            isDropping = false
            observer.receive(element)
          },
          end: observer.end),
        during: lifetime)
    }
  }
}
