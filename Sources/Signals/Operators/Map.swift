extension Signal {
  /// Each element, transformed.
  @inlinable
  public func map<Output>(_ transform: @escaping (Element) -> Output) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      observe(
        Observer(
          receive: { element in observer.receive(transform(element)) },
          end: observer.end),
        during: lifetime)
    }
  }
}
