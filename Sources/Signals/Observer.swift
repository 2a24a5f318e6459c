/// The receiving end of a signal: what to do with an element, and what at the end.
///
/// A signal calls `end` at most once, and calls nothing after it.
public struct Observer<Element> {
  /// Takes the next element.
  public let receive: (Element) -> Void

  /// Takes the end of the signal.
  public let end: () -> Void

  /// An observer made of two closures.
  @inlinable
  public init(receive: @escaping (Element) -> Void, end: @escaping () -> Void) {
    self.receive = receive
    self.end = end
  }
}
