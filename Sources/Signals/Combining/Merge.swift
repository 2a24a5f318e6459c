extension Signal {
  /// The elements of several signals, each when it comes; ends when the last of them has ended.
  ///
  /// ```
  /// a                   1-----2--|
  /// b                   ---x--y---z|
  /// merge(a, b)         1--x--(2y)---z|
  /// ```
  /// They are subscribed to in the order given, which is the order of elements that come at the
  /// same moment from one subject. A signal that has its elements at hand gives all of them before
  /// the next one is subscribed to: `merge(.of(1, 2), .of(3, 4))` gives 1 2 3 4.
  @inlinable
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// The elements of several signals, each when it comes; see ``merge(_:)-(Signal<Element>...)``.
  @inlinable
  public static func merge(_ signals: [Signal]) -> Signal {
    Signal { observer, lifetime in
      guard !signals.isEmpty else { return observer.end() }
      // All have joined before the first may end.
      let group = Group(end: observer.end)
      let parts = signals.map { _ in group.join(lifetime) }
      for (signal, part) in Swift.zip(signals, parts) {
        signal.observe(Observer(receive: observer.receive, end: { part.finish() }), during: part)
      }
    }
  }

  /// The elements of this signal and of another, each when it comes.
  @inlinable
  public func merge(with other: Signal) -> Signal {
    .merge(self, other)
  }
}
