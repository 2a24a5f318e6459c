extension Signal {
  /// At the first failure lets go of the signal and goes on with the one that `handler` gives.
  ///
  /// ```
  /// self                    a--x--b|
  /// handler's signal           c-d|
  /// catch(handler)          a--c-d|
  /// ```
  /// A handler may call the function that it is part of, to try again: a million failures at the
  /// moment of subscribing do not grow the stack. The next signal is subscribed to once the
  /// subscribing to the one that failed has returned.
  @inlinable
  public func `catch`<Success, Failure>(
    _ handler: @escaping (Failure) -> Signal<Success>
  ) -> Signal<Success> where Element == Result<Success, Failure> {
    Signal<Success> { observer, lifetime in
      let upstream = lifetime.child()
      lifetime.start {
        observe(
          Observer(
            receive: { result in
              guard upstream.isActive else { return }
              switch result {
              case .success(let element): observer.receive(element)
              case .failure(let error):
                upstream.end()
                lifetime.handOver { handler(error).observe(observer, during: lifetime) }
              }
            },
            end: observer.end),
          during: upstream)
      }
    }
  }
}
