extension Signal {
  /// Each element, transformed, but for those whose transform is `nil`.
  @inlinable
  public func compactMap<Output>(_ transform: @escaping (Element) -> Output?) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      observe(
        Observer(
          receive: { element in if let output = transform(element) { observer.receive(output) } },
          end: observer.end),
        during: lifetime)
    }
  }
}
