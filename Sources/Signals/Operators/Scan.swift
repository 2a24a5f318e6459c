extension Signal {
  /// A running fold: each element gives the result so far.
  ///
  /// ```
  /// self                1---2---3--|
  /// scan(0, +)          1---3---6--|
  /// ```
  /// The initial result itself is not given (``prepend(_:)`` it where it is to be shown). Each
  /// subscription begins anew with it; ``share(replay:)`` makes it one fold for all.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is folded into.
  ///   - nextResult: The result after an element, from the result before it.
  /// - Returns: The results.
  @inlinable
  public func scan<Result>(
    _ initialResult: Result, _ nextResult: @escaping (Result, Element) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observer, lifetime in
      var result = initialResult
      observe(
        Observer(
          receive: { element in
            let next = nextResult(result, element)
            result = next
            observer.receive(next)
          },
          end: observer.end),
        during: lifetime)
    }
  }
}
