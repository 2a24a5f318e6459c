extension Signal {
  /// Replaces the signal, at its first failure, by the one that `handler` returns.
  ///
  /// ```
  /// self                    a--x--b|
  /// handler's signal           c-d|
  /// catch(handler)          a--c-d|
  /// ```
  /// A handler may return the same signal, to try again: a million failures on subscribing do not
  /// grow the stack. The next signal is subscribed to after the subscribing to the failed one has
  /// returned.
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

extension Signal {
  /// Replaces each failure by a substitute.
  ///
  /// ```
  /// self                       a--x--b|
  /// replaceErrors(with: "e")   a--e--b|
  /// ```
  /// The signal continues after a failure. To stop at the first one, use ``catch(_:)``.
  @inlinable
  public func replaceErrors<Success, Failure>(
    with substitute: Success
  ) -> Signal<Success> where Element == Result<Success, Failure> {
    map { result in
      switch result {
      case .success(let element): element
      case .failure: substitute
      }
    }
  }
}

extension Signal {
  /// Restarts the signal at a failure, up to a number of times.
  ///
  /// ```
  /// self                a--x       each run
  /// retry(1)            a--a--x    x is the second failure
  /// ```
  /// The failed run is released before the next one begins. After the last retry, failures are sent
  /// as elements and the signal continues: `retry(0)` changes nothing. A signal that fails on
  /// subscribing is retried in a loop, without growing the stack.
  ///
  /// - Parameter retries: The number of restarts; not negative.
  /// - Returns: The elements of all runs, and the remaining failures.
  @inlinable
  public func retry<Success, Failure>(
    _ retries: Int
  ) -> Signal where Element == Result<Success, Failure> {
    precondition(retries >= 0, "Nothing is retried a negative number of times.")
    return retry(upTo: retries)
  }

  /// Restarts the signal at each failure, until it ends or the receiver cancels.
  ///
  /// A signal that always fails on subscribing is retried endlessly; only a cancel within the
  /// signal ends that loop.
  @inlinable
  public func retry<Success, Failure>() -> Signal<Success>
  where Element == Result<Success, Failure> {
    retry(upTo: nil).compactMap { result in
      if case .success(let element) = result { element } else { nil }
    }
  }

  @inlinable
  func retry<Success, Failure>(
    upTo retries: Int?
  ) -> Signal where Element == Result<Success, Failure> {
    Signal { observer, lifetime in
      var remaining = retries
      func start() {
        let run = lifetime.child()
        observe(
          Observer(
            receive: { result in
              guard run.isActive else { return }
              guard case .failure = result, remaining != 0 else {
                return observer.receive(result)
              }
              remaining = remaining.map { $0 - 1 }
              run.end()
              lifetime.handOver(start)
            },
            end: observer.end),
          during: run)
      }
      lifetime.start(start)
    }
  }
}
