/// The connection of a receiver to a signal; cancelling or releasing it stops the signal.
///
/// Keep it as long as you want elements: **its deinit cancels**, so that a subscription stored in a
/// property ends with its owner.
public final class Subscription {
  private let lifetime: Lifetime

  /// Creates a subscription that ends a lifetime when it is cancelled.
  public init(_ lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// Creates a subscription that runs `release` once, when it is cancelled.
  public convenience init(_ release: @escaping () -> Void) {
    let lifetime = Lifetime()
    lifetime.onEnd(release)
    self.init(lifetime)
  }

  /// A subscription that holds several, cancelled together, the last one first.
  public convenience init(_ subscriptions: Subscription...) {
    self.init { for subscription in subscriptions.reversed() { subscription.cancel() } }
  }

  deinit {
    lifetime.end()
  }

  /// Whether the signal has neither ended nor been cancelled.
  public var isActive: Bool { lifetime.isActive }

  /// Stops the signal for this receiver; upstream is released before this returns.
  ///
  /// Idempotent. It may be called within the receiver's callback; no element is received after it.
  public func cancel() {
    lifetime.end()
  }
}

extension Subscription {
  /// A subscription that holds several, cancelled together, the last one first.
  public convenience init(_ subscriptions: [Subscription]) {
    self.init { for subscription in subscriptions.reversed() { subscription.cancel() } }
  }

  /// Stores the subscription in a collection.
  public func store(in collection: inout some RangeReplaceableCollection<Subscription>) {
    collection.append(self)
  }

  /// Stores the subscription in a set.
  public func store(in set: inout Set<Subscription>) {
    set.insert(self)
  }
}

extension Subscription: Hashable {
  /// Whether both are the same subscription.
  public static func == (left: Subscription, right: Subscription) -> Bool { left === right }

  /// Hashes the identity of the subscription.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The receiving end of a signal: one closure for elements, one for the end.
///
/// A signal calls `end` at most once, and neither closure after it.
public struct Observer<Element> {
  /// Handles the next element.
  public let receive: (Element) -> Void

  /// Handles the end of the signal.
  public let end: () -> Void

  /// Creates an observer.
  @inlinable
  public init(receive: @escaping (Element) -> Void, end: @escaping () -> Void) {
    self.receive = receive
    self.end = end
  }
}
