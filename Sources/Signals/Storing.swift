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
