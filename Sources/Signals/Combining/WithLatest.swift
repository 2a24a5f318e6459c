extension Signal {
  /// Each element with the newest one of another signal; those before its first are left out.
  ///
  /// ```
  /// self                a--b-----c--d|
  /// other               -1----2-3-----|
  /// withLatest(other)   ---[b1]-----[c3]--[d3]|
  /// ```
  /// The other signal is subscribed to first,
  /// so of two elements that come at the same moment from one subject the other's counts
  /// already. It ends with this signal, or when the other ends without an element.
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
