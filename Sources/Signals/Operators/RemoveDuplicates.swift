extension Signal {
  /// The elements that differ from the one before them, by a comparison of your own.
  @inlinable
  public func removeDuplicates(
    by areEqual: @escaping (Element, Element) -> Bool
  ) -> Signal {
    Signal { observer, lifetime in
      var last: Element?
      observe(
        Observer(
          receive: { element in
            if let last, areEqual(last, element) { return }
            last = element
            observer.receive(element)
          },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal where Element: Equatable {
  /// The elements that differ from the one before them.
  ///
  /// ```
  /// self                a-a-b-b-a|
  /// removeDuplicates()  a---b---a|
  /// ```
  @inlinable
  public func removeDuplicates() -> Signal {
    removeDuplicates(by: ==)
  }
}
