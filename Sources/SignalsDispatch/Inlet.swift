public import Dispatch
public import Signals

/// The door into a signals' domain for other threads: what comes from outside is sent on inside.
///
/// The domain is a serial dispatch queue, the main one for the main actor. Elements are delivered
/// in the order of the sends of each thread, never within the send itself, and dropped once the
/// subject is gone. The inlet does not keep the subject alive.
public final class Inlet<Element: Sendable>: @unchecked Sendable {
  // Unchecked: the queue is set once; the subject is touched on the queue alone.
  private let queue: DispatchQueue
  private weak var subject: Subject<Element>?

  /// An inlet to a subject that belongs to a serial queue.
  public init(to subject: Subject<Element>, on queue: DispatchQueue = .main) {
    self.queue = queue
    self.subject = subject
  }

  /// Hands an element to the subject, from any thread.
  public func send(_ element: Element) {
    queue.async { self.subject?.send(element) }
  }

  /// Ends the subject behind all that was sent before, from any thread.
  public func end() {
    queue.async { self.subject?.end() }
  }
}
