extension Signal {
  /// The first element, then the end.
  ///
  /// ```
  /// self                --a--b|
  /// first()             --(a|)
  /// ```
  /// Upstream is released before the element is given. A signal that ends without an element
  /// gives the end alone.
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
  /// The condition is not asked again after it was satisfied.
  @inlinable
  public func first(where predicate: @escaping (Element) -> Bool) -> Signal {
    filter(predicate).prefix(1)
  }
}
