extension Signal {
  /// The first elements of both signals, then the second ones, and so on, each when the later one
  /// has come.
  ///
  /// ```
  /// self                a--b-----c--|
  /// other               --1---2---|
  /// zip(other)          --[a1]---[b2]---|
  /// ```
  /// Elements that came early are kept until their partner comes. It ends when a signal has ended
  /// and none of its elements waits for a partner; both are released then, before the last pair is
  /// given if that was known.
  @inlinable
  public func zip<Other>(_ other: Signal<Other>) -> Signal<(Element, Other)> {
    Signal<(Element, Other)> { observer, lifetime in
      let upstream = lifetime.child()
      let (left, right) = (upstream.child(), upstream.child())
      var elements = Queue<Element>()
      var others = Queue<Other>()
      var (hasLeftEnded, hasRightEnded) = (false, false)
      func give(_ element: Element, _ other: Other) {
        let isLast = hasLeftEnded && elements.isEmpty || hasRightEnded && others.isEmpty
        if isLast { upstream.end() }
        observer.receive((element, other))
        if isLast && lifetime.isActive { observer.end() }
      }
      func end() {
        upstream.end()
        observer.end()
      }
      observe(
        Observer(
          receive: { element in
            guard upstream.isActive else { return }
            guard let other = others.popFirst() else { return elements.append(element) }
            give(element, other)
          },
          end: {
            left.end()
            hasLeftEnded = true
            if elements.isEmpty { end() }
          }),
        during: left)
      other.observe(
        Observer(
          receive: { other in
            guard upstream.isActive else { return }
            guard let element = elements.popFirst() else { return others.append(other) }
            give(element, other)
          },
          end: {
            right.end()
            hasRightEnded = true
            if others.isEmpty { end() }
          }),
        during: right)
    }
  }

  /// The first elements of three signals, then the second ones, and so on; see ``zip(_:)``.
  @inlinable
  public func zip<Second, Third>(
    _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Element, Second, Third)> {
    zip(second).zip(third).map { ($0.0, $0.1, $1) }
  }

  /// The first elements of four signals, then the second ones, and so on; see ``zip(_:)``.
  @inlinable
  public func zip<Second, Third, Fourth>(
    _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>
  ) -> Signal<(Element, Second, Third, Fourth)> {
    zip(second, third).zip(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }
}
