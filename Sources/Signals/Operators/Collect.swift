extension Signal {
  /// All elements in one array when the signal ends, then the end.
  ///
  /// ```
  /// self                a--b--c|
  /// collect()           -------([abc]|)
  /// ```
  /// A signal without elements gives an empty array. One that does not end gives nothing, and its
  /// elements are kept.
  @inlinable
  public func collect() -> Signal<[Element]> {
    reduce(into: []) { $0.append($1) }
  }

  /// The elements in arrays of a length; those left at the end in a shorter one.
  ///
  /// ```
  /// self                a--b--c|
  /// collect(2)          ---[ab]---([c]|)
  /// ```
  ///
  /// - Parameter count: The length of an array, more than zero.
  /// - Returns: The arrays.
  @inlinable
  public func collect(_ count: Int) -> Signal<[Element]> {
    precondition(count > 0, "A group has at least one element.")
    return Signal<[Element]> { observer, lifetime in
      let upstream = lifetime.child()
      var group: [Element] = []
      func give() {
        let full = group
        group = []
        observer.receive(full)
      }
      observe(
        Observer(
          receive: { element in
            if group.isEmpty { group.reserveCapacity(count) }
            group.append(element)
            if group.count == count { give() }
          },
          end: {
            upstream.end()
            if !group.isEmpty { give() }
            if lifetime.isActive { observer.end() }
          }),
        during: upstream)
    }
  }
}
