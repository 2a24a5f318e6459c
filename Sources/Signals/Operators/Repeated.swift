extension Signal {
  /// Runs the signal anew each time that it ends, without end.
  ///
  /// ```
  /// self                a--b|
  /// repeated()          a--ba--ba--ba…
  /// ```
  /// A signal that ends within its subscribing, always, repeats in a loop that only a cancel or a
  /// ``prefix(_:)`` behind it leaves; the stack does not grow.
  @inlinable
  public func repeated() -> Signal {
    repeated(upTo: nil)
  }

  /// Runs the signal so many times in all, one after the other.
  @inlinable
  public func repeated(_ times: Int) -> Signal {
    precondition(times >= 0, "Nothing runs a negative number of times.")
    return repeated(upTo: times)
  }

  @inlinable
  func repeated(upTo times: Int?) -> Signal {
    Signal { observer, lifetime in
      var runs = 0
      var isStarting = false
      var hasEnded = true
      func goOn() {
        guard !isStarting else { return }
        isStarting = true
        while hasEnded && lifetime.isActive {
          guard runs != times else { return observer.end() }
          runs += 1
          hasEnded = false
          let run = lifetime.child()
          let end = {
            run.end()
            hasEnded = true
            goOn()
          }
          observe(Observer(receive: observer.receive, end: end), during: run)
        }
        isStarting = false
      }
      goOn()
    }
  }
}
