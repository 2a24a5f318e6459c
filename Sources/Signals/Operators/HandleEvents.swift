extension Signal {
  /// Does something besides when the signal is subscribed to, gives an element, ends or is
  /// cancelled; what it gives does not change.
  ///
  /// The closures run before the receiver hears of the same, in each subscription. A cancel is any
  /// leaving before the end, also by an operator such as ``prefix(_:)``; upstream is released by
  /// then.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Run before upstream is subscribed to.
  ///   - receiveOutput: Run with each element.
  ///   - receiveCompletion: Run at the end.
  ///   - receiveCancel: Run when the receiver leaves before the end.
  /// - Returns: The same signal.
  @inlinable
  public func handleEvents(
    receiveSubscription: (() -> Void)? = nil,
    receiveOutput: ((Element) -> Void)? = nil,
    receiveCompletion: (() -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> Signal {
    Signal { observer, lifetime in
      var hasEnded = false
      if let receiveCancel {
        lifetime.onEnd { if !hasEnded { receiveCancel() } }
      }
      receiveSubscription?()
      observe(
        Observer(
          receive: { element in
            if let receiveOutput {
              receiveOutput(element)
              guard lifetime.isActive else { return }
            }
            observer.receive(element)
          },
          end: {
            hasEnded = true
            receiveCompletion?()
            observer.end()
          }),
        during: lifetime)
    }
  }
}
