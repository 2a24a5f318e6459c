extension Signal {
  /// Each element with the newest element of another signal; elements before that are dropped.
  ///
  /// ```
  /// self                a--b-----c--d|
  /// other               -1----2-3-----|
  /// withLatest(other)   ---[b1]-----[c3]--[d3]|
  /// ```
  /// The other signal is subscribed to first, so that its element is used if both signals send at
  /// the same moment from one subject. It ends with this signal, or when the other ends without an
  /// element.
  @inlinable
  public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Element, Other)> {
    Signal<(Element, Other)> { observer, lifetime in
      let upstream = lifetime.child()
      let side = upstream.child()
      var newest: Other?
      func end() {
        upstream.end()
        observer.end()
      }
      other.observe(
        Observer(
          receive: { newest = $0 },
          end: {
            side.end()
            if newest == nil { end() }
          }),
        during: side)
      observe(
        Observer(
          receive: { element in if let newest { observer.receive((element, newest)) } },
          end: end),
        during: upstream)
    }
  }
}

extension Signal {
  /// The newest element at each element of a trigger.
  ///
  /// ```
  /// self                1--2--3--4--5…
  /// trigger             --a----bc---|
  /// sample(on: trigger) --1----33---|
  /// ```
  /// Two triggers between two elements sample the same element twice. An element that arrives at
  /// the same moment as the trigger from one subject is sampled. Triggers before the first element
  /// are ignored. It ends with the trigger, or when this signal ends without an element.
  @inlinable
  public func sample<Trigger>(on trigger: Signal<Trigger>) -> Signal {
    trigger.withLatest(from: self).map { $0.1 }
  }
}

extension Signal {
  /// The elements until another signal sends one, then the end.
  ///
  /// ```
  /// self                          a--b--c--d|
  /// other                         -----x-
  /// prefix(untilOutputFrom: other) a--b-|
  /// ```
  /// The other signal is subscribed to first, so that its element counts if both signals send at
  /// the same moment from one subject; if it sends on subscribing, this signal is not subscribed
  /// to. Both are released before the end is sent. The end of the other signal has no effect.
  @inlinable
  public func prefix<Other>(untilOutputFrom other: Signal<Other>) -> Signal {
    Signal { observer, lifetime in
      let upstream = lifetime.child()
      let side = upstream.child()
      func end() {
        upstream.end()
        observer.end()
      }
      other.observe(
        Observer(receive: { _ in if side.isActive { end() } }, end: side.end), during: side)
      observe(Observer(receive: observer.receive, end: end), during: upstream)
    }
  }

  /// The elements after the first element of another signal.
  ///
  /// ```
  /// self                          a--b--c--d|
  /// other                         -----x--
  /// drop(untilOutputFrom: other)  ------c--d|
  /// ```
  /// The other signal is subscribed to first, so that an element of the same moment from one
  /// subject is sent. The other signal is released at its first element; if it ends without one,
  /// this signal ends too.
  @inlinable
  public func drop<Other>(untilOutputFrom other: Signal<Other>) -> Signal {
    withLatest(from: other.first().map { _ in }).map { $0.0 }
  }
}
