extension Signal {
  /// A running fold: sends the result after each element.
  ///
  /// ```
  /// self                1---2---3--|
  /// scan(0, +)          1---3---6--|
  /// ```
  /// The initial result is not sent; use ``prepend(_:)`` for that. Each subscription has its own
  /// fold; ``share(replay:)`` shares one.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first element.
  ///   - nextResult: Returns the result after an element, from the result before it.
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

extension Signal {
  /// The fold of all elements when the signal ends, then the end.
  ///
  /// ```
  /// self                1---2---3--|
  /// reduce(0, +)        -----------(6|)
  /// ```
  /// A signal without elements sends the initial result. For intermediate results, see
  /// ``scan(_:_:)``.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first element.
  ///   - nextPartialResult: Returns the result after an element, from the result before it.
  /// - Returns: The result.
  @inlinable
  public func reduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Element) -> Result
  ) -> Signal<Result> {
    reduce(into: initialResult) { $0 = nextPartialResult($0, $1) }
  }

  /// The fold of all elements, updated in place, when the signal ends.
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

extension Signal {
  /// All elements in one array when the signal ends, then the end.
  ///
  /// ```
  /// self                a--b--c|
  /// collect()           -------([abc]|)
  /// ```
  /// A signal without elements sends an empty array. For a signal that does not end, elements are
  /// collected without limit.
  @inlinable
  public func collect() -> Signal<[Element]> {
    reduce(into: []) { $0.append($1) }
  }

  /// The elements in arrays of a fixed length; the last one may be shorter.
  ///
  /// ```
  /// self                a--b--c|
  /// collect(2)          ---[ab]---([c]|)
  /// ```
  ///
  /// - Parameter count: The length of an array, more than zero.
  /// - Returns: The arrays.
  @inlinable
  public func collect(_ count: Int) -> Signal<[Element]> {
    precondition(count > 0, "A group has at least one element.")
    return Signal<[Element]> { observer, lifetime in
      let upstream = lifetime.child()
      var group: [Element] = []
      func give() {
        let full = group
        group = []
        observer.receive(full)
      }
      observe(
        Observer(
          receive: { element in
            if group.isEmpty { group.reserveCapacity(count) }
            group.append(element)
            if group.count == count { give() }
          },
          end: {
            upstream.end()
            if !group.isEmpty { give() }
            if lifetime.isActive { observer.end() }
          }),
        during: upstream)
    }
  }
}
