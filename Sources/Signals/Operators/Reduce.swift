extension Signal {
  /// The fold of all elements when the signal ends, then the end.
  ///
  /// ```
  /// self                1---2---3--|
  /// reduce(0, +)        -----------(6|)
  /// ```
  /// A signal without elements gives the initial result. For the results on the way, see
  /// ``scan(_:_:)``.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is folded into.
  ///   - nextPartialResult: The result after an element, from the result before it.
  /// - Returns: The result.
  @inlinable
  public func reduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Element) -> Result
  ) -> Signal<Result> {
    reduce(into: initialResult) { $0 = nextPartialResult($0, $1) }
  }

  /// The same, the result changed in place.
  @inlinable
  func reduce<Result>(
    into initialResult: Result, _ update: @escaping (inout Result, Element) -> Void
  ) -> Signal<Result> {
    Signal<Result> { observer, lifetime in
      let upstream = lifetime.child()
      var result = initialResult
      observe(
        Observer(
          receive: { element in update(&result, element) },
          end: {
            upstream.end()
            let last = result
            result = initialResult
            observer.receive(last)
            if lifetime.isActive { observer.end() }
          }),
        during: upstream)
    }
  }
}
