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
