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
