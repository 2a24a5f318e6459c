extension Signal {
  /// The elements of several signals in the order of their arrival; it ends with the last signal.
  ///
  /// ```
  /// a                   1-----2--|
  /// b                   ---x--y---z|
  /// merge(a, b)         1--x--(2y)---z|
  /// ```
  /// The signals are subscribed to in the given order, which is also the order of elements that
  /// arrive at the same moment from one subject. A signal that sends on subscribing sends all of
  /// its elements before the next one is subscribed to: `merge(.of(1, 2), .of(3, 4))` gives 1 2 3
  /// 4.
  @inlinable
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// The elements of several signals; see ``merge(_:)-(Signal<Element>...)``.
  @inlinable
  public static func merge(_ signals: [Signal]) -> Signal {
    Signal { observer, lifetime in
      guard !signals.isEmpty else { return observer.end() }
      // All signals must have joined before the first can end.
      let group = Group(end: observer.end)
      let parts = signals.map { _ in group.join(lifetime) }
      for (signal, part) in Swift.zip(signals, parts) {
        signal.observe(Observer(receive: observer.receive, end: { part.finish() }), during: part)
      }
    }
  }

  /// The elements of this signal and another in the order of their arrival.
  @inlinable
  public func merge(with other: Signal) -> Signal {
    .merge(self, other)
  }
}

extension Signal {
  /// Transforms each element into a signal, and sends the elements of all these signals.
  ///
  /// ```
  /// self                a---b----|
  /// transform           each becomes 1--2|
  /// flatMap(transform)  1--21--2-|
  /// ```
  /// It ends when this signal and all inner ones have ended. Each is released when it ends.
  @inlinable
  public func flatMap<Output>(
    _ transform: @escaping (Element) -> Signal<Output>
  ) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      let group = Group(end: observer.end)
      let outer = group.join(lifetime)
      observe(
        Observer(
          receive: { element in
            let inner = group.join(lifetime)
            transform(element).observe(
              Observer(receive: observer.receive, end: { inner.finish() }), during: inner)
          },
          end: { outer.finish() }),
        during: outer)
    }
  }
}

/// Several signals that run for one receiver; the receiver's end is the end of the last of them.
@usableFromInline
final class Group {
  @exclusivity(unchecked) private var running = 0
  private let end: () -> Void

  /// Creates a group that calls `end` when all of its members have ended.
  @usableFromInline
  init(end: @escaping () -> Void) {
    self.end = end
  }

  /// Adds a signal; returns its lifetime, a child of the receiver's.
  @usableFromInline
  func join(_ lifetime: Lifetime) -> GroupMember {
    running += 1
    let member = GroupMember(of: self)
    lifetime.hold(member)
    return member
  }

  fileprivate func leave() {
    running -= 1
    if running == 0 { end() }
  }
}

/// The lifetime of one signal of a group.
@usableFromInline
final class GroupMember: Lifetime {
  private let group: Group

  fileprivate init(of group: Group) {
    self.group = group
    super.init()
  }

  /// Handles the end of the signal.
  @usableFromInline
  func finish() {
    end()
    group.leave()
  }
}
