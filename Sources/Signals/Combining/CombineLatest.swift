extension Signal {
  /// The newest elements of both signals, whenever one sends an element and both have sent one.
  ///
  /// ```
  /// self                a-----b--|
  /// other               --1-----2---|
  /// combineLatest       --[a1]---[b1]-[b2]---|
  /// ```
  /// Elements of the same moment give one combination each, in their order. It ends with both
  /// signals, or with a signal that ends without an element.
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

  /// The newest elements of three signals, whenever one sends an element and all have sent one.
  @inlinable
  public func combineLatest<Second, Third>(
    _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Element, Second, Third)> {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }
}

extension Signal {
  /// The newest elements of several signals, whenever one sends an element and all have sent one.
  ///
  /// ```
  /// a                      1-----2--|
  /// b                      --x-----y---|
  /// combineLatest([a, b])  --[1x]--[2x]-[2y]---|
  /// ```
  /// The signals are subscribed to in the given order. It ends with all of them, or with a signal
  /// that ends without an element; at once if there are none.
  ///
  /// Complexity: O(1) an element; O(signals) if the receiver keeps the previous array.
  @inlinable
  public static func combineLatest(_ signals: [Signal]) -> Signal<[Element]> {
    Signal<[Element]> { observer, lifetime in
      guard !signals.isEmpty else { return observer.end() }
      let upstream = lifetime.child()
      var newest = [Element?](repeating: nil, count: signals.count)
      var all: [Element] = []
      var (missing, running) = (signals.count, signals.count)
      for (index, signal) in signals.enumerated() where upstream.isActive {
        let part = upstream.child()
        var isSilent = true
        signal.observe(
          Observer(
            receive: { element in
              if missing == 0 {
                all[index] = element
              } else {
                newest[index] = element
                if isSilent { missing -= 1 }
                isSilent = false
                guard missing == 0 else { return }
                all = newest.compactMap { $0 }
                newest = []
              }
              observer.receive(all)
            },
            end: {
              part.end()
              running -= 1
              guard isSilent || running == 0 else { return }
              upstream.end()
              observer.end()
            }),
          during: part)
      }
    }
  }

  /// The newest elements of four signals, whenever one sends an element and all have sent one.
  @inlinable
  public func combineLatest<Second, Third, Fourth>(
    _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>
  ) -> Signal<(Element, Second, Third, Fourth)> {
    combineLatest(second, third).combineLatest(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }
}

extension Signal {
  /// Pairs of elements: the first of both signals, then the second of both, and so on.
  ///
  /// ```
  /// self                a--b-----c--|
  /// other               --1---2---|
  /// zip(other)          --[a1]---[b2]---|
  /// ```
  /// An element is kept until its partner arrives. It ends when a signal has ended and none of its
  /// elements is waiting; both signals are then released, if possible before the last pair is sent.
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

  /// Triples of elements of three signals; see ``zip(_:)``.
  @inlinable
  public func zip<Second, Third>(
    _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Element, Second, Third)> {
    zip(second).zip(third).map { ($0.0, $0.1, $1) }
  }

  /// Groups of elements of four signals; see ``zip(_:)``.
  @inlinable
  public func zip<Second, Third, Fourth>(
    _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>
  ) -> Signal<(Element, Second, Third, Fourth)> {
    zip(second, third).zip(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }
}
