extension Signal {
  /// The newest elements of both signals, whenever either gives one and both have given one.
  ///
  /// ```
  /// self                a-----b--|
  /// other               --1-----2---|
  /// combineLatest       --[a1]---[b1]-[b2]---|
  /// ```
  /// Elements of one moment give one
  /// combination each, in their order. It ends with both signals, or with the first to end
  /// without an element.
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Element, Other)> {
    Signal<(Element, Other)> { observer, lifetime in
      let upstream = lifetime.child()
      let (left, right) = (upstream.child(), upstream.child())
      var newest: (Element?, Other?) = (nil, nil)
      var running = 2
      func end(_ isSilent: Bool) {
        running -= 1
        guard isSilent || running == 0 else { return }
        upstream.end()
        observer.end()
      }
      observe(
        Observer(
          receive: { element in
            newest.0 = element
            if let other = newest.1 { observer.receive((element, other)) }
          },
          end: {
            left.end()
            end(newest.0 == nil)
          }),
        during: left)
      other.observe(
        Observer(
          receive: { other in
            newest.1 = other
            if let element = newest.0 { observer.receive((element, other)) }
          },
          end: {
            right.end()
            end(newest.1 == nil)
          }),
        during: right)
    }
  }

  /// The newest elements of three signals, whenever one gives one and all have given one.
  @inlinable
  public func combineLatest<Second, Third>(
    _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Element, Second, Third)> {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }
}
