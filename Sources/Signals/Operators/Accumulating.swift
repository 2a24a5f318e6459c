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

extension Signal {
  /// All elements in one array when the signal ends, then the end.
  ///
  /// ```
  /// self                a--b--c|
  /// collect()           -------([abc]|)
  /// ```
  /// A signal without elements gives an empty array. One that does not end gives nothing, and its
  /// elements are kept.
  @inlinable
  public func collect() -> Signal<[Element]> {
    reduce(into: []) { $0.append($1) }
  }

  /// The elements in arrays of a length; those left at the end in a shorter one.
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
