extension Signal {
  /// The elements that satisfy a condition.
  @inlinable
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> Signal {
    Signal { observer, lifetime in
      observe(
        Observer(
          receive: { element in if isIncluded(element) { observer.receive(element) } },
          end: observer.end),
        during: lifetime)
    }
  }
}
