/// A stream of elements over time, pushed to its subscribers; it may end.
///
/// A signal is a description: nothing happens until a subscription, and each subscription runs it
/// separately (see ``share(replay:)`` for a common run). Delivery is synchronous: all operators and
/// receivers have run when the source's send returns.
///
/// - **Domain.** A signal, its sources and its receivers stay in one isolation domain: an actor,
///   the main actor, or a serial queue. None of the types is `Sendable`, so the compiler enforces
///   this, and no type needs a lock. Events of other threads enter through an `Inlet` or a
///   ``Scheduler``.
/// - **End.** After its end a signal sends nothing, and its resources are released before the
///   receiver gets the end.
/// - **Failure.** Signals do not fail: one with failures has elements of type `Result` (see
///   ``replaceErrors(with:)`` and ``catch(_:)``).
public struct Signal<Element> {
  @usableFromInline let connect: (Observer<Element>, Lifetime) -> Void

  /// Creates a signal from a closure that runs at each subscription.
  ///
  /// The closure sends elements to the observer until it sends the end or the lifetime ends, and
  /// registers its resources with the lifetime. Between two elements sent in a row it checks
  /// whether the lifetime is active: the receiver may have cancelled.
  ///
  /// An operator is written in the same way, for example `map`:
  ///
  /// ```swift
  /// extension Signal {
  ///   @inlinable
  ///   public func map<Output>(_ transform: @escaping (Element) -> Output) -> Signal<Output> {
  ///     Signal<Output> { observer, lifetime in
  ///       observe(
  ///         Observer(
  ///           receive: { element in observer.receive(transform(element)) },
  ///           end: observer.end),
  ///         during: lifetime)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - **State** is created within the closure, so that each subscription has its own: a local
  ///   `var`, or an object if several functions share it.
  /// - **Release.** An operator that releases upstream before its own end (`prefix`), or that
  ///   subscribes to several signals, creates a lifetime for each, ``Lifetime/child()``, and ends
  ///   it when that signal ends, before it calls the observer's `receive` or `end`. Other
  ///   resources, such as alarms, are released by ``Lifetime/onEnd(_:)``. The operator must not
  ///   keep references to a lifetime that has ended.
  /// - **Cancelling.** After `receive` has returned, the operator first checks whether the lifetime
  ///   is active.
  /// - **Cost.** The operator is `@inlinable`, and so is every generic function that it calls for
  ///   an element; the classes and properties that these use are `@usableFromInline`, their
  ///   initializers `@inlinable`. Otherwise the compiler does not specialize the code for the
  ///   element's type, and an element costs ten times as much. Stored properties of classes that
  ///   are read for each element are `@exclusivity(unchecked)`, and no access to one spans a call
  ///   of other code. A closure that captures only one object needs no allocation.
  @inlinable
  public init(_ connect: @escaping (Observer<Element>, Lifetime) -> Void) {
    self.connect = connect
  }

  /// Runs the signal for an observer during a lifetime.
  ///
  /// Operators call this; receivers call ``subscribe(_:end:)``.
  @inlinable
  public func observe(_ observer: Observer<Element>, during lifetime: Lifetime) {
    guard lifetime.isActive else { return }
    connect(observer, lifetime)
  }

  /// Runs the signal until the subscription is cancelled or released.
  ///
  /// `receive` gets each element, `end` the end. Elements that the signal sends on subscribing (see
  /// ``prepend(_:)``, ``Relay``) are received before this returns. After a cancel nothing is
  /// received, not even elements that were already sent.
  @inlinable
  public func subscribe(
    _ receive: @escaping (Element) -> Void, end: @escaping () -> Void = {}
  ) -> Subscription {
    let lifetime = Lifetime()
    let observer = Observer<Element>(
      receive: { element in
        if lifetime.isActive { receive(element) }
      },
      end: {
        guard lifetime.isActive else { return }
        lifetime.end()
        end()
      })
    observe(observer, during: lifetime)
    return Subscription(lifetime)
  }
}
