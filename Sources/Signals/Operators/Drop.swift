extension Signal {
  /// The elements from the first on that fails a condition.
  ///
  /// ```
  /// self                      --1--2--3--1|
  /// drop(while: { $0 < 3 })   --------3--1|
  /// ```
  /// The condition is not asked again after it failed once.
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
