public import Signals
import Synchronization

extension Signal {
  /// The elements as an asynchronous sequence with an unlimited buffer.
  ///
  /// ```swift
  /// for await lap in laps.values { show(lap) }
  /// ```
  /// See ``values(bufferingPolicy:)``.
  public var values: SignalValues<Element> { values(bufferingPolicy: .unbounded) }

  /// The elements as an asynchronous sequence with a buffer.
  ///
  /// The signal is subscribed to when the loop over the sequence begins, and released when the loop
  /// ends, the iterator is released, or the task is cancelled: the next element is then `nil`. The
  /// loop must run in the domain of the signal: neither the sequence nor its iterator is
  /// `Sendable`, so the compiler enforces this. Each loop has its own subscription.
  public func values(
    bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy
  ) -> SignalValues<Element> {
    SignalValues(signal: self, policy: bufferingPolicy)
  }
}

/// The elements of a signal as an asynchronous sequence; see `Signal.values`.
public struct SignalValues<Element>: AsyncSequence {
  /// The sequence does not fail.
  public typealias Failure = Never

  let signal: Signal<Element>
  let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  /// Subscribes to the signal.
  public func makeAsyncIterator() -> Iterator { Iterator(signal, policy) }

  /// One subscription to the signal, whose elements are requested one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private let inbox = Inbox<Element>()
    private let subscription: Subscription

    init(
      _ signal: Signal<Element>, _ policy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) {
      // The closures must not capture the iterator, which holds the subscription.
      subscription = signal.subscribe { [inbox] element in
        inbox.add(element, policy)
      } end: { [inbox] in
        inbox.end()
      }
    }

    /// The next element, in the isolation of the caller; `nil` after the end or a cancel.
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// The next element; `nil` after the end or in a cancelled task.
    ///
    /// - Parameter actor: The isolation, which is the signal's domain.
    /// - Returns: The element.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while !Task.isCancelled {
        if let element = inbox.elements.popFirst() { return element }
        if inbox.hasEnded { return nil }
        // A cancel may occur on any thread and only wakes the loop, which cancels the subscription.
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

/// The buffered elements; it stays in the signal's domain.
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

/// A gate at which a task waits until any thread opens it.
private final class Gate: Sendable {
  private enum State {
    case closed
    case open
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.closed)

  /// Resumes a task when the gate is opened; at once if it was opened since the last wait.
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
  /// Sends the elements of an asynchronous sequence as they arrive, then ends.
  ///
  /// ```swift
  /// let steps = Signal.of(contentsOf: pedometer.steps)
  /// ```
  /// Each subscription iterates the sequence in a separate task of the domain, so that nothing is
  /// sent on subscribing. When the receiver cancels, it is released at once, and the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - elements: The sequence.
  ///   - isolation: The domain: the actor in which the signal is created, and must stay.
  /// - Returns: The elements.
  public static func of<Elements: AsyncSequence>(
    contentsOf elements: Elements, isolation: isolated any Actor = #isolation
  ) -> Signal where Elements.Element == Element, Elements.Failure == Never {
    let results: Signal<Result<Element, Never>> = .of(contentsOf: elements, isolation: isolation)
    return results.map { $0.get() }
  }

  /// Sends the elements of an asynchronous sequence that can fail, then its failure if it fails,
  /// and ends.
  ///
  /// - Parameters:
  ///   - elements: The sequence.
  ///   - isolation: The domain: the actor in which the signal is created, and must stay.
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

/// The receiver of a task's elements; nil after it has cancelled.
private final class Receiver<Element> {
  var observer: Observer<Element>?

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }
}
