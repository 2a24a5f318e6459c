extension Signal {
  /// Each element and the end after a delay.
  ///
  /// ```
  /// self                a--b-(c|)
  /// delay(2)            --a--b-(c|)
  /// ```
  /// The order is kept. Delayed elements are dropped when the receiver cancels. One alarm is set at
  /// a time; it sends all elements that are due when it runs.
  @inlinable
  public func delay(_ delay: Duration, on scheduler: any Scheduler) -> Signal {
    Signal { observer, lifetime in
      let delayed = Delayed(observer, lifetime, delay, scheduler)
      let upstream = lifetime.child()
      observe(
        Observer(
          receive: { delayed.add($0) },
          end: {
            upstream.end()
            delayed.add(nil)
          }),
        during: upstream)
    }
  }
}

/// The queue of a delayed signal: elements, and `nil` for the end.
@usableFromInline
final class Delayed<Element>: Timed<Element> {
  @exclusivity(unchecked) @usableFromInline
  var underWay = Queue<(element: Element?, due: Duration)>()
  /// Whether the alarm is set, or due elements are being sent.
  @exclusivity(unchecked) @usableFromInline var isAwake = false

  @inlinable
  func add(_ element: Element?) {
    let due = scheduler.now + time
    underWay.append((element, due))
    guard !isAwake else { return }
    isAwake = true
    alarm?.set(at: due)
  }

  @inlinable
  override func ring() {
    let now = scheduler.now
    while let next = underWay.first {
      guard next.due <= now else {
        alarm?.set(at: next.due)
        return
      }
      underWay.removeFirst()
      if let element = next.element { observer.receive(element) } else { observer.end() }
      guard lifetime.isActive else { return }
    }
    isAwake = false
  }

  @inlinable
  override func release() { underWay = Queue() }
}

extension Signal {
  /// The elements until none arrives for a time, then the end.
  ///
  /// ```
  /// subscribed          ^
  /// self                --a--b-----c
  /// timeout(4)          --a--b---|
  /// ```
  /// The time starts with the subscription, and again with each element. Upstream is released
  /// before the end is sent. One alarm is set at a time, and not for each element: it wakes at most
  /// once in `interval`.
  ///
  /// - Parameters:
  ///   - interval: The time to wait for an element, more than zero.
  ///   - scheduler: The clock.
  /// - Returns: The elements and the end.
  @inlinable
  public func timeout(_ interval: Duration, scheduler: any Scheduler) -> Signal {
    timeout(interval, scheduler) { _ in }
  }

  /// The elements until none arrives for a time, then a failure and the end.
  ///
  /// ```
  /// subscribed                ^
  /// self                      --a--b-----c
  /// timeout(4, customError:)  --a--b---(x|)
  /// ```
  /// See ``timeout(_:scheduler:)``.
  ///
  /// - Parameters:
  ///   - interval: The time to wait for an element, more than zero.
  ///   - scheduler: The clock.
  ///   - customError: Creates the failure.
  /// - Returns: The elements, then a failure or the end.
  @inlinable
  public func timeout<Success, Failure>(
    _ interval: Duration, scheduler: any Scheduler, customError: @escaping () -> Failure
  ) -> Signal where Element == Result<Success, Failure> {
    timeout(interval, scheduler) { observer in observer.receive(.failure(customError())) }
  }

  @inlinable
  func timeout(
    _ interval: Duration, _ scheduler: any Scheduler,
    giveLast: @escaping (Observer<Element>) -> Void
  ) -> Signal {
    precondition(interval > .zero, "The interval of a timeout is more than zero.")
    return Signal { observer, lifetime in
      let upstream = lifetime.child()
      let giveUp = {
        upstream.end()
        giveLast(observer)
        if lifetime.isActive { observer.end() }
      }
      let silence = Debounced(
        Observer<Void>(receive: giveUp, end: {}), upstream, interval, scheduler)
      silence.add(())
      observe(
        Observer(
          receive: { element in
            silence.add(())
            observer.receive(element)
          },
          end: {
            upstream.end()
            observer.end()
          }),
        during: upstream)
    }
  }
}
