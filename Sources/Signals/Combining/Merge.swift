extension Signal {
  /// The elements of several signals, each when it comes; ends when the last of them has ended.
  ///
  /// ```
  /// a                   1-----2--|
  /// b                   ---x--y---z|
  /// merge(a, b)         1--x--(2y)---z|
  /// ```
  /// They are subscribed to in the order given, which is the order of elements that come at the
  /// same moment from one subject.
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// The elements of several signals, each when it comes; see ``merge(_:)-(Signal<Element>...)``.
  public static func merge(_ signals: [Signal]) -> Signal {
    Signal { observer, lifetime in
      guard !signals.isEmpty else { return observer.end() }
      var running = signals.count
      for signal in signals {
        let part = lifetime.child()
        let end = {
          part.end()
          running -= 1
          if running == 0 { observer.end() }
        }
        signal.observe(Observer(receive: observer.receive, end: end), during: part)
      }
    }
  }

  /// The elements of this signal and of another, each when it comes.
  public func merge(with other: Signal) -> Signal {
    .merge(self, other)
  }
}
