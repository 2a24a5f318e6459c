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
  public func flatMap<Output>(
    _ transform: @escaping (Element) -> Signal<Output>
  ) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      let outer = lifetime.child()
      var running = 1
      func end() {
        running -= 1
        if running == 0 { observer.end() }
      }
      observe(
        Observer(
          receive: { element in
            running += 1
            let inner = lifetime.child()
            transform(element).observe(
              Observer(
                receive: observer.receive,
                end: {
                  inner.end()
                  end()
                }),
              during: inner)
          },
          end: {
            outer.end()
            end()
          }),
        during: outer)
    }
  }
}
