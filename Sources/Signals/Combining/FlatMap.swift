extension Signal {
  /// The elements of the signals that the elements are turned into, all running side by side.
  ///
  /// ```
  /// self                a---b----|
  /// transform           each becomes 1--2|
  /// flatMap(transform)  1--21--2-|
  /// ```
  /// It ends when this signal and all inner ones have ended. Each is released when it
  /// ends.
  @inlinable
  public func flatMap<Output>(
    _ transform: @escaping (Element) -> Signal<Output>
  ) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      let group = Group(end: observer.end)
      let outer = group.join(lifetime)
      observe(
        Observer(
          receive: { element in
            let inner = group.join(lifetime)
            transform(element).observe(
              Observer(receive: observer.receive, end: { inner.finish() }), during: inner)
          },
          end: { outer.finish() }),
        during: outer)
    }
  }
}
