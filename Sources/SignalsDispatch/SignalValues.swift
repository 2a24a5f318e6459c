public import Signals
import Synchronization

extension Signal {
  /// The elements as an asynchronous sequence; all that wait to be asked for are kept.
  ///
  /// ```swift
  /// for await lap in laps.values { show(lap) }
  /// ```
  /// See ``values(bufferingPolicy:)``.
  public var values: SignalValues<Element> { values(bufferingPolicy: .unbounded) }

  /// The elements as an asynchronous sequence, with a bound on those that wait to be asked for.
  ///
  /// The signal is subscribed to when the loop over the sequence begins, and released when the loop
  /// is left, when the iterator is let go of, or when the task is cancelled: the next element asked
  /// for is then `nil`. All of that happens in the domain of the signal, where the loop has to be:
  /// neither the sequence nor its iterator is `Sendable`, so the compiler keeps them there. Each
  /// loop is a subscription of its own.
  public func values(
    bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy
  ) -> SignalValues<Element> {
    SignalValues(signal: self, policy: bufferingPolicy)
  }
}

/// The elements of a signal as an asynchronous sequence; see `Signal.values`.
public struct SignalValues<Element>: AsyncSequence {
  /// It does not fail.
  public typealias Failure = Never

  let signal: Signal<Element>
  let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  /// Subscribes to the signal.
  public func makeAsyncIterator() -> Iterator { Iterator(signal, policy) }

  /// One subscription to the signal, whose elements are asked for one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private let inbox = Inbox<Element>()
    private let subscription: Subscription

    init(
      _ signal: Signal<Element>, _ policy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) {
      // Held by the signal, so not the iterator, which holds the subscription.
      subscription = signal.subscribe { [inbox] element in
        inbox.add(element, policy)
      } end: { [inbox] in
        inbox.end()
      }
    }

    /// The next element, in the isolation of the caller; `nil` after the end, or in a cancelled task.
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// The next element, in an isolation, which is the signal's domain; `nil` after the end, or in a
    /// cancelled task.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while !Task.isCancelled {
        if let element = inbox.elements.popFirst() { return element }
        if inbox.hasEnded { return nil }
        // A cancel comes on any thread, and only wakes: the subscription is cancelled here.
        await withTaskCancellationHandler {
          await withCheckedContinuation(isolation: actor) { inbox.gate.wait($0) }
        } onCancel: { [gate = inbox.gate] in
          gate.open()
        }
      }
      subscription.cancel()
      inbox.close()
      return nil
    }
  }
}

/// The elements that wait to be asked for; it stays in the signal's domain.
private final class Inbox<Element> {
  var elements = Queue<Element>()
  private(set) var hasEnded = false
  let gate = Gate()

  func add(_ element: Element, _ policy: AsyncStream<Element>.Continuation.BufferingPolicy) {
    switch policy {
    case .bufferingNewest(let count):
      if elements.count >= count { _ = elements.popFirst() }
      if count > 0 { elements.append(element) }
    case .bufferingOldest(let count):
      if elements.count < count { elements.append(element) }
    default: elements.append(element)
    }
    gate.open()
  }

  func end() {
    hasEnded = true
    gate.open()
  }

  func close() {
    elements = Queue()
    hasEnded = true
  }
}

/// Where a task waits until it is woken, from any thread.
private final class Gate: Sendable {
  private enum State {
    case closed
    case open
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.closed)

  /// Resumes a task when the gate is opened, at once if it was opened since the last wait.
  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isOpen = state.withLock { state in
      if case .open = state {
        state = .closed
        return true
      }
      state = .waiting(continuation)
      return false
    }
    if isOpen { continuation.resume() }
  }

  /// Wakes the task that waits, or the next one.
  func open() {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      if case .waiting(let continuation) = state {
        state = .closed
        return continuation
      }
      state = .open
      return nil
    }
    waiting?.resume()
  }
}

extension Signal {
  /// Gives the elements of an asynchronous sequence, each when it comes, then ends.
  ///
  /// ```swift
  /// let steps = Signal.of(contentsOf: pedometer.steps)
  /// ```
  /// Each subscription runs through the sequence anew, in a task of the domain, so nothing is given
  /// within the subscribing. When the receiver leaves, it is let go of at once, and the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - elements: The sequence.
  ///   - isolation: The domain: the actor in which the signal is made, and has to stay.
  /// - Returns: The elements.
  public static func of<Elements: AsyncSequence>(
    contentsOf elements: Elements, isolation: isolated any Actor = #isolation
  ) -> Signal where Elements.Element == Element, Elements.Failure == Never {
    Signal { observer, lifetime in
      let receiver = Receiver(observer)
      let task = Task {
        _ = isolation
        for await element in elements {
          guard let observer = receiver.observer else { return }
          observer.receive(element)
        }
        receiver.observer?.end()
      }
      lifetime.onEnd {
        receiver.observer = nil
        task.cancel()
      }
    }
  }

  /// Gives the elements of an asynchronous sequence that can fail, each when it comes; then ends,
  /// after the failure if there is one.
  ///
  /// - Parameters:
  ///   - elements: The sequence.
  ///   - isolation: The domain: the actor in which the signal is made, and has to stay.
  /// - Returns: The elements, and the failure.
  @_disfavoredOverload
  public static func of<Elements: AsyncSequence>(
    contentsOf elements: Elements, isolation: isolated any Actor = #isolation
  ) -> Signal where Element == Result<Elements.Element, Elements.Failure> {
    Signal { observer, lifetime in
      let receiver = Receiver(observer)
      let task = Task {
        _ = isolation
        do throws(Elements.Failure) {
          for try await element in elements {
            guard let observer = receiver.observer else { return }
            observer.receive(.success(element))
          }
        } catch {
          receiver.observer?.receive(.failure(error))
        }
        receiver.observer?.end()
      }
      lifetime.onEnd {
        receiver.observer = nil
        task.cancel()
      }
    }
  }
}

/// The receiver of a task's elements, until it has left.
private final class Receiver<Element> {
  var observer: Observer<Element>?

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }
}
