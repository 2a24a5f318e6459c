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
