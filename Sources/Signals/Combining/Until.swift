extension Signal {
  /// The elements before the first one of another signal, then the end.
  ///
  /// ```
  /// self                          a--b--c--d|
  /// other                         -----x-
  /// prefix(untilOutputFrom: other) a--b-|
  /// ```
  /// The other signal is subscribed to first, so of two elements that come at the same moment
  /// from one subject the other's counts already; if it gives one within the subscribing, this
  /// signal is not subscribed to. Both are released before the end is given. The end of the other
  /// signal changes nothing.
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

  /// The elements that come after the first one of another signal.
  ///
  /// ```
  /// self                          a--b--c--d|
  /// other                         -----x--
  /// drop(untilOutputFrom: other)  ------c--d|
  /// ```
  /// The other signal is subscribed to first, so an element that comes at the same moment from
  /// one subject is given already. The other is released at its first element; if it ends without
  /// one, this signal ends too.
  @inlinable
  public func drop<Other>(untilOutputFrom other: Signal<Other>) -> Signal {
    Signal { observer, lifetime in
      let upstream = lifetime.child()
      let side = upstream.child()
      var isOpen = false
      func end() {
        upstream.end()
        observer.end()
      }
      other.observe(
        Observer(
          receive: { _ in
            isOpen = true
            side.end()
          },
          end: { if side.isActive { end() } }),
        during: side)
      observe(
        Observer(receive: { element in if isOpen { observer.receive(element) } }, end: end),
        during: upstream)
    }
  }
}
