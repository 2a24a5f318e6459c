/// A receiver's hold on a signal: released or cancelled, it lets go of all that runs for it.
///
/// Keep it for as long as elements are wanted: **its deinit cancels**, so what lives in a
/// property ends with its owner, and nothing can be forgotten running.
public final class Subscription {
  private let lifetime: Lifetime

  /// A subscription whose cancelling ends a lifetime.
  public init(_ lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// A subscription whose cancelling runs `release`, once.
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

  /// Whether the signal may still give elements: it has neither ended nor been cancelled.
  public var isActive: Bool { lifetime.isActive }

  /// Stops the signal for this receiver; upstream is released before this returns.
  ///
  /// Idempotent. It may be called from within the receiver's own callback, and nothing is
  /// received after it.
  public func cancel() {
    lifetime.end()
  }
}

extension Subscription {
  /// A subscription that holds several, cancelled together, the last one first.
  public convenience init(_ subscriptions: [Subscription]) {
    self.init { for subscription in subscriptions.reversed() { subscription.cancel() } }
  }

  /// Keeps the subscription in a collection, as long as that is kept.
  public func store(in collection: inout some RangeReplaceableCollection<Subscription>) {
    collection.append(self)
  }

  /// Keeps the subscription in a set, as long as that is kept.
  public func store(in set: inout Set<Subscription>) {
    set.insert(self)
  }
}

extension Subscription: Hashable {
  /// A subscription is equal to itself alone.
  public static func == (left: Subscription, right: Subscription) -> Bool { left === right }

  /// Hashes the identity of the subscription.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

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
