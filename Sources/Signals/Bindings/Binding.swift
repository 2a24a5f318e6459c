infix operator <-> : AssignmentPrecedence

extension Bindable where Value: Equatable {
  /// Binds two values both ways, until the subscription is cancelled or released.
  ///
  /// At first the left takes the value of the right; then each takes what the other changes to.
  /// `field <-> relay` shows the relay in the field and puts the user's edits into the relay.
  /// A value that is already there is not set again, so nothing runs in circles.
  public static func <-> <Other: Bindable>(left: Self, right: Other) -> Subscription
  where Other.Value == Value {
    left.bind(to: right, forward: { $0 }, backward: { $0 })
  }

  /// Binds two values both ways through a pair of mappings, until the subscription is cancelled
  /// or released.
  ///
  /// At first this side takes `backward` of the other's value. Then each change of either side is
  /// carried over once; what a mapping loses or tidies up does not come back to the side that
  /// was edited: who types "Ada " keeps the space. Both ends are held while it lasts.
  ///
  /// - Parameters:
  ///   - other: The other side.
  ///   - forward: The other side's value for one of this side.
  ///   - backward: This side's value for one of the other side.
  /// - Returns: The binding.
  public func bind<Other: Bindable>(
    to other: Other,
    forward: @escaping (Value) -> Other.Value,
    backward: @escaping (Other.Value) -> Value
  ) -> Subscription where Other.Value: Equatable {
    // The values on which both sides agreed last. A side that has another now was changed; one
    // that has the same only tells of what was carried over to it.
    var agreed = (here: backward(other.value), there: other.value)
    if value != agreed.here { value = agreed.here }
    let toOther = changes.subscribe { _ in
      guard self.value != agreed.here else { return }
      agreed = (self.value, forward(self.value))
      if other.value != agreed.there { other.value = agreed.there }
    }
    let fromOther = other.changes.subscribe { _ in
      guard other.value != agreed.there else { return }
      agreed = (backward(other.value), other.value)
      if self.value != agreed.here { self.value = agreed.here }
    }
    return Subscription(toOther, fromOther)
  }
}
