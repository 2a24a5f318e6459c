/// A stream of elements in time, pushed to whoever subscribes: elements, then maybe an end.
///
/// A signal is a recipe: nothing happens until someone subscribes, and each subscription runs the
/// recipe anew (see ``share(replay:)`` for one run that serves many). Delivery is synchronous: when
/// the source sends, every operator and receiver has run by the time that the send returns.
///
/// - **Domain.** A signal, all that it is made of and all that subscribes to it stay in one
///   isolation domain: an actor, the main actor, or one serial queue. None of the types is
///   `Sendable`, so the compiler keeps them there, and none of them takes a lock. Events of other
///   threads come in through an `Inlet` or a ``Scheduler``.
/// - **End.** After its end a signal gives nothing more, and what it held is released before the
///   receiver hears of the end.
/// - **Failure.** Signals do not fail: one that can carries `Result` (see ``replaceErrors(with:)``
///   and ``catch(_:)``).
public struct Signal<Element> {
  @usableFromInline let connect: (Observer<Element>, Lifetime) -> Void

  /// A signal of your own making: `connect` is run at each subscription.
  ///
  /// It hands elements to the observer until it ends it or the lifetime is over, and tells the
  /// lifetime how to release what it holds. Between two elements given in a row it asks whether
  /// the lifetime is still active: the first may have made the receiver cancel.
  ///
  /// An operator is written in the same way, as `map` is in its plainest form:
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
  /// - **State** is made within the closure, so that each subscription has its own: a local `var`,
  ///   or a class where several functions share it.
  /// - **Release.** An operator that lets go of upstream before its own end (`prefix`), or that
  ///   subscribes to several signals, gives each a lifetime of its own,
  ///   ``Lifetime/child()``, and ends it first thing when its signal ends, before it calls the
  ///   observer's `receive` or `end`. What is neither a signal nor held by one, as an alarm, is
  ///   released by ``Lifetime/onEnd(_:)``. Nothing that the operator holds may refer to a lifetime
  ///   that has ended.
  /// - **Cancelling.** Whatever the operator does after `receive` has returned, it first asks
  ///   whether the lifetime is active.
  /// - **Cost.** The operator is `@inlinable`, and so is every generic function that it calls for
  ///   an element; classes and properties that these need are `@usableFromInline`, their
  ///   initializers `@inlinable`. Otherwise the compiler makes no code for the element's type, and
  ///   an element costs ten times as much. Stored properties of classes that are read for each
  ///   element are `@exclusivity(unchecked)`, and no access to one lasts while foreign code runs.
  ///   A closure that captures one object and nothing else needs no allocation.
  @inlinable
  public init(_ connect: @escaping (Observer<Element>, Lifetime) -> Void) {
    self.connect = connect
  }

  /// Runs the signal for an observer, for as long as a lifetime lasts.
  ///
  /// This is how operators are made; receivers call ``subscribe(_:end:)``.
  @inlinable
  public func observe(_ observer: Observer<Element>, during lifetime: Lifetime) {
    guard lifetime.isActive else { return }
    connect(observer, lifetime)
  }

  /// Runs the signal, handing each element to `receive` and its end to `end`, until the
  /// subscription is cancelled or released.
  ///
  /// Elements that the signal has at hand (see ``prepend(_:)``, ``Relay``) are received before
  /// this returns. After a cancel, nothing more is received, not even what is under way.
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
