extension Signal {
  /// Each element, transformed.
  @inlinable
  public func map<Output>(_ transform: @escaping (Element) -> Output) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      observe(
        Observer(
          receive: { element in observer.receive(transform(element)) },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal {
  /// Each element, transformed, without those whose transform is `nil`.
  @inlinable
  public func compactMap<Output>(_ transform: @escaping (Element) -> Output?) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      observe(
        Observer(
          receive: { element in if let output = transform(element) { observer.receive(output) } },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal {
  /// The elements that satisfy a condition.
  @inlinable
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> Signal {
    Signal { observer, lifetime in
      observe(
        Observer(
          receive: { element in if isIncluded(element) { observer.receive(element) } },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal {
  /// The elements that differ from the previous one by a comparison.
  @inlinable
  public func removeDuplicates(
    by areEqual: @escaping (Element, Element) -> Bool
  ) -> Signal {
    Signal { observer, lifetime in
      var last: Element?
      observe(
        Observer(
          receive: { element in
            if let last, areEqual(last, element) { return }
            last = element
            observer.receive(element)
          },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal where Element: Equatable {
  /// The elements that differ from the previous one.
  ///
  /// ```
  /// self                a-a-b-b-a|
  /// removeDuplicates()  a---b---a|
  /// ```
  @inlinable
  public func removeDuplicates() -> Signal {
    removeDuplicates(by: ==)
  }
}

extension Signal {
  /// Each element with the previous one, which is nil for the first.
  ///
  /// It turns splits into laps: `current - (previous ?? .zero)`.
  @inlinable
  public func currentAndPrevious() -> Signal<(current: Element, previous: Element?)> {
    Signal<(current: Element, previous: Element?)> { observer, lifetime in
      var last: Element?
      observe(
        Observer(
          receive: { element in
            let previous = last
            last = element
            observer.receive((current: element, previous: previous))
          },
          end: observer.end),
        during: lifetime)
    }
  }
}

extension Signal {
  /// Runs closures when the signal is subscribed to, sends an element, ends or is cancelled.
  ///
  /// The closures run in each subscription, before the receiver gets the event. A cancel is any
  /// release before the end, also by an operator such as ``prefix(_:)``; upstream is released
  /// before the closure runs.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Run before upstream is subscribed to.
  ///   - receiveOutput: Run with each element.
  ///   - receiveCompletion: Run at the end.
  ///   - receiveCancel: Run when the receiver cancels before the end.
  /// - Returns: The signal with the same elements.
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

extension Signal {
  /// Restarts the signal whenever it ends, endlessly.
  ///
  /// ```
  /// self                a--b|
  /// repeated()          a--ba--ba--ba…
  /// ```
  /// A signal that always ends on subscribing is repeated in a loop, without growing the stack;
  /// only a cancel or a ``prefix(_:)`` ends the loop.
  @inlinable
  public func repeated() -> Signal {
    repeated(upTo: nil)
  }

  /// Runs the signal a number of times, one run after the other.
  @inlinable
  public func repeated(_ times: Int) -> Signal {
    precondition(times >= 0, "Nothing runs a negative number of times.")
    return repeated(upTo: times)
  }

  @inlinable
  func repeated(upTo times: Int?) -> Signal {
    Signal { observer, lifetime in
      var remaining = times
      func start() {
        guard remaining != 0 else { return observer.end() }
        remaining = remaining.map { $0 - 1 }
        let run = lifetime.child()
        let end = {
          run.end()
          lifetime.handOver(start)
        }
        observe(Observer(receive: observer.receive, end: end), during: run)
      }
      lifetime.start(start)
    }
  }
}
