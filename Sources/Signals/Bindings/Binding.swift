infix operator <-> : AssignmentPrecedence

extension Bindable where Value: Equatable {
  /// Binds two values both ways, until the subscription is cancelled or released.
  ///
  /// At first the left takes the value of the right; then each takes what the other changes to.
  /// `field <-> relay` shows the relay in the field and puts the user's edits into the relay.
  /// A value that is already there is not set again, so nothing runs in circles. Of values that are
  /// not equal to themselves, as NaN, those count as equal here that look the same in
  /// `String(reflecting:)`.
  @inlinable
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
  @inlinable
  public func bind<Other: Bindable>(
    to other: Other,
    forward: @escaping (Value) -> Other.Value,
    backward: @escaping (Other.Value) -> Value
  ) -> Subscription where Other.Value: Equatable {
    // The values on which both sides agreed last. A side that has another now was changed; one
    // that has the same only tells of what was carried over to it.
    var agreed = (here: backward(other.value), there: other.value)
    if !isSame(value, agreed.here) { value = agreed.here }
    let toOther = changes.subscribe { _ in
      let new = self.value
      guard !isSame(new, agreed.here) else { return }
      agreed = (new, forward(new))
      if !isSame(other.value, agreed.there) { other.value = agreed.there }
    }
    let fromOther = other.changes.subscribe { _ in
      let new = other.value
      guard !isSame(new, agreed.there) else { return }
      agreed = (backward(new), new)
      if !isSame(self.value, agreed.here) { self.value = agreed.here }
    }
    return Subscription(toOther, fromOther)
  }
}

/// Whether two values are equal or, where neither is equal to itself, look the same.
///
/// Without this a NaN would be carried to and fro for ever.
@inlinable
func isSame<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left == right || looksSame(left, right)
}

@inlinable
@inline(never)
func looksSame<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left != left && right != right && String(reflecting: left) == String(reflecting: right)
}

/// A value that can be shown and edited: what `<->` binds.
///
/// A ``Relay`` is one. A text field is made one by giving what the user enters as its changes.
public protocol Bindable<Value>: AnyObject {
  /// What is shown and edited.
  associatedtype Value

  /// The value as it is now.
  var value: Value { get set }

  /// Sends whenever the value has changed by itself, as by the user.
  ///
  /// Whether it also sends on subscribing, or when ``value`` is set from outside, does not
  /// matter to a binding.
  var changes: Signal<Value> { get }
}

extension Relay: Bindable {
  /// The value now, then each one set: the same as ``signal``.
  @inlinable
  public var changes: Signal<Value> { signal }
}

/// A value that is remembered and may be observed: whoever subscribes is given it at once, then
/// each one set after it.
///
/// A relay never ends. It tells of every value set, also of one equal to the last (see
/// ``Signal/removeDuplicates()``).
///
/// **Re-entrancy.** ``value`` is the newest one at once, also when it is set from within a
/// receive; the observers are told in the order of the sets, each set once the one before has
/// reached all of them.
public final class Relay<Value> {
  @usableFromInline let subject = Subject<Value>()
  @exclusivity(unchecked) @usableFromInline var newest: Value

  /// A relay that remembers `value`.
  @inlinable
  public init(_ value: Value) {
    newest = value
  }

  /// The value set last.
  @inlinable
  public var value: Value {
    get { newest }
    set {
      newest = newValue
      subject.send(newValue)
    }
  }

  /// The value at the moment of subscribing, then each one set.
  @inlinable
  public var signal: Signal<Value> {
    Signal { observer, lifetime in
      self.subject.add(observer, during: lifetime, greeting: CollectionOfOne(self.newest))
    }
  }

  /// Whether anybody is subscribed.
  public var isObserved: Bool { subject.isObserved }
}
