infix operator <-> : AssignmentPrecedence

extension Bindable where Value: Equatable {
  /// Binds two values both ways, until the subscription is cancelled or released.
  ///
  /// At first the left side is set to the value of the right; then each side is set to the other's
  /// changes. `field <-> relay` shows the relay in the field and stores the user's edits in the
  /// relay. An equal value is not set again, so that changes do not loop. Values that are not equal
  /// to themselves, such as NaN, count as equal if `String(reflecting:)` is the same.
  @inlinable
  public static func <-> <Other: Bindable>(left: Self, right: Other) -> Subscription
  where Other.Value == Value {
    left.bind(to: right, forward: { $0 }, backward: { $0 })
  }

  /// Binds two values both ways through a pair of mappings, until the subscription is cancelled
  /// or released.
  ///
  /// At first this side is set to `backward` of the other's value. Then each change of a side is
  /// applied to the other once. The result of the mapping is not applied back to the edited side: a
  /// user who types "Ada " keeps the space. The binding retains both sides.
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
    // The values of both sides after the last change. A side with another value was changed; a side
    // with the same value reports the change that was applied to it.
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

/// Whether two values are equal, or both not equal to themselves and the same as text.
///
/// Otherwise a NaN would be sent back and forth endlessly.
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
/// ``Relay`` conforms to it. A text field can conform, with the user's edits as its changes.
public protocol Bindable<Value>: AnyObject {
  /// The type of the value.
  associatedtype Value

  /// The present value.
  var value: Value { get set }

  /// The changes that do not come from setting ``value``, such as the user's.
  ///
  /// It may also send the value on subscribing, and when ``value`` is set.
  var changes: Signal<Value> { get }
}

extension Relay: Bindable {
  /// The value now, then each one set: the same as ``signal``.
  @inlinable
  public var changes: Signal<Value> { signal }
}

/// A value that can be observed: a subscriber gets the present value at once, then each new one.
///
/// A relay never ends. It sends every value that is set, also one equal to the last (see
/// ``Signal/removeDuplicates()``).
///
/// **Re-entrancy.** ``value`` changes immediately, also when it is set within a `receive`. The
/// observers get the values in the order in which they were set; each value reaches all observers
/// before the next.
public final class Relay<Value> {
  @usableFromInline let subject = Subject<Value>()
  @exclusivity(unchecked) @usableFromInline var newest: Value

  /// Creates a relay with a value.
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

  /// Whether there are subscribers.
  public var isObserved: Bool { subject.isObserved }
}
