extension Signal {
  /// Each element with the one before it; the first has none.
  ///
  /// Splits become laps by it: `current - (previous ?? .zero)`.
  @inlinable
  public func currentAndPrevious() -> Signal<(current: Element, previous: Element?)> {
    Signal<(current: Element, previous: Element?)> { observer, lifetime in
      var last: Element?
      observe(
        Observer(
          receive: { element in
            let previous = last
            last = element
            observer.receive((current: element, previous: previous))
          },
          end: observer.end),
        during: lifetime)
    }
  }
}
