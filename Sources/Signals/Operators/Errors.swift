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

extension Signal {
  /// Puts a substitute in the place of each failure, so that the signal cannot fail any more.
  ///
  /// ```
  /// self                       a--x--b|
  /// replaceErrors(with: "e")   a--e--b|
  /// ```
  /// A failure is an element like any other: the signal goes on after it. To stop at the first
  /// one, use ``catch(_:)``.
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
  /// Runs the signal anew at a failure, so many times at most.
  ///
  /// ```
  /// self                a--x       each run
  /// retry(1)            a--a--x    x is the second failure
  /// ```
  /// The failed run is released before the next one begins. When no retry is left, failures are
  /// given as elements, and the signal goes on after them: `retry(0)` changes nothing. A signal
  /// that fails within its subscribing is retried in a loop: the stack does not grow.
  ///
  /// - Parameter retries: How often the signal is run anew; not negative.
  /// - Returns: The elements of all runs, and the failures that are left.
  @inlinable
  public func retry<Success, Failure>(
    _ retries: Int
  ) -> Signal where Element == Result<Success, Failure> {
    precondition(retries >= 0, "Nothing is retried a negative number of times.")
    return retry(upTo: retries)
  }

  /// Runs the signal anew at each failure, until it ends or the receiver leaves.
  ///
  /// A signal that always fails within its subscribing is retried without end: only a cancel
  /// from within it leaves that loop.
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
      var isStarting = false
      var hasFailed = true
      func goOn() {
        guard !isStarting else { return }
        isStarting = true
        while hasFailed && lifetime.isActive {
          hasFailed = false
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
                hasFailed = true
                goOn()
              },
              end: observer.end),
            during: run)
        }
        isStarting = false
      }
      goOn()
    }
  }
}
