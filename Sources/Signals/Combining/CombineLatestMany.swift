extension Signal {
  /// The newest elements of several signals, whenever one gives one and all have given one.
  ///
  /// ```
  /// a                      1-----2--|
  /// b                      --x-----y---|
  /// combineLatest([a, b])  --[1x]--[2x]-[2y]---|
  /// ```
  /// They are subscribed to in the order given. It ends with all of them, or with the first to end
  /// without an element; at once if there are none.
  ///
  /// Complexity: O(signals) an element where the receiver keeps the array before it, else O(1).
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

  /// The newest elements of four signals, whenever one gives one and all have given one.
  @inlinable
  public func combineLatest<Second, Third, Fourth>(
    _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>
  ) -> Signal<(Element, Second, Third, Fourth)> {
    combineLatest(second, third).combineLatest(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }
}
