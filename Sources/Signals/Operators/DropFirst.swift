extension Signal {
  /// The elements without the first ones.
  ///
  /// ```
  /// self                --a--b--c--d|
  /// dropFirst(2)        --------c--d|
  /// ```
  /// It ends with this signal, also when that has given fewer elements.
  ///
  /// - Parameter count: How many elements are left out; not negative.
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
