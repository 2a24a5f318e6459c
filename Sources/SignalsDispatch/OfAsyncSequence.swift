public import Signals

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
